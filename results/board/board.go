// Package board makes leaderboards out of runs and published figures: one row
// per system, with interval, rank interval and tie class. It computes once
// over the whole board, so that no filter can move a rank or a class.
package board

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Input is everything that a benchmark's boards are made of.
type Input struct {
	Benchmark results.Benchmark
	Tasks     []results.Task // ordered by scenario
	Runs      []results.ScoredRun
	Figures   []results.Figure // those that belong on the board, Model canonical
}

// Build makes the board of every convention of the benchmark.
func Build(in Input) []results.Board {
	var boards []results.Board
	cache := newDraws()
	for _, c := range score.Conventions(in.Benchmark.Scoring) {
		boards = append(boards, build(in, c.ID, cache))
	}
	return boards
}

// system is what one row stands for. The provider is not part of it: papers
// and run directories name the same route differently.
type system struct{ model, framework, variant string }

func systemOf(s results.System) system { return system{s.Model, s.Framework, s.Variant} }

// entry is a row in the making.
type entry struct {
	row    results.BoardRow
	run    *results.ScoredRun
	units  []score.Unit
	figs   []results.Figure
	sample bool // takes part in intervals, ranks and classes
}

func build(in Input, convention string, cache *draws) results.Board {
	spec := score.SpecOf(in.Benchmark.Scoring, convention)
	b := results.Board{Benchmark: in.Benchmark.ID, Convention: convention, Headline: in.Benchmark.Headline, Keys: spec.Keys}
	if !slices.Contains(b.Keys, b.Headline) {
		if in.Benchmark.Scoring == results.ScoringStageClaw {
			b.Keys = []string{"score", "first_pass", "time_s", "tokens_m", "cost_usd", "tool_calls"}
		}
		if !slices.Contains(b.Keys, b.Headline) {
			b.Headline = b.Keys[0]
		}
	}
	entries := entriesOf(in)
	for _, e := range entries {
		if e.run != nil {
			e.units = score.Units(in.Benchmark.Scoring, score.OwnLabels(in.Tasks, e.run.Facts), e.run.Trials)
			e.sample = e.run.Ranked()
		}
		e.fill(in, spec, convention, b.Keys)
	}
	groups := groupsOf(entries, b.Headline)
	clusters := 0
	for _, g := range groups {
		clusters = max(clusters, estimate(g, spec, b.Headline, cache))
		rank(g, b.Headline)
		for _, e := range g {
			b.Rows = append(b.Rows, e.row)
		}
	}
	b.Statistics = statistics(in, spec, clusters)
	return b
}

func statistics(in Input, spec score.Spec, clusters int) results.Statistics {
	test := "exact exchange of scenarios between the two systems (Monte Carlo beyond 20)"
	if spec.Unit == "task" {
		test = "sign-flip of the tasks' differences (Monte Carlo, seeded)"
	}
	return results.Statistics{
		Estimator: "percentile bootstrap of " + spec.Unit + "s, the same draws for all systems",
		Test:      test, Seed: stats.Seed, Draws: stats.Draws, Clusters: clusters, Unit: spec.Unit,
		Level: stats.Level, Tasks: len(in.Tasks),
		Excludes: "variation between repeated runs of one system, which single runs cannot show",
	}
}

// entriesOf makes one entry per system in a stable order.
func entriesOf(in Input) []*entry {
	byKey := map[system]*entry{}
	var list []*entry
	find := func(s results.System) *entry {
		k := systemOf(s)
		e, ok := byKey[k]
		if !ok {
			e = &entry{row: results.BoardRow{System: s, Evidence: results.Published}}
			byKey[k] = e
			list = append(list, e)
		}
		return e
	}
	for i := range in.Runs {
		r := &in.Runs[i]
		if r.Objects(results.ObjectionSnapshot) {
			continue
		}
		e := find(r.System)
		if e.run == nil || better(r, e.run) {
			if e.run != nil {
				e.row.OtherRuns = append(e.row.OtherRuns, e.run.Slug)
			}
			e.run = r
			e.row.System.Provider = r.System.Provider
		} else {
			e.row.OtherRuns = append(e.row.OtherRuns, r.Slug)
		}
	}
	for _, f := range in.Figures {
		e := find(results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant, Provider: f.Provider})
		e.figs = append(e.figs, f)
	}
	for _, e := range list {
		e.row.Group = group(in.Benchmark, e)
	}
	return list
}

