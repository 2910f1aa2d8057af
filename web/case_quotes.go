package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// The most that is read for the quotes of one case: trials, steps at the beginning of
// a trace, and steps in which a repeated call is sought.
const (
	quotedTrials = 3
	quotedSteps  = 12
	loopSteps    = 2000
)

// quoteCase quotes the first trials of a case.
func (s *Server) quoteCase(ctx context.Context, m *report.MinedCase) error {
	for _, ref := range m.Trials[:min(len(m.Trials), quotedTrials)] {
		r, err := s.quoteRecords(ctx, m.Rule, ref)
		if isNotFound(err) {
			continue
		}
		if err != nil {
			return err
		}
		m.Quoted = append(m.Quoted, report.NewQuotedTrial(m.About, m.Rule == "told-otherwise", r))
	}
	return nil
}

func (s *Server) quoteRecords(ctx context.Context, rule string, ref results.CaseRef) (*report.QuoteRecords, error) {
	t, err := s.store.FindTrial(ctx, ref.Run, ref.Scenario, ref.Task, ref.Attempt)
	if err != nil {
		return nil, err
	}
	r := &report.QuoteRecords{Trial: t}
	if r.Details, err = s.store.Details(ctx, t.ID); err != nil {
		return nil, err
	}
	if err := s.quoteTrace(ctx, rule, r); err != nil {
		return nil, err
	}
	switch told := r.Details.Told; {
	case rule == "silent-preference":
		return r, s.quoteKept(ctx, r)
	case rule == "told-otherwise" && told != nil && results.ValidSlug(told.About):
		return r, s.quoteBefore(ctx, r, told.About)
	}
	return r, nil
}

// quoteTrace reads the first message to the agent, its last one, and for a loop the
// call that goes round.
func (s *Server) quoteTrace(ctx context.Context, rule string, r *report.QuoteRecords) error {
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
	last, err := s.store.LastMessage(ctx, &r.Trial)
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
		r.Loop = report.FindRepeated(steps)
	}
	return nil
}

func (s *Server) stepsFrom(ctx context.Context, r *report.QuoteRecords, from, limit int) ([]results.Step, error) {
	rows, err := s.store.StepRows(ctx, &r.Trial, from, limit)
	if err != nil {
		return nil, err
	}
	return s.store.Steps(ctx, &r.Trial, rows)
}

// quoteBefore reads the trial that the feedback is about.
func (s *Server) quoteBefore(ctx context.Context, r *report.QuoteRecords, task string) error {
	t, err := s.store.FindTrial(ctx, r.Trial.Run, r.Trial.Scenario, task, r.Trial.Attempt)
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	d, err := s.store.Details(ctx, t.ID)
	if err != nil {
		return err
	}
	r.Before, r.Checked = &t, report.CheckerWords(&d)
	return nil
}

// quoteKept reads the last trial before this one that kept a preference.
func (s *Server) quoteKept(ctx context.Context, r *report.QuoteRecords) error {
	run, err := s.store.FindRun(ctx, r.Trial.Run)
	if err != nil {
		return err
	}
	trials, err := s.store.RunTrials(ctx, run.ID, r.Trial.Scenario)
	if err != nil {
		return err
	}
	for i := range trials {
		if trials[i].ID == r.Trial.ID {
			break
		}
		if p := trials[i].PrefPassed; p != nil && *p {
			r.Kept = &trials[i]
		}
	}
	return nil
}
