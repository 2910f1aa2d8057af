// Package session summarises what an agent did in a trace without a verdict: title, commits,
// changed files and failures. It reads the steps once, in order, and runs nothing.
package session

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
)

// followMost is the maximum number of bytes of call arguments and results up to which files are
// tracked, because file contents stay in memory.
const followMost = 64 << 20

const lineMost = 200

// Follower summarises a trace step by step.
type Follower struct {
	out    results.Session
	trail  *files.Trail
	names  files.Names
	read   map[string]bool
	files  map[string]*file
	agents map[string]bool
	size   int    // bytes of call arguments and results so far
	prompt string // first line of the first prompt
	asked  int    // number of the step with the first prompt
	last   *int64 // latest recorded time of the main agent's steps
}

// NewFollower returns a Follower without steps.
func NewFollower() *Follower {
	return &Follower{trail: files.NewTrail(), names: files.NewNames(""), read: map[string]bool{},
		files: map[string]*file{}, agents: map[string]bool{}}
}

// Step adds a step whose calls have been judged by calls.JudgeStep. It skips steps copied from an
// earlier trace.
func (f *Follower) Step(s *results.Step) {
	if s.Copied {
		return
	}
	switch {
	case s.Source == results.SourceUser && s.Event == "" && s.Depth == 0:
		f.said(s)
	case s.Source == results.SourceAgent && s.Event == "" && (s.ModelName != "" || s.Error == ""): // other agent steps are not model responses
		f.answered(s)
	}
	if s.Agent != "" && !f.agents[s.Agent] {
		f.agents[s.Agent] = true
		f.out.Agents++
	}
	if s.Error != "" {
		f.out.Errors++
		f.failure(results.SessionFailure{Step: s.StepID, Error: firstLine(s.Error)})
	}
	f.calls(s)
	if s.Depth == 0 && s.Timestamp != nil && (f.last == nil || *s.Timestamp > *f.last) {
		at := *s.Timestamp
		f.last = &at
	}
}

const interrupted = "[Request interrupted by user"

func (f *Follower) said(s *results.Step) {
	if strings.HasPrefix(strings.TrimSpace(s.Message), interrupted) {
		f.interrupt(s.StepID)
		return
	}
	if s.Message == "" && len(s.Parts) == 0 {
		return // message that contains only call results
	}
	f.out.Prompts++
	if f.last != nil && s.Timestamp != nil && *s.Timestamp > *f.last {
		wait := *s.Timestamp - *f.last
		f.out.WaitedMS = results.Sum(f.out.WaitedMS, &wait)
	}
	if f.prompt == "" {
		if f.prompt = PromptLine(s.Message); f.prompt != "" {
			f.asked = s.StepID
		}
	}
}

func (f *Follower) interrupt(step int) {
	if n := len(f.out.Interrupts); n < results.SessionMost && (n == 0 || f.out.Interrupts[n-1] != step) {
		f.out.Interrupts = append(f.out.Interrupts, step)
	}
}

func (f *Follower) answered(s *results.Step) {
	f.out.ModelCalls++
	if m := s.Metrics; m != nil {
		if m.PromptTokens != nil || m.CompletionTokens != nil {
			f.out.CountedCalls++
		}
		if m.CostUSD != nil {
			f.out.PricedCalls++
			if s.Agent != "" {
				f.out.AgentCostUSD = results.Sum(f.out.AgentCostUSD, m.CostUSD)
			}
		}
	}
	if line := firstLine(s.Message); line != "" && s.Depth == 0 {
		f.out.LastStep, f.out.LastWords = s.StepID, line
		f.out.LastWordsWhole = strings.TrimSpace(s.Message) == line
	}
}

func (f *Follower) calls(s *results.Step) {
	if s.Agent != "" {
		f.out.AgentCalls += len(s.ToolCalls)
	}
	for i := range s.ToolCalls {
		r := s.ResultOf(i)
		switch {
		case r == nil:
			f.out.Unanswered++
		case r.Outcome == results.OutcomeRefused:
			f.out.Refused++
		case r.Outcome == results.OutcomeEmpty:
			f.out.Empty++
		}
		if r != nil && r.Status == "interrupted" {
			f.interrupt(s.StepID)
		}
		f.commits(s, i, r)
	}
	f.failed(s)
	f.touches(s)
}

// failed records failed calls with their reason. It records at most results.SessionMost of them,
// because determining the reason is slow.
func (f *Follower) failed(s *results.Step) {
	if len(f.out.Failures) == results.SessionMost {
		return
	}
	for _, c := range calls.Failures(s) {
		r := s.FailedResult(s.ToolCalls[c.Call-1].ID)
		f.failure(results.SessionFailure{Step: c.Step, Tool: c.Tool, Asked: c.Asked, Error: c.Quote,
			Refused: r.Outcome == results.OutcomeRefused})
	}
}

func (f *Follower) failure(x results.SessionFailure) {
	if len(f.out.Failures) < results.SessionMost {
		f.out.Failures = append(f.out.Failures, x)
	}
}

// Done returns the summary. workspace is the directory of the agent's files according to the
// record; empty if the record does not state one.
func (f *Follower) Done(workspace string) *results.Session {
	s := &f.out
	f.listFiles(files.NewNames(workspace))
	s.ReadTotal = len(f.read)
	switch {
	case s.CommitsTotal == 1 && s.Commits[0].Subject != "":
		s.Title, s.TitleFrom, s.TitleStep = s.Commits[0].Subject, "commit", s.Commits[0].Step
	case f.prompt != "":
		s.Title, s.TitleFrom, s.TitleStep = f.prompt, "prompt", f.asked
	case len(s.Changed) > 0:
		s.Title, s.TitleFrom, s.TitleStep = fileTitle(s), "files", s.Changed[0].Step
	}
	s.Commits, s.Changed = notNil(s.Commits), notNil(s.Changed)
	s.Failures, s.Interrupts = notNil(s.Failures), notNil(s.Interrupts)
	return s
}

func notNil[T any](list []T) []T { return append([]T{}, list...) }
