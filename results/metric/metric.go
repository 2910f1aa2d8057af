// Package metric defines all metrics on the site: name in the defining paper, unit, digits and
// direction. Pages, API responses and analyses all use these definitions, so that names and
// directions are consistent.
package metric

import (
	"slices"
	"strings"
	"sync"

	"github.com/clawatlas/clawatlas/results"
)

// Units. A percentage is stored as a fraction from 0 to 1; all other values are stored as shown.
const (
	Percent = "%"
	Number  = "" // number without a unit
	Seconds = "s"
	Hours   = "hours"
	Million = "million"
	Dollars = "US$"
)

// Metric defines the name, format and meaning of a number.
type Metric struct {
	Key    string
	Label  string // heading of the metric's column
	Name   string // full name in the source
	Note   string // short description
	Unit   string // unit of the displayed values
	Digits int    // number of decimal places for display
	Low    bool   // set if lower is better
	// Formula is the formula for display, over one run; empty if it depends on the convention or if
	// the metric exists only in reported results.
	Formula string
	// Counted and Over describe numerator and denominator; empty if the metric is not a share or
	// mean.
	Counted, Over string
	Scoring       []results.Scoring // scoring families that define the metric
	Source        string            // source of the definition
}

// Percent reports whether the metric is a fraction from 0 to 1, which is shown in percent.
func (m Metric) Percent() bool { return m.Unit == Percent }

// Title returns the full name, followed by the note and, if lower is better, by the direction.
func (m Metric) Title() string {
	t := m.Name
	if m.Note != "" {
		t += ": " + m.Note
	}
	if m.Low {
		t += "; less is better"
	}
	return t
}

//nolint:gochecknoglobals // never changed, built once
var all = sync.OnceValue(func() []Metric {
	return slices.Concat(clawArena(), clawMark(), reward(), stageClaw(), spending())
})

// All returns all metrics with a fixed name, by family. Of and Find also build pass@k and pass^k
// for each k.
func All() []Metric { return slices.Clone(all()) }

// Of returns the metric with the given key. For an unknown key it returns a percentage named like
// the key, for which higher is better.
func Of(key string) Metric {
	if m, ok := Find(key); ok {
		return m
	}
	label := strings.ReplaceAll(key, "_", " ")
	return Metric{Key: key, Label: label, Name: label, Unit: Percent, Digits: 2}
}

// Find returns the metric with the given key and whether it exists.
func Find(key string) (Metric, bool) {
	for _, m := range all() {
		if m.Key == key {
			return m, true
		}
	}
	if k, ok := strings.CutPrefix(key, passAt); ok {
		return passAtK(key, k), true
	}
	if k, ok := strings.CutPrefix(key, passHat); ok {
		return passHatK(key, k), true
	}
	return Metric{}, false
}

// LowerIsBetter reports whether lower values of the metric are better.
func LowerIsBetter(key string) bool { return Of(key).Low }
