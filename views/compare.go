package views

import (
	"math"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Compare is the page of two runs of one benchmark.
type Compare struct {
	Meta        ui.Meta
	Title, Lead string
	Benchmark   results.Benchmark
	A, B        CompareSide
	Swap        string // the same page with A and B exchanged
	Others      string // where other runs of the benchmark can be chosen
	Refusal     string // why there is nothing to compare; the rest is empty then
	Warnings    []string
	Short       string   // the verdict in a few words
	Verdict     string   // one plain sentence
	Notes       []string // what the sentence rests on and what could have been seen
	Conventions []ui.Tab
	Explain     string
	Metrics     []CompareMetric
	MetricsOver string // caption
	Table       CompareTable
	Families    []CompareFamily
	Spending    []CompareMetric
	SpendingOf  string
	LeftOut     []LeftOutTask
	Flips       CompareFlips
	Method      []string // estimator, seed, what the interval does not cover
}

// CompareSide is one of the two runs.
type CompareSide struct {
	Run   results.Run
	Label string // system in words
	Href  string
}

// CompareMetric is one number of both runs.
type CompareMetric struct {
	Label   string
	Title   string    // what the label stands for; may be empty
	Text    [3]string // A, difference, B, ready to show
	CI      string
	P, Holm *float64
	N       int
	// Place of the difference and its interval on the table's common scale,
	// 0 to 100 with zero at 50; nil where they cannot be drawn.
	At, Lo, Hi *float64
	Lower      bool // less is better
	Headline   bool
}

// CompareTable is the 2x2 table of passes; each count leads to its rounds.
type CompareTable struct {
	Both, OnlyA, OnlyB, Neither CompareCount
	P, MidP                     *float64
	Noun                        string // plural
}

// CompareCount is one cell of the table.
type CompareCount struct {
	N    int
	Href string
}

// CompareFamily is the comparison within the groups of one cut.
type CompareFamily struct {
	ID, Title string
	Caption   string
	Label     string // head of the first column
	Noun      string // head of the column of counts
	Test      string
	Rows      []CompareGroup
}

// CompareGroup is one group of a family.
type CompareGroup struct {
	CompareMetric
	OnlyA, OnlyB CompareCount
}

// LeftOutTask is an expected task that is not compared.
type LeftOutTask struct {
	Scenario, Task string
	A, B           results.Status
	HasA, HasB     bool   // it has a score there
	Href           string // both trials side by side; empty where one has no record
}

// CompareFlips are the rounds, by default those in which the runs differ.
type CompareFlips struct {
	Tabs    []ui.Tab
	Filter  ui.Filter
	Caption string
	Picks   bool // some round has options to choose
	Scores  bool // scores are fractions
	Groups  []FlipGroup
	Pager   ui.Pager
	Empty   string
	Noun    string
	Updates bool
}

// FlipGroup is the rounds of one scenario.
type FlipGroup struct {
	Scenario, Title, Href string
	Rows                  []Flip
}

// Flip is one round with both outcomes.
type Flip struct {
	Scenario, Task, Title string
	Kind                  string
	Update, Pref          bool
	Doubtful              string // why no answer can pass it; empty if one can
	Gold                  string
	A, B                  FlipSide
	Href                  string // the two traces side by side
}

// FlipSide is what one run made of a round.
type FlipSide struct {
	Status   results.Status
	Score    *float64
	Selected string
	Attempts string // "2 of 3 passed"; empty for a single attempt
	Href     string
}

// drawn reports whether the metric's difference has a place on the scale.
func (m CompareMetric) drawn() bool { return m.At != nil }

func svgPlace(v *float64) string {
	if v == nil {
		return "0"
	}
	return strconv.FormatFloat(math.Round(*v*100)/100, 'f', -1, 64)
}

func svgWidth(lo, hi *float64) string {
	w := max(*hi-*lo, 0.5)
	return svgPlace(&w)
}

// singular is the noun of one round.
func (f CompareFlips) singular() string { return strings.TrimSuffix(f.Noun, "s") }

// columns counts the columns of the table of flips.
func (f CompareFlips) columns() string {
	if f.Picks {
		return "8"
	}
	return "5"
}

// about sums a side up: passes, completeness, date.
func (s CompareSide) about() string {
	c := s.Run.Counts
	text := words.Frac(c.Passed, c.Expected) + " passed"
	if !s.Run.Complete {
		text += ", incomplete: " + words.Frac(c.Scored, c.Expected) + " scored"
	}
	if s.Run.StartedAt != nil {
		text += ", " + words.Date(s.Run.StartedAt)
	}
	return text
}
