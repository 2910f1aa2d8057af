package world

import "github.com/clawatlas/clawatlas/results"

// LookRules is the version of the rules by which looks are found. Stored looks of
// another version are computed again.
const LookRules = 7

// Level says how far an agent got with a changed object.
type Level string

// The levels. An agent has noticed a change if it reached one of the first three.
const (
	ByContent Level = "content" // a tool showed lines that only the new state has
	Opened    Level = "opened"  // a call opened it and got something
	ByScript  Level = "script"  // a script that the agent wrote opened it and ran
	Refused   Level = "refused" // a call asked for it and failed
	Listed    Level = "listed"  // only its name was shown
	Never     Level = "never"
	Untraced  Level = "untraced" // no round of the window has a trace
)

// ranks orders the levels, the surest highest.
var ranks = map[Level]int{ByContent: 6, Opened: 5, ByScript: 4, Refused: 3, Listed: 2, Never: 1}

// Noticed reports whether the level is a look at the object.
func (l Level) Noticed() bool { return l == ByContent || l == Opened || l == ByScript }

// Turn is one round as a run went through it.
type Turn struct {
	Round    int // index
	Steps    []*results.Step
	Answered bool
	// Late is set where the trace begins so long after the round did that an earlier
	// try at it may be missing.
	Late bool
}

// AddLooks adds the looks of a run at the scene, and the signs that its rounds show. A
// run without any trace in the scenario adds nothing.
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

// RoundAt gives the index of each round of the scene by its slug.
func (s *Scene) RoundAt() map[string]int {
	at := make(map[string]int, len(s.rounds))
	for i := range s.rounds {
		at[s.rounds[i].Slug] = i
	}
	return at
}
