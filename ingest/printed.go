package ingest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Units that ParsePrinted and its callers handle specially. Others only name what is counted.
const (
	UnitPercent = "percent"
	UnitText    = "text"
)

// Printed is a number as published. Numbers are kept as text until parsed here because the number
// of decimal places limits the precision of comparisons.
type Printed struct {
	Value  float64 // value in its unit
	Stored float64 // value as a fraction if a percentage, else Value
	Digits int     // number of decimal places
}

// ParsePrinted parses a number as a source writes it.
func ParsePrinted(s, unit string) (Printed, error) {
	var p Printed
	if strings.Trim(s, "-0123456789.") != "" {
		return p, fmt.Errorf("%q is not a number: %w", s, results.ErrInvalid)
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return p, fmt.Errorf("%q is not a number: %w", s, results.ErrInvalid)
	}
	p.Value, p.Stored = v, v
	if unit == UnitPercent {
		// Shifting the decimal point keeps 78.34 percent the nearest float to 0.7834.
		if p.Stored, err = strconv.ParseFloat(s+"e-2", 64); err != nil {
			return p, fmt.Errorf("%q is not a number: %w", s, results.ErrInvalid)
		}
	}
	if _, after, ok := strings.Cut(s, "."); ok {
		p.Digits = len(after)
	}
	return p, nil
}
