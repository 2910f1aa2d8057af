package board

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// group names the block of rows that a row may be ranked with. ClawArena's
// frameworks are different harnesses, and the block in which each model ran in
// its own provider's agent is a harness of its own; elsewhere all systems share
// one board. A run of another revision of the dataset had other tasks.
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

// groupsOf splits the entries into comparable blocks: the largest first, those
// of other revisions last. Within a block stand ranked systems and printed
// figures, the best headline first, then figures without one, then what is not
// ranked.
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

// unranked is 1 for a run that stands below the ranked ones, whatever its
// numbers are.
func (e *entry) unranked() int {
	if e.run != nil && !e.sample {
		return 1
	}
	return 0
}

// headlineOf is what a row is ordered by: its value, or the least that it can be.
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

// population are the entries of a group that ranks, intervals and classes are
// about, in its order.
func population(g []*entry, headline string) []*entry {
	var live []*entry
	for _, e := range g {
		if e.sample && e.row.Metrics[headline].Value != nil {
			live = append(live, e)
		}
	}
	return live
}

// sameHeadline is the relative difference below which two headlines are one
// number: the order of a sum decides about its last digits.
const sameHeadline = 1e-12

// rank numbers the systems of a population from 1; equal headlines share the
// better place.
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
