package cycles

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/align"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/outline"
)

// Cycle is a stretch of steps that makes the same calls turn after turn.
type Cycle struct {
	From    int      `json:"from"`    // number of its first step
	To      int      `json:"to"`      // number of its last step
	Turns   int      `json:"turns"`   // that were gone through as a whole
	Rest    int      `json:"rest"`    // steps of the turn that breaks off; 0 if none does
	TookMS  *int64   `json:"took_ms"` // milliseconds from its first step to the last answer; null where that is not recorded
	Members []Member `json:"members"` // the steps of one turn, in their order
}

// Member is one step of each turn.
type Member struct {
	Tool    string `json:"tool"`          // name of its first call's tool, as recorded
	About   string `json:"about"`         // what the call is about, in a few words
	Calls   int    `json:"calls"`         // that the step makes
	Times   int    `json:"times"`         // that it was taken
	Failed  int    `json:"failed"`        // of those
	Refused int    `json:"refused"`       // of those
	Empty   int    `json:"found_nothing"` // of those
	First   Turn   `json:"first"`         // the first time
	Last    Turn   `json:"last"`          // the last time
	Answers int    `json:"answers"`       // different ones that it got
	Changed []int  `json:"changed"`       // steps whose answer is another than a turn before; the first 20
}

// Turn is a step of a cycle in one of its turns.
type Turn struct {
	Step   int    `json:"step"`      // its number
	Exit   *int   `json:"exit_code"` // of its first call; null where none is recorded
	TookMS *int64 `json:"took_ms"`   // milliseconds to the last of its answers; null where that is not recorded
}

// changedMost is how many changes of an answer are listed.
const changedMost = 20

// Of lists the cycles of the steps of a trace, or of a stretch of it. Steps are equal
// if the same agent makes the same calls in the same order, after normalising them as
// align.KeyOf does; what the model says beside them does not count, nor what they
// answer. A step without a call, such as a message, is part of no cycle, and none goes
// on over the end of a day or of the model's context. The marks are those of the steps.
func Of(steps []results.Step, marks []outline.Mark, names files.Names) []Cycle {
	keys := make([]string, len(steps))
	for i := range steps {
		keys[i] = keyOf(&steps[i], names)
	}
	list := []Cycle{}
	for _, s := range Find(keys) {
		c := Cycle{From: steps[s.From].StepID, To: steps[s.To-1].StepID}
		c.Turns, c.Rest = s.Turns()
		if begin, end := steps[s.From].Timestamp, steps[s.To-1].End(); begin != nil && end != nil && *end >= *begin {
			took := *end - *begin
			c.TookMS = &took
		}
		for k := range s.Period {
			c.Members = append(c.Members, memberOf(steps[s.From+k:s.To], marks[s.From+k:s.To], s.Period))
		}
		list = append(list, c)
	}
	return list
}

// keyOf identifies what a step does; empty where it calls nothing.
func keyOf(s *results.Step, names files.Names) string {
	if len(s.ToolCalls) == 0 || s.Copied {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q%q%q", s.Agent, s.Day, s.Boundary)
	for i := range s.ToolCalls {
		k := align.KeyOf(s.ToolCalls[i].Name, s.ToolCalls[i].Arguments, names)
		fmt.Fprintf(h, "%q%q", k.Tool, k.Arguments)
	}
	return string(h.Sum(nil))
}

// memberOf goes through every period-th of the steps.
func memberOf(steps []results.Step, marks []outline.Mark, period int) Member {
	m := Member{Tool: marks[0].Tool, About: marks[0].Label, Calls: marks[0].Calls, First: turnOf(&steps[0]), Changed: []int{}}
	answers, before := map[string]bool{}, ""
	for i := 0; i < len(steps); i += period {
		m.Times++
		switch marks[i].Kind {
		case outline.Failed:
			m.Failed++
		case outline.Refused:
			m.Refused++
		case outline.Empty:
			m.Empty++
		}
		answer := answerOf(&steps[i])
		if answers[answer] = true; i > 0 && answer != before && len(m.Changed) < changedMost {
			m.Changed = append(m.Changed, steps[i].StepID)
		}
		before, m.Last = answer, turnOf(&steps[i])
	}
	m.Answers = len(answers)
	return m
}

func turnOf(s *results.Step) Turn {
	t := Turn{Step: s.StepID, TookMS: s.TookMS()}
	if r := s.ResultOf(0); r != nil {
		t.Exit = r.ExitCode
	}
	return t
}

// answerOf identifies what the calls of a step were answered.
func answerOf(s *results.Step) string {
	if s.Observation == nil {
		return ""
	}
	h := sha256.New()
	for i := range s.Observation.Results {
		r := &s.Observation.Results[i]
		fmt.Fprintf(h, "%t%q%q%q", r.Failed, r.Outcome, strings.TrimSpace(r.Content), r.ErrorText)
		for _, p := range r.Parts {
			fmt.Fprintf(h, "%q%q%d", p.Raw, p.Path, p.Bytes)
		}
	}
	return string(h.Sum(nil))
}
