package board

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// group returns the name and kind of the group in which a row may be ranked. ClawArena has one
// group per harness, and one for models in their own provider's agent. In other benchmarks all
// systems share one group. Runs of another revision of the dataset have separate groups, because
// their tasks differ.
func group(b results.Benchmark, e *entry) (string, results.GroupKind) {
	framework := e.row.System.Framework
	switch {
	case e.run != nil && e.run.Objects(results.ExclusionRevision):
		if b.Scoring != results.ScoringClawArena || framework == "" {
			return "another revision of the dataset", results.GroupRevision
		}
		return framework + " (another revision of the dataset)", results.GroupRevision
	case b.Scoring != results.ScoringClawArena:
		return "", results.GroupAll
	case slices.ContainsFunc(e.figs, func(f results.Figure) bool { return f.Native }):
		return framework + " (provider-native)", results.GroupNative
	}
	return framework, results.GroupFramework
}

// groupsOf divides the entries into comparable groups, the largest first and groups of other
// revisions last. Within a group, ranked systems and reported results come first, sorted by
// headline with missing values last, followed by unranked runs.
func groupsOf(entries []*entry, headline string) [][]*entry {
	byName := map[string][]*entry{}
	for _, e := range entries {
		byName[e.row.Group] = append(byName[e.row.Group], e)
	}
	var groups [][]*entry
	for _, g := range byName {
		slices.SortFunc(g, func(a, b *entry) int { return order(a, b, headline) })
		groups = append(groups, g)
	}
	revision := func(g []*entry) int {
		if g[0].row.GroupKind == results.GroupRevision {
			return 1
		}
		return 0
	}
	slices.SortFunc(groups, func(a, b []*entry) int {
		return cmp.Or(revision(a)-revision(b), -cmp.Compare(len(a), len(b)), strings.Compare(a[0].row.Group, b[0].row.Group))
	})
	return groups
}

func order(a, b *entry, headline string) int {
	return cmp.Or(
		cmp.Compare(a.unranked(), b.unranked()),
		-cmp.Compare(headlineOf(a, headline), headlineOf(b, headline)),
		strings.Compare(a.row.System.Model, b.row.System.Model),
		strings.Compare(a.row.System.Framework, b.row.System.Framework),
		strings.Compare(a.row.System.Variant, b.row.System.Variant),
	)
}

// unranked returns 1 for an unranked run and 0 otherwise. Unranked runs sort below ranked ones,
// regardless of their values.
func (e *entry) unranked() int {
	if e.run != nil && !e.sample {
		return 1
	}
	return 0
}

// headlineOf returns the sort key of a row: its headline value or, for an incomplete run, the lower
// bound.
func headlineOf(e *entry, headline string) float64 {
	m := e.row.Metrics[headline]
	switch {
	case m.Value != nil:
		return *m.Value
	case m.Bounds != nil:
		return m.Bounds[0]
	}
	return math.Inf(-1)
}

// population returns the ranked systems of a group, in order. Ranks, intervals and tie classes
// cover exactly these.
func population(g []*entry, headline string) []*entry {
	var live []*entry
	for _, e := range g {
		if e.sample && e.row.Metrics[headline].Value != nil {
			live = append(live, e)
		}
	}
	return live
}

// sameHeadline is the relative difference below which two headlines are equal, because the order of
// summation affects the last digits.
const sameHeadline = 1e-12

// rank numbers the ranked systems from 1; tied systems share the better rank.
func rank(live []*entry, headline string) {
	for i, e := range live {
		r := i + 1
		if v := *e.row.Metrics[headline].Value; i > 0 {
			if w := *live[i-1].row.Metrics[headline].Value; w-v <= sameHeadline*math.Max(1, math.Abs(v)) {
				r = *live[i-1].row.Rank
			}
		}
		e.row.Rank = &r
	}
}
