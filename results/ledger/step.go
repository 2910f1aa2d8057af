// Package ledger keeps what a search of calls needs of each step of a run, packed:
// who speaks, and of each call its tool, the files that it names, its exit code and
// how it ended. The functions are pure.
package ledger

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/search"
)

// Rules is the version of the rules by which steps are noted. What was noted by
// others is made again.
const Rules = "2"

// Step is what is noted of a step.
type Step struct {
	Role   string // user, agent or system
	Day    string // of the trace; empty where it states none
	First  bool   // of its trial
	Failed bool   // it shows a failure, of a call or its own
	Copied bool   // repeated from an earlier trace: no search finds it
	Calls  []Call
}

// Call is what is noted of a call.
type Call struct {
	Tool  string   // its name
	Paths []string // of the files that it names, from the workspace on, each once
	Exit  *int     // code of the command, where it is recorded
	End   string   // one of the values of is:; empty without a result
	Cause string   // of a failure, see calls.Cause
	Error string   // name of the error that a failed call shows last; empty if there is none
	Later string   // of a failure, one of the values of later:; Book finds it out
}

// Of notes a step. names are those of the trial's workspace.
func Of(s *results.Step, names files.Names) Step {
	n := Step{Role: s.Source, Day: s.Day, Failed: s.Failed(), Copied: s.Copied}
	for i := range s.ToolCalls {
		n.Calls = append(n.Calls, callOf(s, i, names))
	}
	return n
}

func callOf(s *results.Step, i int, names files.Names) Call {
	call := &s.ToolCalls[i]
	r := s.ResultOf(i)
	if call.ID != "" {
		if failed := s.FailedResult(call.ID); failed != nil {
			r = failed
		}
	}
	c := Call{Tool: call.Name}
	cwd := ""
	if r != nil {
		c.Exit, cwd = r.ExitCode, r.Cwd
		switch {
		case r.Outcome == results.OutcomeRefused:
			c.End = search.IsRefused
		case r.Failed:
			c.End = search.IsFailed
		case r.Outcome == results.OutcomeEmpty:
			c.End = search.IsEmpty
		default:
			c.End = search.IsOK
		}
		if r.Failed {
			cause, _ := calls.CauseOf(r)
			c.Cause, c.Error = string(cause), errorOf(r)
		}
	}
	c.Paths = pathsOf(call, cwd, names)
	return c
}

// errorRead is how much of the end of a result is looked at for the name of an error.
const errorRead = 1 << 16

// errorOf is the name of the error that a result shows last, without its module.
func errorOf(r *results.Result) string {
	for _, text := range []string{r.Content, r.ErrorText} {
		if name := search.ErrorName(text[max(0, len(text)-errorRead):]); name != "" {
			return name
		}
	}
	return ""
}

// HitOf tells of a call what a list of hits shows; call is counted from 0.
func HitOf(s *results.Step, call int) search.HitCall {
	c := callOf(s, call, files.Names{})
	return search.HitCall{Tool: c.Tool, Asked: calls.Asked(&s.ToolCalls[call]), Exit: c.Exit, Outcome: c.End}
}

// Told is the line of a result that says most: that of the cause of a failure, else
// the last one.
func Told(r *results.Result) string {
	if r.Failed {
		_, line := calls.CauseOf(r)
		return line
	}
	text := strings.TrimSpace(r.Content)
	return text[strings.LastIndexByte(text, '\n')+1:]
}
