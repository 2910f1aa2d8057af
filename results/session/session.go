// Package session says what an agent did in a trace that nobody judged: its title, its
// commits, the files that it changed, and where it failed. It goes through the steps
// once, as they are read, and runs nothing.
package session

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
)

// followMost bounds the steps whose files are followed, in bytes of what their calls
// say and show: contents of files are kept while a trace is gone through.
const followMost = 64 << 20

// lineMost bounds a line that is quoted, in characters.
const lineMost = 200

// Follower goes through a trace, step by step.
type Follower struct {
	out    results.Session
	trail  *files.Trail
	names  files.Names
	read   map[string]bool
	files  map[string]*file
	agents map[string]bool
	size   int    // of what the calls said and showed so far
	prompt string // the first line of the first prompt
	asked  int    // its step
	last   *int64 // latest time of a step of the main agent
}

// NewFollower begins with nothing.
func NewFollower() *Follower {
	return &Follower{trail: files.NewTrail(), names: files.NewNames(""), read: map[string]bool{},
		files: map[string]*file{}, agents: map[string]bool{}}
}

// Step goes on through a step whose calls were judged (calls.JudgeStep). What is
// repeated from an earlier trace does not count again.
func (f *Follower) Step(s *results.Step) {
	if s.Copied {
		return
	}
	switch {
	case s.Source == results.SourceUser && s.Event == "" && s.Depth == 0:
		f.said(s)
	case s.Source == results.SourceAgent && s.Event == "" && (s.ModelName != "" || s.Error == ""): // the rest reached no model
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
		return // the answer to a call alone
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

// failed notes why calls failed, as long as there is room: finding that takes time.
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

// Done says what there was, with the directory of the agent's files as the record
// states it; empty if it states none.
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
