package world

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

// Noticed counts the changed files and the changed chats that a run's agent noticed. The two
// numbers are never added.
type Noticed struct {
	Files NoticedKind `json:"files"`
	Chats NoticedKind `json:"chats"`
}

// NoticedKind counts the changes of one kind (files or chats) for which there is a trace of a round
// before the next change.
type NoticedKind struct {
	K    int                   `json:"k"`    // number of changes that the agent noticed (levels "content", "opened" and "script")
	N    int                   `json:"n"`    // number of changes
	Told map[string]days.Count `json:"told"` // counts by mention in the prompt: "named", "announced" or "silent"
}

// NoticedBy counts the changes that a run's agent noticed; nil if no read access is known.
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
