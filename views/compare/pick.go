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

// Pick is the page for choosing runs.
type Pick struct {
	Query  Query
	Chosen *Side  // run that is already chosen as A; nil if there is none
	Same   bool   // true if the same run was chosen twice
	Alone  string // benchmark of the chosen run if it has no other run to compare with
	Of     []PickOf

	names map[string]string
}

// PickOf lists the runs of one benchmark to choose from.
type PickOf struct {
	Benchmark results.Benchmark
	Runs      []views.PickRun
	Pairs     []PickPair // pairs of the first runs on the board, for a static export
}

// PickPair is a run with links to its comparisons.
type PickPair struct {
	Name, URL string // name of the run and URL of its page
	Against   []PickLink
}

// PickLink is a link to a comparison, with the name of the other run.
type PickLink struct{ Name, URL string }

// pairedRuns is the number of runs per benchmark that a static export compares pairwise. The number
// of pairs grows quadratically, and each pair is a page.
const pairedRuns = 12

// NewPick returns the data of the page. chosen may be nil. names maps model ids to names.
func NewPick(q Query, names map[string]string, chosen *results.Run) *Pick {
	p := &Pick{Query: q, names: names}
	if chosen != nil {
		side := newSide(*chosen)
		side.Label = views.RunLabel(names, *chosen)
		p.Chosen, p.Query.Benchmark = &side, chosen.Benchmark
	}
	return p
}

// AddRuns adds the scored runs of a benchmark if there are at least two.
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

// AddStanding adds the pairs of the first runs on a board, for a static export.
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

// StandingFirst returns the runs of a board that a static export compares pairwise.
func StandingFirst(rows []results.BoardRow) []results.BoardRow {
	var first []results.BoardRow
	for _, r := range rows {
		if r.Run != nil && r.Counts != nil && r.Counts.Scored > 0 && len(first) < pairedRuns {
			first = append(first, r)
		}
	}
	return first
}

// PickPage renders the page for choosing runs.
func PickPage(f views.Frame, p *Pick) templ.Component {
	meta := f.Meta("Compare two runs", "Choose two runs of one benchmark and see whether they differ significantly, and on which tasks.",
		p.Query.Link("benchmark", p.Query.Benchmark), "", ui.Crumb{Label: "Benchmarks", Href: "/"}, ui.Crumb{Label: "Compare"})
	return pickPage(meta, p, slices.DeleteFunc(slices.Clone(p.Of), func(of PickOf) bool { return len(of.Runs) < 2 }))
}
