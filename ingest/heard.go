package ingest

import (
	"context"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// heard records which question the agent of the current trial was asked, and whether the agent
// produced any output.
type heard struct {
	questions *Questions       // questions of the run's benchmark; nil before the first user message
	asked     results.TaskName // task whose question was asked last; zero value if none was recognised
	spoke     bool

	scored int
	silent []results.TaskName // scored trials without agent output
}

func (r *runWriter) hear(ctx context.Context, s *results.Step) error {
	if s.Depth > 0 || s.Copied || r.open == nil {
		return nil
	}
	h := &r.heard
	switch s.Source {
	case results.SourceAgent:
		h.spoke = h.spoke || len(s.ToolCalls) > 0 || strings.TrimSpace(s.Message) != "" || strings.TrimSpace(s.Reasoning) != ""
	case results.SourceUser:
		if h.questions == nil {
			d, err := r.w.dataset(ctx, r.run.Benchmark)
			if err != nil {
				return err
			}
			h.questions = NewQuestions(d.Tasks)
		}
		if name, ok := h.questions.Asks(r.open.TaskName(), s.Message); ok && (name == r.open.TaskName() || h.questions.told(name)) {
			h.asked = name
		}
	}
	return nil
}

// heardAll is called at the end of a trial. If the agent was asked the question of a different
// task, heardAll removes the verdict and returns true.
func (r *runWriter) heardAll(t *results.Trial) (changed bool) {
	h := &r.heard
	asked, spoke := h.asked, h.spoke
	h.asked, h.spoke = results.TaskName{}, false
	if t.Score == nil {
		return false
	}
	if *t.Score > 0 {
		if h.scored++; !spoke {
			h.silent = append(h.silent, t.TaskName())
		}
	}
	if asked == (results.TaskName{}) || asked == t.TaskName() {
		return false
	}
	t.Contradict(fmt.Sprintf("The question in the trace belongs to another task, %s/%s", asked.Scenario, asked.Task))
	r.trials[len(r.trials)-1] = outcome(t)
	return true
}

// objectSilent excludes complete runs in which trials with a score above 0 lack agent messages
// although the format records them. It also excludes score files without supporting traces.
func (r *runWriter) objectSilent(b *results.Benchmark) {
	h := &r.heard
	switch {
	case !r.run.Complete || r.run.Scripted:
	case r.run.Format == "scores" && (len(h.silent) > 0 || r.steps == 0):
		r.raise(results.ExclusionTraces, h.silent, "no trace supports %d of %s above 0", len(h.silent), Counted(h.scored, "score"))
	case len(h.silent) > 0 && keepsMessages(r.run.Format, b):
		r.raise(results.ExclusionUnheard, h.silent, "%d of %s with a score above 0 have no message from the agent",
			len(h.silent), Counted(h.scored, "trial"))
	}
}

// keepsMessages reports whether every trial of a format is expected to contain agent messages.
func keepsMessages(format string, b *results.Benchmark) bool {
	switch format {
	case "clawmark":
		return true
	case "harbor":
		return b.Described()
	}
	return false
}
