package world

import "github.com/clawatlas/clawatlas/results"

// LookRules is the version of the rules that find read accesses. Results of a different version are
// out of date.
const LookRules = 7

// Level is the strongest evidence in a trace that the agent read a changed file or chat.
type Level string

// Levels, from the strongest evidence to none. Only the first three mean that the agent noticed the
// change.
const (
	ByContent Level = "content" // a tool result contains lines that only the new version has
	Opened    Level = "opened"  // a call opened the file or chat successfully
	ByScript  Level = "script"  // a script of the agent that opens the file or chat was run
	Refused   Level = "refused" // a call tried to open the file or chat and failed
	Listed    Level = "listed"  // a tool result contains only the name
	Never     Level = "never"
	Untraced  Level = "untraced" // no round before the next change has a trace
)

var ranks = map[Level]int{ByContent: 6, Opened: 5, ByScript: 4, Refused: 3, Listed: 2, Never: 1}

// Noticed reports whether the level means that the change was noticed.
func (l Level) Noticed() bool { return l == ByContent || l == Opened || l == ByScript }

// Turn is the trace of one round of a run.
type Turn struct {
	Round    int // index of the round
	Steps    []*results.Step
	Answered bool
	// Late is set if the trace begins so long after the round's start that an earlier attempt may
	// be missing.
	Late bool
}

// AddLooks finds how a run read each change of the scene and which changes it missed, and adds the
// results to the lists in to. It adds nothing if the run has no trace in the scenario.
func (s *Scene) AddLooks(to *results.Looked, scenario string, turns []Turn) {
	w := s.watch(turns)
	traced := false
	for _, level := range w.levels {
		traced = traced || level != Untraced
	}
	if !traced {
		return
	}
	for i := range w.looks {
		l := &w.looks[i]
		l.Scenario, l.Level = scenario, string(w.levels[i])
		to.Looks = append(to.Looks, *l)
	}
	for _, x := range w.signs {
		x.Scenario = scenario
		to.Signs = append(to.Signs, x)
	}
}

// RoundAt returns the indexes of the rounds by slug.
func (s *Scene) RoundAt() map[string]int {
	at := make(map[string]int, len(s.rounds))
	for i := range s.rounds {
		at[s.rounds[i].Slug] = i
	}
	return at
}
