package task

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// caseTextMost is how much of a text a case study shows of a step, in bytes;
// the rest is one link away.
const caseTextMost = 1500

// CaseStep is one step of a trace, cut to its head.
type CaseStep struct {
	Href   string
	Number int
	Source string
	Text   string
	More   int // characters that are left out
	Calls  []CaseCall
}

// CaseCall is one tool call of a step with its answer.
type CaseCall struct {
	Name, Arguments, Answer string
	MoreArguments, More     int
	Failed                  bool
}

// AddSteps shows a range of a trial's steps, each cut to its head.
func (x *CaseEvidence) AddSteps(b results.Benchmark, e casebook.Evidence, names map[string]string, t *results.StoredTrial,
	steps []results.Step) {
	where := fmt.Sprintf("%d: %s at %s", t.StepsTotal, names[t.Run], words.Task(b, t.Scenario, t.Task))
	if x.Caption = fmt.Sprintf("Steps %d to %d of %s", e.From, e.From+len(steps)-1, where); len(steps) == 1 {
		x.Caption = fmt.Sprintf("Step %d of %s", e.From, where)
	}
	for i := range steps {
		st := &steps[i]
		row := CaseStep{Number: st.StepID, Source: st.Source, Href: link.AttemptStep(t.Run, t.Scenario, t.Task, t.Attempt, st.StepID)}
		row.Text, row.More = headOf(st.Message)
		for _, c := range st.ToolCalls {
			row.Calls = append(row.Calls, caseCall(st, c))
		}
		x.Steps = append(x.Steps, row)
	}
}

// caseCall is a call with the answer to it, both cut.
func caseCall(st *results.Step, c results.ToolCall) CaseCall {
	call := CaseCall{Name: c.Name}
	call.Arguments, call.MoreArguments = headOf(plainArguments(c.Arguments))
	if st.Observation != nil {
		for i := range st.Observation.Results {
			if r := &st.Observation.Results[i]; r.CallID == c.ID {
				call.Answer, call.More = headOf(r.Content)
				call.Failed = r.Failed
			}
		}
	}
	return call
}

// plainArguments writes the arguments of a call one below the other, and text
// among them with its line breaks, so that a file that was written can be read.
// What is no object stays as it is.
func plainArguments(raw json.RawMessage) string {
	members, ok := views.MembersOf(raw)
	if !ok {
		return string(raw)
	}
	var lines []string
	for _, m := range members {
		text, sep := strings.TrimRight(m.Value, "\n"), " "
		if strings.Contains(text, "\n") {
			sep = "\n"
		}
		lines = append(lines, m.Name+":"+sep+text)
	}
	return strings.Join(lines, "\n")
}

// headOf cuts a text to what a case study shows and counts what is left out.
func headOf(text string) (string, int) { return headOfMost(text, caseTextMost) }

func headOfMost(text string, most int) (string, int) {
	if len(text) <= most {
		return text, 0
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut], utf8.RuneCountInString(text[cut:])
}
