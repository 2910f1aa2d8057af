package task

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
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

// picturedRuns is how many runs the pictures of cases show at most.
const picturedRuns = 4

// casePictures finds what stands beside the first lines of the written cases.
func (s Pages) casePictures(ctx context.Context, x *taskviews.Cases) error {
	if len(x.Written) == 0 {
		return nil
	}
	facts, err := s.caseFacts(ctx, x.Of)
	if err != nil {
		return err
	}
	board, err := s.BoardRuns(ctx, x.Of)
	if err != nil {
		return err
	}
	runs := taskviews.StandingRuns(board, facts.runs)
	drawn := runs[:min(len(runs), picturedRuns)]
	ids := make([]int64, len(drawn))
	for i := range drawn {
		ids[i] = drawn[i].ID
	}
	var fields map[int64]report.Fingerprint
	if len(ids) > 0 {
		if fields, err = s.Fingerprints(ctx, x.Of, ids); err != nil {
			return err
		}
	}
	for _, w := range x.Written {
		c, _, err := casebook.Find(w.Slug)
		if err != nil {
			return err
		}
		if len(w.Of) == 0 {
			if w.Runs, err = s.Store.TriedRuns(ctx, w.Benchmark, w.Rounds); err != nil {
				return err
			}
		}
		if w.Picture, err = s.casePicture(ctx, facts, &c, w, drawn, fields); err != nil {
			return err
		}
		if w.Picture != nil && len(w.Picture.Rows) > 0 {
			w.Picture.More += len(runs) - len(drawn)
		}
	}
	return nil
}

// casePicture is what was chosen, else the tasks among those of their scenario, else
// the values that the case embeds.
func (s Pages) casePicture(ctx context.Context, f *caseFacts, c *casebook.Case, w *taskviews.WrittenCase,
	runs []results.Run, fields map[int64]report.Fingerprint) (*taskviews.CasePicture, error) {
	if e := taskviews.Directive(c, casebook.Options); e != nil {
		x, err := s.evidence(ctx, f, *e)
		if err != nil {
			return nil, err
		}
		if p := taskviews.NewOptionsPicture(f.Benchmark, e, x); p != nil {
			return p, nil
		}
	}
	if p := taskviews.NewWindowPicture(w, runs, f.names, fields); p != nil {
		return p, nil
	}
	e := taskviews.Directive(c, casebook.Metric)
	if e == nil {
		return nil, nil
	}
	x, err := s.metricEvidence(ctx, f, *e)
	if err != nil || x.Missing != "" {
		return nil, err
	}
	return &taskviews.CasePicture{Values: x, Of: metric.Of(e.Metric).Label + ":"}, nil
}
