package ingest

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/score"
)

// rebuild updates the scores, boards and case studies of a benchmark. It skips runs whose digests
// have not changed.
func (l *Loader) rebuild(ctx context.Context, rep *RunReport, benchmark string) error {
	d, err := l.Store.FindDataset(ctx, benchmark)
	if err != nil {
		return fmt.Errorf("rebuild boards of %s: %w", benchmark, err)
	}
	runs, err := l.currentRuns(ctx, rep, d)
	if err != nil {
		return fmt.Errorf("rebuild boards of %s: %w", benchmark, err)
	}
	if err := l.assemble(ctx, d, runs); err != nil {
		return fmt.Errorf("rebuild boards of %s: %w", benchmark, err)
	}
	if err := l.goThrough(ctx, d, runs); err != nil {
		return err
	}
	return l.mine(ctx, d, runs)
}

// goThrough runs the analyses of the run traces in parallel and saves their results.
func (l *Loader) goThrough(ctx context.Context, d *results.Dataset, runs []results.ScoredRun) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, part := range []struct {
		what string
		find func(context.Context, *results.Dataset, []results.ScoredRun) error
	}{
		{"causes of verdicts", l.whys}, // first because it takes longest
		{"looks", l.look},
		{"failed calls", l.causes},
	} {
		group.Go(func() error {
			if err := part.find(ctx, d, runs); err != nil {
				return fmt.Errorf("rebuild %s of %s: %w", part.what, d.Benchmark.ID, err)
			}
			return nil
		})
	}
	return group.Wait()
}

// allRuns is a limit above the number of runs of any benchmark.
const allRuns = 1 << 30

// currentRuns lists the runs of a benchmark with their exclusions but without trials, rescored
// against the current dataset if needed.
func (l *Loader) currentRuns(ctx context.Context, rep *RunReport, d *results.Dataset) ([]results.ScoredRun, error) {
	list, _, err := l.Store.Runs(ctx, results.RunFilter{Benchmark: d.Benchmark.ID, Bare: true, Limit: allRuns})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b results.Run) int { return cmp.Compare(a.ID, b.ID) })
	digest := score.Digest(&d.Benchmark, d.Tasks)
	runs := make([]results.ScoredRun, len(list))
	for i := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := l.rescore(ctx, rep, d, digest, &list[i]); err != nil {
			return nil, err
		}
	}
	if err := l.relate(ctx, rep, d, list); err != nil {
		return nil, err
	}
	for i := range list {
		runs[i].Run = list[i]
	}
	return runs, nil
}

func (l *Loader) assemble(ctx context.Context, d *results.Dataset, runs []results.ScoredRun) error {
	figures, err := l.Store.BoardFigures(ctx, d.Benchmark.ID)
	if err != nil {
		return err
	}
	impossible := item.Impossible(d.Tasks)
	in := board.Input{Benchmark: d.Benchmark, Tasks: d.Tasks, Runs: runs, Figures: figures, Impossible: impossible}
	src, err := l.scoreRuns(ctx, in)
	if err != nil {
		return err
	}
	boards, err := board.Assemble(ctx, in, src)
	if err != nil {
		return err
	}
	if err := src.saveTests(ctx); err != nil {
		return err
	}
	return l.Store.SaveBoards(ctx, d.Benchmark.ID, boards, l.Now().UnixMilli())
}

// scoreRuns computes the missing scores of the systems and removes obsolete ones.
func (l *Loader) scoreRuns(ctx context.Context, in board.Input) (*storedScores, error) {
	src, err := l.storedScores(ctx, in.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	needed := map[scoreID]bool{}
	systems := board.Systems(in.Runs)
	group, making := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, without := range board.Variants(in.Impossible) {
		scorer := board.NewScorer(in.Benchmark, in.Tasks, in.Impossible, without)
		for _, system := range systems {
			r := &in.Runs[system.Standing].Run
			runs := make([]*results.Run, len(system.Runs))
			for i, n := range system.Runs {
				runs[i] = &in.Runs[n].Run
			}
			id := scoreID{r.ID, without}
			needed[id] = true
			if src.current(id, scorer.Key(r, runs)) {
				continue
			}
			group.Go(func() error { return src.make(making, scorer, r, runs, without) })
		}
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return src, src.removeRest(ctx, needed)
}
