package world

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/world"
)

// WorldUpdate is one update with how far systems got with its objects, as long as
// these stood as it left them.
type WorldUpdate struct {
	Scenario string `json:"scenario"` // slug
	Round    string `json:"round"`    // slug of the round before which it comes
	Update   int    `json:"update"`   // its number within the scenario, from 1
	Files    int    `json:"files"`    // changed files
	Chats    int    `json:"chats"`    // changed chats
	Systems  int    `json:"systems"`  // with a trace of the round
	Every    int    `json:"every"`    // of them, those that opened every changed object
	Some     int    `json:"some"`     // those that opened some, and not all
	None     int    `json:"none"`     // those that opened none
}

// AddUpdates counts the systems by update. Rounds are those of one run of each.
func (w *World) AddUpdates(rounds []results.RunLookedRound) {
	at := map[results.TaskName]*WorldUpdate{}
	var all []*WorldUpdate
	for i := range w.Worlds {
		number := 0
		for _, c := range w.Worlds[i].Changes {
			name := results.TaskName{Scenario: w.Worlds[i].Scenario, Task: c.Round}
			u := at[name]
			if u == nil {
				number++
				u = &WorldUpdate{Scenario: name.Scenario, Round: name.Task, Update: number}
				at[name], all = u, append(all, u)
			}
			if c.Kind == string(world.File) {
				u.Files++
			} else {
				u.Chats++
			}
		}
	}
	for i := range rounds {
		r := &rounds[i]
		if u := at[results.TaskName{Scenario: r.Scenario, Task: r.Round}]; u != nil && r.Traced {
			u.Count(&r.LookedRound)
		}
	}
	for _, u := range all {
		if u.Systems > 0 {
			w.ByUpdate = append(w.ByUpdate, *u)
		}
	}
}

func (u *WorldUpdate) Count(r *results.LookedRound) {
	u.Systems++
	switch r.Ever {
	case 0:
		u.None++
	case r.Objects:
		u.Every++
	default:
		u.Some++
	}
}
