// Package board makes leaderboards out of runs and published figures: one row
// per system. Ranks, rank intervals and tie classes are about one population,
// the systems with a complete run that nothing speaks against; printed figures
// and other runs stand beside it without a rank. It computes once over the whole
// board, so that no filter can move a rank or a class.
package board

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// Input is everything that a benchmark's boards are made of.
type Input struct {
	Benchmark results.Benchmark
	Tasks     []results.Task // ordered by scenario
	Runs      []results.ScoredRun
	Figures   []results.Figure // those that belong on the board, Model canonical
	// Doubtful are the tasks that no answer can pass.
	Doubtful []results.DoubtfulTask
}

// Build makes the board of every convention of the benchmark, whole and without
// the doubtful tasks. Without any the two are the same.
func Build(in Input) []results.Board {
	boards := buildAll(in, "")
	if len(in.Doubtful) > 0 {
		return append(boards, buildAll(in, results.WithoutDoubtful)...)
	}
	for _, b := range boards[:len(boards):len(boards)] {
		b.Without = results.WithoutDoubtful
		boards = append(boards, b)
	}
	return boards
}

func buildAll(in Input, without string) []results.Board {
	var boards []results.Board
	cache := newDraws()
	for _, c := range score.Conventions(in.Benchmark.Scoring) {
		boards = append(boards, build(in, c.ID, without, cache))
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
	units  []score.Unit // over the tasks that have a verdict
	figs   []results.Figure
	sample bool // one of the population: complete, and nothing speaks against it
	// What an incomplete run would be with the missing tasks failed, and passed;
	// nil if nothing is missing.
	failed, passed []score.Unit
}

func build(in Input, convention, without string, cache *draws) results.Board {
	spec := score.SpecOf(in.Benchmark.Scoring, convention)
	b := results.Board{
		Benchmark: in.Benchmark.ID, Convention: convention, Headline: in.Benchmark.Headline, Keys: spec.Keys,
		Without: without, Doubtful: append([]results.DoubtfulTask{}, in.Doubtful...),
	}
	if !slices.Contains(b.Keys, b.Headline) {
		if in.Benchmark.Scoring == results.ScoringStageClaw {
			b.Keys = []string{"score", "first_pass", "time_s", "tokens_m", "cost_usd", "tool_calls"}
		}
		if !slices.Contains(b.Keys, b.Headline) {
			b.Headline = b.Keys[0]
		}
	}
	entries := entriesOf(in)
	if without != "" {
		in.Tasks = withoutDoubtful(in)
	}
	for _, e := range entries {
		e.score(in, without)
		e.fill(spec, b.Keys)
		e.print(in, &b)
	}
	groups := groupsOf(entries, b.Headline)
	clusters := 0
	for _, g := range groups {
		live := population(g, b.Headline)
		clusters = max(clusters, estimate(live, spec, b.Headline, cache))
		rank(live, b.Headline)
		for _, e := range g {
			b.Rows = append(b.Rows, e.row)
		}
	}
	b.Statistics = statistics(in, spec, clusters, groups, b.Headline)
	return b
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
	list = append(list, printedApart(list)...)
	for _, e := range list {
		e.row.Group, e.row.GroupKind = group(in.Benchmark, e)
	}
	return list
}

// printedApart gives the figures of a system a row of their own where no run can
// stand for them: something speaks against the only ones, or they are incomplete
// and of other records than the figures. What a stranger files under a model's
// name must not move or replace what was printed of it.
func printedApart(list []*entry) []*entry {
	var apart []*entry
	for _, e := range list {
		if e.run == nil || len(e.figs) == 0 ||
			len(e.run.Objections) == 0 && slices.ContainsFunc(e.figs, func(f results.Figure) bool { return Covers(&e.run.Run, &f) }) {
			continue
		}
		s := e.figs[0]
		row := results.BoardRow{Evidence: results.Published,
			System: results.System{Model: s.Model, Framework: s.Framework, Variant: s.Variant, Provider: s.Provider}}
		apart = append(apart, &entry{row: row, figs: e.figs})
		e.figs = nil
	}
	return apart
}

// better reports whether a stands for its system rather than b: one that may be
// ranked first, then one that nothing speaks against, complete before
// incomplete, recomputed before bare records, then the newest; of two that began
// together the one that was ingested later, because a correction comes after
// what it corrects.
func better(a, b *results.ScoredRun) bool {
	if a.Ranked() != b.Ranked() {
		return a.Ranked()
	}
	if x, y := len(a.Objections) == 0, len(b.Objections) == 0; x != y {
		return x
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
