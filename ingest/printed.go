package ingest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Units that are handled specially. Any other unit is only displayed.
const (
	UnitPercent = "percent"
	UnitText    = "text"
)

// Printed is a published number. Published numbers remain text until they are parsed into a
// Printed, because the number of decimal places determines how exactly they can be compared.
type Printed struct {
	Value  float64 // value in the published unit
	Stored float64 // value divided by 100 if the unit is percent, else Value
	Digits int     // number of decimal places
}

// ParsePrinted parses a number as published. unit is its unit, for example UnitPercent.
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
		// parsing "78.34e-2" gives exactly 0.7834, whereas dividing 78.34 by 100 may not
		if p.Stored, err = strconv.ParseFloat(s+"e-2", 64); err != nil {
			return p, fmt.Errorf("%q is not a number: %w", s, results.ErrInvalid)
		}
	}
	if _, after, ok := strings.Cut(s, "."); ok {
		p.Digits = len(after)
	}
	return p, nil
}
