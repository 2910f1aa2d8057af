// Package board builds leaderboards from runs and reported results, with one row per system. Ranks,
// rank intervals and tie classes cover the same systems: those with a complete run that has no
// exclusions. Reported results and other runs are listed without a rank. All statistics are
// computed over the whole leaderboard, so filtering it does not change any rank or class.
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

// Input is the data for a benchmark's leaderboards.
type Input struct {
	Benchmark results.Benchmark
	Tasks     []results.Task // tasks sorted by scenario
	Runs      []results.ScoredRun
	Figures   []results.Figure // reported results for the leaderboard, with canonical model ids
	// Impossible lists the tasks with a faulty check.
	Impossible []results.ImpossibleTask
}

// Assemble builds the leaderboards from stored scores, without reading trials. It builds the
// variant without impossible tasks only if there are such tasks.
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

// Variants returns the values of Board.Without for which leaderboards are built: "" and, if there
// are impossible tasks, WithoutImpossible.
func Variants(impossible []results.ImpossibleTask) []string {
	if len(impossible) == 0 {
		return []string{""}
	}
	return []string{"", results.WithoutImpossible}
}

// system identifies a row. It omits the provider, because papers and run directories name the same
// provider differently.
type system struct{ model, framework, variant string }

func systemOf(s results.System) system { return system{s.Model, s.Framework, s.Variant} }

// entry is a leaderboard row under construction.
type entry struct {
	row    results.BoardRow
	run    *results.ScoredRun
	all    []*results.ScoredRun // runs of the system, in the order of the input
	score  *results.RunScore
	at     int // index of the leaderboard's convention in score.Conventions
	figs   []results.Figure
	sample bool // set if the system is ranked: its run is complete and has no exclusions
}

// assembly is a leaderboard under construction.
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

// entriesOf returns one entry per system, in a reproducible order.
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

// printedApart moves a system's reported results to a separate row if its run cannot represent
// them, because the run is excluded or does not cover them. A run that someone else submits under a
// model's name therefore cannot move or replace the reported results.
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

// better reports whether run a should represent the system instead of run b. It prefers, in this
// order: ranked runs, runs without exclusions, complete runs, dated runs, recomputed runs, newer
// runs. If two runs began at the same time, it prefers the one imported later, because a correction
// is imported after the run that it corrects.
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
