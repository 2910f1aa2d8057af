package task

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	"github.com/clawatlas/clawatlas/web"
)

// withdrawnRead is how many withdrawals of a benchmark are looked through.
const withdrawnRead = 1000

// writtenCases are the written cases of a benchmark that may be told.
func (s Pages) writtenCases(ctx context.Context, benchmark string) ([]casebook.Case, error) {
	list, err := casebook.Of(benchmark)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	gone, err := s.goneModels(ctx, benchmark)
	if err != nil || gone == nil {
		return list, err
	}
	return slices.DeleteFunc(list, func(c casebook.Case) bool { return tellsOf(c, gone) }), nil
}

// stillTold is an error if a written case quotes a run that was taken down.
func (s Pages) stillTold(ctx context.Context, c casebook.Case) error {
	gone, err := s.goneModels(ctx, c.Benchmark)
	if err == nil && tellsOf(c, gone) {
		err = fmt.Errorf("case %s: it quotes a run that was withdrawn: %w", c.Slug, results.ErrNotFound)
	}
	return err
}

// tellsOf reports whether a case quotes the trace of a model of which nothing is left.
func tellsOf(c casebook.Case, gone func(model string) bool) bool {
	return gone != nil && slices.ContainsFunc(c.Blocks, func(b casebook.Block) bool {
		return b.Evidence != nil && b.Evidence.Model != "" && gone(b.Evidence.Model)
	})
}

// goneModels tells the models whose runs of a benchmark were all withdrawn from those
// that never had one; nil if no run was withdrawn.
func (s Pages) goneModels(ctx context.Context, benchmark string) (func(model string) bool, error) {
	withdrawn, _, err := s.Store.Changes(ctx, results.ChangeFilter{Benchmark: benchmark, Kind: results.ChangeWithdrawn, Limit: withdrawnRead})
	if err != nil || len(withdrawn) == 0 {
		return nil, err
	}
	runs, err := web.ReadRuns(ctx, s.Store, results.RunFilter{Benchmark: benchmark, Bare: true})
	if err != nil {
		return nil, err
	}
	return func(model string) bool {
		if slices.ContainsFunc(runs, func(r results.Run) bool { return r.System.Model == model }) {
			return false
		}
		name := benchmark + "-" + results.Slug(model) + "-" // as the addresses of its runs begin
		return slices.ContainsFunc(withdrawn, func(c results.Change) bool { return strings.HasPrefix(c.Run, name) })
	}, nil
}

// casePictures finds what stands beside the first lines of the written cases: what was
// chosen, else who passed their tasks.
func (s Pages) casePictures(ctx context.Context, x *taskviews.Cases) error {
	if len(x.Written) == 0 {
		return nil
	}
	facts, err := s.caseFacts(ctx, x.Of)
	if err != nil {
		return err
	}
	t, err := s.taskTable(ctx, x.Of.ID, false)
	if err != nil {
		return err
	}
	for _, w := range x.Written {
		c, _, err := casebook.Find(w.Slug)
		if err != nil {
			return err
		}
		if e := taskviews.Directive(&c, casebook.Options); e != nil {
			of, err := s.evidence(ctx, facts, *e)
			if err != nil {
				return err
			}
			w.AddOptions(e, of)
		}
		if w.Picture == nil {
			w.AddPassed(t)
		}
	}
	return nil
}
