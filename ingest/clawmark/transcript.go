package clawmark

import (
	"cmp"
	"context"
	"fmt"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

type session struct {
	ingest.Telling
	r    *reader
	days *days

	modelFails int
}

func (r *reader) transcript(ctx context.Context, dir string, t *results.Trial, task *results.Task) error {
	name := path.Join(dir, messagesFile)
	if !isFile(r.in.FS, name) {
		t.Details.TraceNote = "There is no messages.jsonl: the model never replied, or " +
			"the harness failed to copy the session, which it does not report."
		return nil
	}
	s := &session{Telling: ingest.Telling{Ctx: ctx, In: r.in, RW: r.rw, Trial: t, File: name}, r: r, days: newDays(task)}
	lines := r.in.Keep(ctx, r.rw, name, 1) // the first pass only collects the ids
	open := func() (trace.LineReader, error) { return lines.Open() }
	sum, err := trace.OpenClawSession(open, trace.Sink{Step: s.step, Warn: s.Warn, Media: s.MediaIn(path.Join(dir, "messages.media"))})
	fault, unkept := lines.Finish()
	if fault != nil {
		r.warn(name, "the raw record is kept only up to the error: %v", fault)
	}
	if err := cmp.Or(s.Spoilt, unkept, ctx.Err()); err != nil {
		return err
	}
	if err != nil {
		t.Details.TraceNote = "The session could not be read to its end: " + err.Error()
		r.warn(name, "%v; the trace ends there", err)
	}
	if sum.Steps > 0 {
		r.traces++
	}
	r.sawModel(sum.Model)
	s.conclude(&sum)
	return nil
}

func (s *session) step(st *results.Step) error {
	s.days.mark(st)
	if st.Source == results.SourceAgent && st.Error != "" {
		s.modelFails++
	}
	return s.Telling.Step(st)
}

func (s *session) conclude(sum *trace.Summary) {
	t := s.Trial
	sum.Describe(t) // no cost, because the harness has no prices
	t.AgentMS, t.Details.Phases = s.days.agentMS(), s.days.phases
	if len(s.days.unknown) > 0 {
		s.r.warn(s.File, "message times (%s) match no stage of the task: days are assigned in order", list(s.days.unknown))
	}
	switch missing := s.days.missing(t.Details.Stages); {
	case len(s.days.phases) == 0 && sum.Steps > 0:
		t.Details.TraceNote = joinNotes(t.Details.TraceNote,
			"No message carries the line with the day's time, so the steps cannot be told apart by day.")
		s.r.warn(s.File, "no message time matches a stage: the trace cannot be split into days")
	case len(missing) > 0 && sum.Steps > 0:
		s.r.warn(s.File, "the session has no message for %s, although the record says it ran", list(missing))
	}
	s.checkWork(sum)
}

// checkWork records a signal for checks that passed although all model calls failed or the agent
// called no tool.
func (s *session) checkWork(sum *trace.Summary) {
	passed := 0
	for _, c := range s.Trial.Checks {
		if c.Passed != nil && *c.Passed {
			passed++
		}
	}
	if sum.ModelCalls > 0 && s.modelFails >= sum.ModelCalls {
		s.r.suspect(s.File, s.Trial, fmt.Sprintf("every call of the model failed (%d of %d)", s.modelFails, sum.ModelCalls))
		return
	}
	if sum.Steps > 0 && sum.ToolCalls == 0 && passed > 0 {
		s.r.suspect(s.File, s.Trial, fmt.Sprintf("the agent called no tool, yet %d of %d checks passed", passed,
			len(s.Trial.Checks)))
	}
}

func joinNotes(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}
