package world

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

// Noticed is how many changed objects the agent of a run noticed. Files and chats are
// never added up.
type Noticed struct {
	Files NoticedKind `json:"files"` // changed files
	Chats NoticedKind `json:"chats"` // changed chats
}

// NoticedKind counts the changes of one kind of object of whose window some round has a
// trace.
type NoticedKind struct {
	K    int                   `json:"k"`    // changes that were noticed: content, opened or script
	N    int                   `json:"n"`    // changes
	Told map[string]days.Count `json:"told"` // the same by how the prompt speaks of the change: named, announced, silent
}

// NoticedBy sums up the looks of a run at the changes of its benchmark; nil if there is
// none.
func NoticedBy(looks []results.Look, worlds []results.World) *Noticed {
	if len(looks) == 0 {
		return nil
	}
	type change struct{ scenario, round, kind, path string }
	told := map[change]string{}
	for i := range worlds {
		for _, c := range worlds[i].Changes {
			told[change{worlds[i].Scenario, c.Round, c.Kind, c.Path}] = c.Told
		}
	}
	n := &Noticed{Files: NoticedKind{Told: map[string]days.Count{}}, Chats: NoticedKind{Told: map[string]days.Count{}}}
	for _, l := range looks {
		level := Level(l.Level)
		if level == Untraced {
			continue
		}
		kind := &n.Files
		if l.Kind == string(Chat) {
			kind = &n.Chats
		}
		kind.N++
		if level.Noticed() {
			kind.K++
		}
		if way, known := told[change{l.Scenario, l.Round, l.Kind, l.Path}]; known {
			c := kind.Told[way]
			c.Add(level.Noticed())
			kind.Told[way] = c
		}
	}
	return n
}
