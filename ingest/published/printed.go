package published

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Units of printed numbers that this package treats by themselves; all others
// only name what is counted.
const (
	unitPercent = "percent"
	unitText    = "text"
)

// printed is a number as a source prints it. Numbers are kept as text up to
// here, because the digits after the point say how exact a comparison can be.
type printed struct {
	value  float64 // in its unit
	stored float64 // a percentage as a fraction, everything else as value
	digits int     // after the point
}

func parsePrinted(s, unit string) (printed, error) {
	var p printed
	if strings.Trim(s, "-0123456789.") != "" {
		return p, fmt.Errorf("%q is not a number: %w", s, results.ErrInvalid)
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return p, fmt.Errorf("%q is not a number: %w", s, results.ErrInvalid)
	}
	p.value, p.stored = v, v
	if unit == unitPercent {
		// Shifting the decimal keeps 78.34 percent the nearest number to 0.7834.
		if p.stored, err = strconv.ParseFloat(s+"e-2", 64); err != nil {
			return p, fmt.Errorf("%q is not a number: %w", s, results.ErrInvalid)
		}
	}
	if _, after, ok := strings.Cut(s, "."); ok {
		p.digits = len(after)
	}
	return p, nil
}
