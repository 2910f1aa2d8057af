package why

import "github.com/clawatlas/clawatlas/results"

// boundary is a step after which earlier context is gone, as its record states.
type boundary struct {
	at   results.Cause
	to   int    // last step that it took the place of
	text string // what it put there
}

// bound notes a step that ends the context of the main agent.
func (h *History) bound(t *results.Trial, step *results.Step) {
	if step.Depth > 0 || step.Agent != "" || step.Copied || step.Boundary != "replace" {
		return // what a cut leaves is not stated
	}
	to := step.StepID - 1
	if step.Compaction != nil {
		to = step.Compaction.To
	}
	at := results.Cause{Task: t.Task, Attempt: t.Attempt, Step: step.StepID, Rule: results.RuleLast}
	h.bounds = append(h.bounds, boundary{at, to, step.Message})
}

// fellOut is the step at which what a cause showed last left the context; nil if it
// did not before the call that matters, or if what took its place has the value. Without
// a call all that came after it counts.
func (h *History) fellOut(c, call *results.Cause, value string) *results.Cause {
	for i := range h.bounds {
		b := &h.bounds[i]
		kept := c.Task == b.at.Task && c.Attempt == b.at.Attempt && c.Step > b.to
		if kept || !after(&b.at, c, h) || call != nil && !after(call, &b.at, h) {
			continue
		}
		if value != "" && lineWith(b.text, value) != "" {
			return nil
		}
		return &b.at
	}
	return nil
}

// after reports whether a step came after another one of the session.
func after(a, b *results.Cause, h *History) bool {
	if a.Task == b.Task && a.Attempt == b.Attempt {
		return a.Step > b.Step
	}
	return h.trialAt(a) > h.trialAt(b)
}

// trialAt is the place of a step's trial in the session; 0 where it has no text.
func (h *History) trialAt(c *results.Cause) int {
	for i := range h.order {
		if h.order[i].Task == c.Task && h.order[i].Attempt == c.Attempt {
			return i + 1
		}
	}
	return 0
}

// forgot goes on with that something was shown last before the context was replaced.
func (s *session) forgot(x *saying, t *Turn, c, call *results.Cause, value string) {
	if at := s.fellOut(c, call, value); at != nil {
		x.and(", before the context was replaced at ").step(t, at).and(", and not again")
	}
}
