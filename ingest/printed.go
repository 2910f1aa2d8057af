package ingest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Units that ParsePrinted and its callers treat in a way of their own. Others only name
// what is counted.
const (
	UnitPercent = "percent"
	UnitText    = "text"
)

// Printed is a number as a source prints it. Numbers are kept as text up to
// here, because the digits after the point say how exact a comparison can be.
type Printed struct {
	Value  float64 // in its unit
	Stored float64 // a percentage as a fraction, everything else as value
	Digits int     // after the point
}

// ParsePrinted reads a number as a source writes it.
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
		// Shifting the decimal keeps 78.34 percent the nearest number to 0.7834.
		if p.Stored, err = strconv.ParseFloat(s+"e-2", 64); err != nil {
			return p, fmt.Errorf("%q is not a number: %w", s, results.ErrInvalid)
		}
	}
	if _, after, ok := strings.Cut(s, "."); ok {
		p.Digits = len(after)
	}
	return p, nil
}
