package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Pick is the page on which runs are chosen.
type Pick struct {
	Query  Query
	Chosen *Side  // the run that is A already; nil without one
	Same   bool   // the same run was chosen twice
	Alone  string // benchmark of which the chosen run is the only one
	Of     []PickOf

	names map[string]string
}

// PickOf is the runs of one benchmark that can be chosen.
type PickOf struct {
	Benchmark results.Benchmark
	Runs      []views.PickRun
	Pairs     []PickPair // the first of the board against each other, in a site of files
}

// PickPair is a run with those that it is compared with.
type PickPair struct {
	Name, URL string // of the run; URL is its page
	Against   []PickLink
}

// PickLink is a comparison, named for the run on its other side.
type PickLink struct{ Name, URL string }

// pairedRuns is how many runs of a benchmark a site of files has against each other:
// their pairs grow with the square, and each is a page.
const pairedRuns = 12

// NewPick begins the page; chosen may be nil, names are those of models.
func NewPick(q Query, names map[string]string, chosen *results.Run) *Pick {
	p := &Pick{Query: q, names: names}
	if chosen != nil {
		side := newSide(*chosen)
		side.Label = views.RunLabel(names, *chosen)
		p.Chosen, p.Query.Benchmark = &side, chosen.Benchmark
	}
	return p
}

// AddRuns offers the runs of a benchmark that have scores. What has none, or no other
// beside it, can be compared with nothing.
func (p *Pick) AddRuns(b results.Benchmark, runs []results.Run) {
	of := PickOf{Benchmark: b}
	for _, r := range runs {
		if r.Counts.Scored > 0 {
			of.Runs = append(of.Runs, views.PickRun{Run: r.Slug, Label: p.label(r, b)})
		}
	}
	if len(of.Runs) < 2 {
		if p.Chosen != nil {
			p.Alone = b.Name
		}
		return
	}
	slices.SortFunc(of.Runs, func(x, y views.PickRun) int {
		return strings.Compare(strings.ToLower(x.Label), strings.ToLower(y.Label))
	})
	p.Of = append(p.Of, of)
}

// label tells the runs of one system apart by their date, their state and what they came to.
func (p *Pick) label(r results.Run, b results.Benchmark) string {
	label := views.RunLabel(p.names, r)
	switch {
	case !r.Complete:
		label += fmt.Sprintf(", incomplete (%s of %s)", words.Count(r.Counts.Scored), words.Count(r.Counts.Expected))
	case !r.Ranked():
		label += ", not ranked"
	}
	label += ", " + views.RunDay(&r)
	r.Counts.Expected = r.Counts.Scored
	return label + ", " + words.Outcome(&b, r.Mean, r.Counts, "") + " (" + views.SlugEnd(r.Slug) + ")"
}

// AddStanding pairs the first runs of a benchmark's board, as a site of files has them.
func (p *Pick) AddStanding(b results.Benchmark, rows []results.BoardRow) {
	of := PickOf{Benchmark: b}
	first := StandingFirst(rows)
	for i := range first {
		pair := PickPair{Name: words.System(first[i].Name, first[i].System), URL: link.Run(*first[i].Run)}
		for _, r := range first[i+1:] {
			pair.Against = append(pair.Against, PickLink{words.System(r.Name, r.System), link.Compare(*first[i].Run, *r.Run)})
		}
		if len(pair.Against) > 0 {
			of.Pairs = append(of.Pairs, pair)
		}
	}
	if len(of.Pairs) > 0 {
		p.Of = append(p.Of, of)
	}
}

// StandingFirst are the runs of a board that a site of files compares with each other.
func StandingFirst(rows []results.BoardRow) []results.BoardRow {
	var first []results.BoardRow
	for _, r := range rows {
		if r.Run != nil && r.Counts != nil && r.Counts.Scored > 0 && len(first) < pairedRuns {
			first = append(first, r)
		}
	}
	return first
}

// PickPage asks which runs are to be compared.
func PickPage(f views.Frame, p *Pick) templ.Component {
	meta := f.Meta("Compare two runs", "Choose two runs of one benchmark and see whether they differ significantly, and on which tasks.",
		p.Query.Link("benchmark", p.Query.Benchmark), "", ui.Crumb{Label: "Benchmarks", Href: "/"}, ui.Crumb{Label: "Compare"})
	return pickPage(meta, p, slices.DeleteFunc(slices.Clone(p.Of), func(of PickOf) bool { return len(of.Runs) < 2 }))
}
