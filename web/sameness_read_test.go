package web

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// csv reads a table as rows by the names of its columns.
func (l *ledger) csv(url string) []map[string]string {
	l.t.Helper()
	rec := l.site.get(url)
	if rec.Code != 200 {
		l.t.Fatalf("GET %s: status %d", url, rec.Code)
	}
	all, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(rec.Body.String(), "\ufeff"))).ReadAll()
	if err != nil || len(all) == 0 {
		l.t.Fatalf("GET %s: %d lines, %v", url, len(all), err)
	}
	var rows []map[string]string
	for _, line := range all[1:] {
		row := map[string]string{}
		for i, cell := range line {
			row[all[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

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

func boardKeys(rows []results.BoardRow) []string {
	keys := map[string]bool{}
	for _, r := range rows {
		for k := range r.Metrics {
			keys[k] = true
		}
	}
	var list []string
	for k := range keys {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}