// better reports whether a stands for its system rather than b: one that may be
// ranked first, then complete before incomplete, recomputed before bare records,
// then the newest; of two that began together the one that was ingested later,
// because a correction comes after what it corrects.
func better(a, b *results.ScoredRun) bool {
	if a.Ranked() != b.Ranked() {
		return a.Ranked()
	}
	if a.Complete != b.Complete {
		return a.Complete
	}
	if a.Evidence != b.Evidence {
		return a.Evidence == results.Recomputed
	}
	return cmp.Or(cmp.Compare(when(a), when(b)), cmp.Compare(a.IngestedAt, b.IngestedAt), cmp.Compare(a.ID, b.ID), strings.Compare(a.Slug, b.Slug)) > 0
}

func when(r *results.ScoredRun) int64 {
	if r.StartedAt != nil {
		return *r.StartedAt
	}
	if r.FinishedAt != nil {
		return *r.FinishedAt
	}
	return r.IngestedAt
}

// group names the block of rows that a row may be ranked with. ClawArena's
// frameworks are different harnesses, and its provider-native block is a
// harness of its own; elsewhere all systems share one board.
func group(b results.Benchmark, e *entry) string {
	if b.Scoring != results.ScoringClawArena {
		return ""
	}
	for _, f := range e.figs {
		if strings.Contains(f.Group, "provider-native") {
			return e.row.System.Framework + " (provider-native)"
		}
	}
	return e.row.System.Framework
}

// fill sets the row's numbers from the run and compares the figures with them.
// A row of figures alone has only the numbers that may stand under the
// convention; without a headline it has no rank.
func (e *entry) fill(in Input, spec score.Spec, convention string, keys []string) {
	r := &e.row
	r.Metrics = make(map[string]results.MetricValue, len(keys))
	for _, k := range keys {
		r.Metrics[k] = results.MetricValue{}
	}
	if e.run != nil {
		slug := e.run.Slug
		r.Run, r.Evidence, r.Complete, r.Scripted = &slug, e.run.Evidence, e.run.Complete, e.run.Scripted
		r.Objections = e.run.Objections
		counts := e.run.Counts
		r.Counts = &counts
		out := make([]float64, len(spec.Keys))
		spec.Eval(spec.Sum(e.units), out)
		for i, k := range spec.Keys {
			r.Metrics[k] = results.MetricValue{Value: finite(out[i])}
		}
	}
	for _, f := range e.figs {
		if f.Scope != "" {
			continue
		}
		r.Published = append(r.Published, compare(in, e, f))
		if e.run == nil && slices.Contains(keys, f.Metric) {
			r.Complete = true
			if transfers(in.Benchmark.Scoring, convention, f.Metric) {
				r.Metrics[f.Metric] = results.MetricValue{Value: f.Value}
			}
		}
	}
	if r.Published == nil {
		r.Published = []results.PublishedValue{}
	}
}

func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// groupsOf splits the entries into comparable blocks: the largest first, and
// within a block the best headline first, incomplete rows last.
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
	slices.SortFunc(groups, func(a, b []*entry) int {
		return cmp.Or(-cmp.Compare(len(a), len(b)), strings.Compare(a[0].row.Group, b[0].row.Group))
	})
	return groups
}

func order(a, b *entry, headline string) int {
	if a.row.Complete != b.row.Complete {
		if a.row.Complete {
			return -1
		}
		return 1
	}
	return cmp.Or(
		-cmp.Compare(headlineOf(a, headline), headlineOf(b, headline)),
		strings.Compare(a.row.System.Model, b.row.System.Model),
		strings.Compare(a.row.System.Framework, b.row.System.Framework),
		strings.Compare(a.row.System.Variant, b.row.System.Variant),
	)
}

func headlineOf(e *entry, headline string) float64 {
	if v := e.row.Metrics[headline].Value; v != nil {
		return *v
	}
	return math.Inf(-1)
}
