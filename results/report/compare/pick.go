package compare

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
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
	Runs      []report.PickRun // the newest of them

	Standing int        // systems with a run that stands on the board
	Pairs    []PickPair // the first of these against each other, in a site of files
}

// PickPair is a run with those that it is compared with.
type PickPair struct {
	Name, URL string // of the run; URL is its page
	Against   []PickLink
}

// PickLink is a comparison, named for the run on its other side.
type PickLink struct{ Name, URL string }

// pairedRuns is how many runs of a benchmark a site of files has against each
// other: their pairs grow with the square, and each is a page.
const pairedRuns = 12

// NewComparePick begins the page; chosen may be nil, names are those of models.
func NewComparePick(q CompareQuery, names map[string]string, chosen *results.Run) *ComparePick {
	p := &ComparePick{Query: q, names: names}
	if chosen != nil {
		side := NewCompareSide(*chosen)
		side.Label = report.RunLabel(names, *chosen)
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
		of.Runs = append(of.Runs, report.PickRun{Run: r.Slug, Label: report.PickLabel(r, p.names)})
	}
	p.Of = append(p.Of, of)
}

// AddStanding pairs the runs that stand on a benchmark's board, as many as a site
// of files has, from the first on.
func (p *ComparePick) AddStanding(b results.Benchmark, rows []results.BoardRow) {
	of := PickOf{Benchmark: b}
	var first []results.BoardRow
	first, of.Standing = StandingFirst(rows)
	for i := range first {
		pair := PickPair{Name: standingName(&first[i]), URL: link.Run(*first[i].Run)}
		for k := i + 1; k < len(first); k++ {
			pair.Against = append(pair.Against, PickLink{standingName(&first[k]), link.Compare(*first[i].Run, *first[k].Run)})
		}
		if len(pair.Against) > 0 {
			of.Pairs = append(of.Pairs, pair)
		}
	}
	if of.Total = len(first); len(of.Pairs) == 0 {
		return
	}
	for _, r := range first {
		of.Runs = append(of.Runs, report.PickRun{Run: *r.Run, Label: standingName(&r)})
	}
	p.Of = append(p.Of, of)
}

// StandingFirst are the runs of a board that a site of files compares with each other; all is
// how many stand on it.
func StandingFirst(rows []results.BoardRow) (first []results.BoardRow, all int) {
	for _, r := range rows {
		if r.Run == nil || r.Counts == nil || r.Counts.Scored == 0 {
			continue
		}
		if all++; len(first) < pairedRuns {
			first = append(first, r)
		}
	}
	return first, all
}

func standingName(r *results.BoardRow) string { return words.System(r.Name, r.System) }
