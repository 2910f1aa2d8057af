package world

import "github.com/clawatlas/clawatlas/results"

// AddLooks adds the looks of a run at the scene, for a store. A run without any
// trace in the scenario says nothing of it and adds nothing.
func (s *Scene) AddLooks(to *results.Looked, scenario string, turns []Turn) {
	w := s.watch(turns)
	looks, rounds := w.looks, w.rounds
	traced := false
	for i := range looks {
		traced = traced || looks[i].Level != Untraced
	}
	if !traced {
		return
	}
	for i := range looks {
		to.Looks = append(to.Looks, s.noun(scenario, &looks[i]))
	}
	for _, r := range rounds {
		to.Rounds = append(to.Rounds, results.LookedRound{Scenario: scenario, Round: s.rounds[r.Round].Slug,
			Objects: r.Objects, Same: r.Same, Ever: r.Ever, Traced: r.Traced, Blind: r.Blind})
	}
	w.addUsed(to, scenario)
	w.addSigns(to, scenario)
}

func (s *Scene) noun(scenario string, l *Look) results.Look {
	c := &s.changes[l.Change]
	n := results.Look{Scenario: scenario, Round: s.rounds[c.Round].Slug, Kind: string(c.Object.Kind),
		Path: c.Object.Path, Level: string(l.Level),
		Step: l.At.Step, Call: l.At.Call, CallID: l.At.CallID, Quote: l.Quote, Rounds: l.Rounds, Calls: l.Calls,
		Anchors: l.Anchors, Shown: l.Shown, Missing: l.Missing}
	if l.Level != Never && l.Level != Untraced {
		n.At = s.rounds[l.At.Round].Slug
	}
	if h := l.Hidden; h != nil {
		n.Hidden = &results.LookListing{At: s.rounds[h.At.Round].Slug, Step: h.At.Step, Call: h.At.Call, Shown: h.Shown, Exist: h.Exist}
	}
	return n
}

// RoundAt gives the index of each round of the scene by its slug.
func (s *Scene) RoundAt() map[string]int {
	at := make(map[string]int, len(s.rounds))
	for i := range s.rounds {
		at[s.rounds[i].Slug] = i
	}
	return at
}
