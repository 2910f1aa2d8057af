package report

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// ComparePick is the page on which runs are chosen.
type ComparePick struct {
	Query  CompareQuery
	Chosen *CompareSide // the run that is A already; nil without one
	Same   bool         // the same run was chosen twice
	Alone  string       // benchmark of which the chosen run is the only one
	Of     []PickOf

	names map[string]string
}

// PickOf is the runs of one benchmark that can be chosen.
type PickOf struct {
	Benchmark results.Benchmark
	Total     int
	Runs      []PickRun // the newest of them
}

// PickRun is a run with its label.
type PickRun struct{ Run, Label string }

// NewComparePick begins the page; chosen may be nil, names are those of models.
func NewComparePick(q CompareQuery, names map[string]string, chosen *results.Run) *ComparePick {
	p := &ComparePick{Query: q, names: names}
	if chosen != nil {
		side := NewCompareSide(*chosen)
		side.Label = runLabel(names, *chosen)
		p.Chosen, p.Query.Benchmark = &side, chosen.Benchmark
	}
	return p
}

// AddRuns offers runs of a benchmark, of which there are total.
func (p *ComparePick) AddRuns(b results.Benchmark, runs []results.Run, total int) {
	if total < 2 {
		if p.Chosen != nil {
			p.Alone = b.Name
		}
		return
	}
	of := PickOf{Benchmark: b, Total: total}
	for _, r := range runs {
		of.Runs = append(of.Runs, PickRun{r.Slug, pickLabel(r, p.names)})
	}
	p.Of = append(p.Of, of)
}

// pickLabel tells the runs of one system apart by what was passed and when.
func pickLabel(r results.Run, names map[string]string) string {
	label := fmt.Sprintf("%s, %d of %d passed", runLabel(names, r), r.Counts.Passed, r.Counts.Expected)
	if r.StartedAt != nil {
		label += ", " + words.Date(r.StartedAt)
	}
	return label + " (" + SlugEnd(r.Slug) + ")"
}
