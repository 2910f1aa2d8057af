package web

import (
	"fmt"
	"strconv"
	"strings"
)

func (l *ledger) Number(s string) *float64 {
	if s == "" {
		return nil
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		l.t.Errorf("%q is no number", s)
		return nil
	}
	return &x
}

// percent reads a percentage of a page as a fraction; nil for anything else.
func (l *ledger) percent(s string) *float64 {
	x, err := strconv.ParseFloat(strings.ReplaceAll(s, "−", "-"), 64)
	if err != nil {
		return nil
	}
	x /= 100
	return &x
}

func systemKey(run, model, framework, variant string) string {
	if run != "" {
		return run
	}
	return fmt.Sprintf("%s|%s|%s", model, framework, variant)
}
