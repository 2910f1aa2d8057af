package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// ComparePick is the page on which runs are chosen.
type ComparePick struct {
	Meta       ui.Meta
	First      CompareSide // the run that is already chosen, if any
	Same       bool        // the same run was chosen twice
	Alone      string      // benchmark of which the chosen run is the only one
	Benchmarks []ComparePickOf
}

// ComparePickOf is the form for the runs of one benchmark.
type ComparePickOf struct {
	Benchmark    results.Benchmark
	Runs, Listed int
	Form         ui.Filter
	Matrix       string // all runs against each other; empty if there are too many
}

// CompareMatrix is the page of several runs, each against each.
type CompareMatrix struct {
	Meta        ui.Meta
	Title, Lead string
	Benchmark   results.Benchmark
	Metric      MetricInfo
	Rows        []CompareMatrixRow
	Pairs       []CompareMatrixPair
	Tested      int    // pairs that a test was made of
	Widest      string // the largest difference that separates, at the ends of the ramp; empty without one
	TooFew      bool   // some pair has too few scenarios for a test in this family
	Unranked    bool   // some run may not be ranked
	Frameworks  bool   // the runs are of more than one framework
}

// CompareMatrixRow is one run against all.
type CompareMatrixRow struct {
	Number   int
	Label    string
	Href     string
	Complete bool
	Ranked   bool
	Cells    []CompareMatrixCell
}

// CompareMatrixCell is one pair, seen from its row; empty on the diagonal.
type CompareMatrixCell struct {
	Text, Class, Title, Href string
	Separable                bool
}

// CompareMatrixPair is one pair in words.
type CompareMatrixPair struct {
	A, B, Href string
	N          int
	OnlyA      int
	OnlyB      int
	Diff       *float64
	P, Holm    *float64
	Verdict    string
}

// about says how many runs can be chosen.
func (b ComparePickOf) about() string {
	text := words.Plural(b.Runs, "run", "runs") + " with records."
	if b.Listed < b.Runs {
		text += " The newest " + words.Count(b.Listed) + " are offered."
	}
	return text
}
