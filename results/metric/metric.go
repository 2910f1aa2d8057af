// Package metric is the one table of the site's metrics: what each is called in
// the paper that defines it, its unit and digits, and which way is better.
// Pages, answers and analyses read it here, so that no two of them can call the
// same number by two names or rank it in two directions.
package metric

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// The units. A percentage is stored as a fraction from 0 to 1; all others are
// stored as they are shown.
const (
	Percent = "%"
	Number  = "" // a bare count
	Seconds = "s"
	Hours   = "hours"
	Million = "million"
	Dollars = "US$"
)

// Metric is what a number is called, how it is written and what it means.
type Metric struct {
	Key    string
	Label  string // head of its column
	Name   string // as its source spells it out
	Note   string // what it measures, in a few words
	Unit   string // of the values as they are shown
	Digits int    // after the point, as shown
	Low    bool   // less is better
	// Formula is the arithmetic for readers, over one run; empty where it depends
	// on the convention or where there are only printed figures.
	Formula string
	// Counted and Over are numerator and denominator in words; empty for a number
	// that is no share or mean.
	Counted, Over string
	Scoring       []results.Scoring // families that have it
	Source        string            // where it is defined
}

// Percent reports whether the metric is a fraction from 0 to 1, shown times 100.
func (m Metric) Percent() bool { return m.Unit == Percent }

// Title says what the label stands for, and which way is better where less is.
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

// All returns every metric that is known by name, family by family. pass@k and
// pass^k exist for each k and are made by Of.
func All() []Metric {
	return slices.Concat(clawArena(), clawMark(), reward(), stageClaw(), spending())
}

// Of describes a metric by its key. A key that nobody has described is a
// percentage under its own name, of which more is better.
func Of(key string) Metric {
	if m, ok := Find(key); ok {
		return m
	}
	label := strings.ReplaceAll(key, "_", " ")
	return Metric{Key: key, Label: label, Name: label, Unit: Percent, Digits: 2}
}

// Find returns the metric of a key, and whether there is one.
func Find(key string) (Metric, bool) {
	for _, m := range All() {
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

// LowerIsBetter reports whether less of a metric is better.
func LowerIsBetter(key string) bool { return Of(key).Low }
