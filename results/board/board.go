// Package board makes leaderboards out of runs and published figures: one row
// per system. Ranks, rank intervals and tie classes are about one population,
// the systems with a complete run that nothing speaks against; printed figures
// and other runs stand beside it without a rank. It computes once over the whole
// board, so that no filter can move a rank or a class.
package board

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/check"
	"github.com/clawatlas/clawatlas/results/score"
)

// Input is everything that a benchmark's boards are made of.
type Input struct {
	Benchmark results.Benchmark
	Tasks     []results.Task // ordered by scenario
	Runs      []results.ScoredRun
	Figures   []results.Figure // those that belong on the board, Model canonical
	// Impossible are the tasks that no answer can pass.
	Impossible []results.ImpossibleTask
}

// Assemble makes the boards from what each run was given when it was scored; it
// looks at no trial. Without impossible tasks the boards without them are left out.
func Assemble(ctx context.Context, in Input, src Source) ([]results.Board, error) {
	var boards []results.Board
	for _, without := range Variants(in.Impossible) {
		for _, c := range score.Conventions(in.Benchmark.Scoring) {
			b, err := (&assembly{in: in, src: src, convention: c.ID, without: without}).board(ctx)
			if err != nil {
				return nil, fmt.Errorf("board %s %q %s: %w", in.Benchmark.ID, c.ID, without, err)
			}
			boards = append(boards, b)
		}
	}
	return boards, nil
}

// Variants lists the sets of tasks that boards leave out: none, and the impossible
// ones if there are any.
func Variants(impossible []results.ImpossibleTask) []string {
	if len(impossible) == 0 {
		return []string{""}
	}
	return []string{"", results.WithoutImpossible}
}

// system is what one row stands for. The provider is not part of it: papers
// and run directories name the same route differently.
type system struct{ model, framework, variant string }

func systemOf(s results.System) system { return system{s.Model, s.Framework, s.Variant} }

// entry is a row in the making.
type entry struct {
	row    results.BoardRow
	run    *results.ScoredRun
	all    []*results.ScoredRun // of the system, as they came
	score  *results.RunScore    // of the system
	at     int                  // of the board's convention in it
	figs   []results.Figure
	sample bool // one of the population: complete, and nothing speaks against it
}

// assembly is a board in the making.
type assembly struct {
	in                  Input
	src                 Source
	convention, without string
	spec                score.Spec
	headline            string
}

func (a *assembly) board(ctx context.Context) (results.Board, error) {
	in := a.in
	a.spec = score.SpecOf(in.Benchmark.Scoring, a.convention)
	a.headline = headlineUnder(in.Benchmark, a.spec)
	b := results.Board{
		Benchmark: in.Benchmark.ID, Convention: a.convention, Headline: a.headline, Keys: a.keys(),
		Without: a.without, Impossible: append([]results.ImpossibleTask{}, in.Impossible...),
	}
	entries := entriesOf(in)
	if a.without != "" {
		in.Tasks = withoutImpossible(in.Tasks, in.Impossible)
	}
	for _, e := range entries {
		if err := a.score(ctx, e); err != nil {
			return b, err
		}
	}
	if i := slices.Index(a.spec.Keys, "points"); !slices.ContainsFunc(entries, func(e *entry) bool { return e.has(i) }) {
		b.Keys = slices.DeleteFunc(b.Keys, func(key string) bool { return key == "points" })
	}
	for _, e := range entries {
		e.fill(a.spec, b.Keys)
		e.print(in, &b)
	}
	groups := groupsOf(entries, a.headline)
	clusters, err := a.estimate(ctx, groups)
	if err != nil {
		return b, err
	}
	for _, g := range groups {
		rank(population(g, a.headline), a.headline)
		for _, e := range g {
			b.Rows = append(b.Rows, e.row)
		}
	}
	b.Statistics = statistics(in, a.spec, clusters, groups, a.headline)
	return b, nil
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
		if r.Objects(results.ExclusionSnapshot) {
			continue
		}
		e := find(r.System)
		e.all = append(e.all, r)
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
			len(e.run.Exclusions) == 0 && slices.ContainsFunc(e.figs, func(f results.Figure) bool { return check.Covers(&e.run.Run, &f) }) {
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
// incomplete, dated before undated, of which nobody knows that it is newer,
// recomputed before bare records, then the newest; of two that began together the
// one that was ingested later, because a correction comes after what it corrects.
func better(a, b *results.ScoredRun) bool {
	if a.Ranked() != b.Ranked() {
		return a.Ranked()
	}
	if x, y := len(a.Exclusions) == 0, len(b.Exclusions) == 0; x != y {
		return x
	}
	if a.Complete != b.Complete {
		return a.Complete
	}
	if dated(&a.Run) != dated(&b.Run) {
		return dated(&a.Run)
	}
	if a.Evidence != b.Evidence {
		return a.Evidence == results.Recomputed
	}
	return cmp.Or(cmp.Compare(when(a), when(b)), cmp.Compare(a.IngestedAt, b.IngestedAt), cmp.Compare(a.ID, b.ID),
		strings.Compare(a.Slug, b.Slug)) > 0
}

func dated(r *results.Run) bool { return r.StartedAt != nil || r.FinishedAt != nil }

func when(r *results.ScoredRun) int64 {
	if r.StartedAt != nil {
		return *r.StartedAt
	}
	if r.FinishedAt != nil {
		return *r.FinishedAt
	}
	return r.IngestedAt
}
