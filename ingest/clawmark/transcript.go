package clawmark

import (
	"cmp"
	"context"
	"fmt"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/world"
)

// session reads one messages.jsonl into the open trial.
type session struct {
	r     *reader
	ctx   context.Context
	name  string
	t     *results.Trial
	days  *days
	watch *world.StageWatch // for what changes in the task; nil where that is not known
	media mediaKeeper

	spoilt     error // of the writer: the run cannot go on
	modelFails int
}

// transcript reads the session of a trial: its steps with their days, its
// tokens and times.
func (r *reader) transcript(ctx context.Context, dir string, t *results.Trial, task *results.Task) error {
	name := path.Join(dir, messagesFile)
	if !isFile(r.in.FS, name) {
		t.Details.TraceNote = "There is no messages.jsonl: the model has never answered, or " +
			"the harness has failed to copy the session, which it does not report."
		return nil
	}
	s := &session{r: r, ctx: ctx, name: name, t: t, days: newDays(task)}
	if task != nil {
		s.watch = world.NewStageWatch(task)
	}
	s.media = mediaKeeper{rw: r.rw, ctx: ctx, root: r.in.Item.Dir, dir: path.Join(dir, "messages.media")}
	lines := r.in.Keep(ctx, r.rw, name, 1) // a session is first read for its ids alone
	open := func() (trace.LineReader, error) { return lines.Open() }
	sum, err := trace.OpenClawSession(open, trace.Sink{Step: s.step, Warn: s.warn, Media: s.media.keep})
	fault, unkept := lines.Finish()
	if fault != nil {
		r.warn(name, "the raw record is kept only up to the fault: %v", fault)
	}
	s.spoilt = cmp.Or(s.spoilt, s.media.spoilt, unkept)
	if s.spoilt != nil {
		return s.spoilt
	}
	if ctx.Err() != nil {
		return ctx.Err()
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

// step gives every step its day and hands it on.
func (s *session) step(st *results.Step) error {
	if s.spoilt = s.ctx.Err(); s.spoilt != nil {
		return s.spoilt
	}
	s.days.mark(st)
	if s.watch != nil {
		s.watch.Step(st)
	}
	if s.t.Details.Prompt == "" && st.Source == results.SourceUser && st.Event == "" {
		s.t.Details.Prompt = st.Message
	}
	if st.Source == results.SourceAgent && st.Error != "" {
		s.modelFails++
	}
	if err := s.r.rw.Step(s.ctx, st); err != nil {
		s.spoilt = fmt.Errorf("save step of %s: %w", s.name, err)
	}
	return s.spoilt
}

func (s *session) warn(line int, message string) {
	s.r.rw.Warn(ingest.Warn(s.name, line, "%s", message))
}

// conclude puts what the session says as a whole into the trial.
func (s *session) conclude(sum *trace.Summary) {
	t := s.t
	sum.Describe(t) // without a cost: the harness gives its provider no prices
	t.AgentMS, t.Details.Phases = s.days.agentMS(), s.days.phases
	if s.watch != nil && len(s.days.phases) > 0 {
		t.Details.StageLooks = s.watch.Looks()
	}
	if len(s.days.unknown) > 0 {
		s.r.warn(s.name, "messages carry times that the task's stages do not have (%s); their days follow the order", list(s.days.unknown))
	}
	switch missing := s.days.missing(t.Details.Stages); {
	case len(s.days.phases) == 0 && sum.Steps > 0:
		t.Details.TraceNote = joinNotes(t.Details.TraceNote,
			"No message carries the line with the day's time, so the steps cannot be told apart by day.")
		s.r.warn(s.name, "no message carries the time of a stage: the trace cannot be cut into days")
	case len(missing) > 0 && sum.Steps > 0:
		s.r.warn(s.name, "the session has no message for %s, which ran by the record", list(missing))
	}
	s.doubts(sum)
}

// doubts notes verdicts that come without work.
func (s *session) doubts(sum *trace.Summary) {
	passed := 0
	for _, c := range s.t.Checks {
		if c.Passed != nil && *c.Passed {
			passed++
		}
	}
	if sum.ModelCalls > 0 && s.modelFails >= sum.ModelCalls {
		s.r.suspect(s.name, s.t, fmt.Sprintf("every call of the model failed (%d of %d)", s.modelFails, sum.ModelCalls))
		return
	}
	if sum.Steps > 0 && sum.ToolCalls == 0 && passed > 0 {
		s.r.suspect(s.name, s.t, fmt.Sprintf("the agent called no tool, yet %d of %d checks passed: they hold without work", passed,
			len(s.t.Checks)))
	}
}

func joinNotes(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}
