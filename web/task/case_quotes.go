package task

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	"github.com/clawatlas/clawatlas/web"
)

// The most that is read for the quotes of one case: trials, steps at the beginning of
// a trace, and steps in which a repeated call is sought.
const (
	quotedTrials = 3
	quotedSteps  = 12
	loopSteps    = 2000
)

// quoteCase quotes the first trials of a case.
func (s Pages) quoteCase(ctx context.Context, m *taskviews.MinedCase) error {
	for _, ref := range m.Trials[:min(len(m.Trials), quotedTrials)] {
		r, err := s.quoteRecords(ctx, m.Rule, ref)
		if web.IsNotFound(err) {
			continue
		}
		if err != nil {
			return err
		}
		m.Quoted = append(m.Quoted, taskviews.NewQuotedTrial(m.About, m.Rule == "told-otherwise", r))
	}
	return nil
}

func (s Pages) quoteRecords(ctx context.Context, rule string, ref results.CaseRef) (*taskviews.QuoteRecords, error) {
	t, err := s.Store.FindTrial(ctx, ref.Run, ref.Scenario, ref.Task, ref.Attempt)
	if err != nil {
		return nil, err
	}
	r := &taskviews.QuoteRecords{Trial: t}
	if r.Details, err = s.Store.Details(ctx, t.ID); err != nil {
		return nil, err
	}
	if err := s.quoteTrace(ctx, rule, r); err != nil {
		return nil, err
	}
	switch told := r.Details.Told; {
	case rule == "told-otherwise" && told != nil && results.ValidSlug(told.About):
		return r, s.quoteBefore(ctx, r, told.About)
	}
	return r, nil
}

// quoteTrace reads the first message to the agent, its last one, and for a loop the
// call that goes round.
func (s Pages) quoteTrace(ctx context.Context, rule string, r *taskviews.QuoteRecords) error {
	if r.Trial.StepsTotal == 0 {
		return nil
	}
	first, err := s.stepsFrom(ctx, r, 1, quotedSteps)
	if err != nil {
		return err
	}
	for i := range first {
		if first[i].Source == results.SourceUser {
			r.Asked = &first[i]
			break
		}
	}
	last, err := s.Store.LastMessage(ctx, &r.Trial)
	if err != nil {
		return err
	}
	if last > 0 {
		list, err := s.stepsFrom(ctx, r, last, 1)
		if err != nil {
			return err
		}
		if len(list) == 1 && list[0].Source == results.SourceAgent {
			r.Last = &list[0]
		}
	}
	if rule == "loop" {
		steps, err := s.stepsFrom(ctx, r, 1, loopSteps)
		if err != nil {
			return err
		}
		r.Loop = taskviews.FindRepeated(steps)
	}
	return nil
}

func (s Pages) stepsFrom(ctx context.Context, r *taskviews.QuoteRecords, from, limit int) ([]results.Step, error) {
	rows, err := s.Store.StepRows(ctx, &r.Trial, from, limit)
	if err != nil {
		return nil, err
	}
	return s.Store.Steps(ctx, &r.Trial, rows)
}

// quoteBefore reads the trial that the feedback is about.
func (s Pages) quoteBefore(ctx context.Context, r *taskviews.QuoteRecords, task string) error {
	t, err := s.Store.FindTrial(ctx, r.Trial.Run, r.Trial.Scenario, task, r.Trial.Attempt)
	if web.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	d, err := s.Store.Details(ctx, t.ID)
	if err != nil {
		return err
	}
	r.Before, r.Checked = &t, taskviews.CheckerWords(&d)
	return nil
}
