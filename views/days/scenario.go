package days

import (
	"fmt"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
)

// WorldScenario is the environment of one scenario, update by update.
type WorldScenario struct {
	Benchmark string               `json:"benchmark"`      // id
	Scenario  string               `json:"scenario"`       // slug
	Files     int                  `json:"files"`          // before the first round
	Chats     int                  `json:"chats"`          // before the first round
	Effects   results.WorldEffects `json:"effects"`        // what became of the changed objects, over all updates
	Texts     bool                 `json:"texts"`          // the texts of the changed objects are known, and not only counts
	Epochs    []WorldEpoch         `json:"epochs"`         // from the start on, one for each update
	Runs      []WorldRun           `json:"runs,omitempty"` // one or two that were asked for; absent if none was

	Of results.Benchmark `json:"-"`
}

// WorldEpoch is the time from one update to the next.
type WorldEpoch struct {
	Update  int           `json:"update"`  // from 1; 0 is the time before the first
	Round   string        `json:"round"`   // slug of its first round
	Rounds  []string      `json:"rounds"`  // slugs, in their order
	Changes []WorldChange `json:"changes"` // what changes before its first round
}

// WorldChange is what an update makes of one object. Lines are counted of files, messages
// of chats.
type WorldChange struct {
	Number  int    `json:"number"`           // from 1 within the scenario
	Kind    string `json:"kind"`             // file or chat
	Name    string `json:"name"`             // base name of the file, or the chat's channel
	Path    string `json:"path"`             // below the workspace, or the session's file
	Effect  string `json:"effect"`           // what the harness makes of it: new, replaced, appended, inserted or deleted
	Told    string `json:"told"`             // named, announced or silent
	Removed int    `json:"removed"`          // lines or messages that are gone
	Added   int    `json:"added"`            // lines or messages that are new
	Was     *int64 `json:"was"`              // bytes before; null where that is not known or there was no such object
	Size    *int64 `json:"size"`             // bytes after; null where that is not known
	Before  string `json:"before,omitempty"` // address of the text before
	After   string `json:"after,omitempty"`  // address of the text after
}

// NewWorldScenario lays the changes of a scenario out over its rounds; tasks may be those
// of the whole benchmark.
func NewWorldScenario(b results.Benchmark, w *results.World, tasks []results.Task) *WorldScenario {
	x := &WorldScenario{Benchmark: b.ID, Scenario: w.Scenario, Files: w.Files, Chats: w.Chats,
		Effects: results.CountWorld(w.Changes).Effects, Texts: w.HasTexts(), Of: b}
	x.Epochs = []WorldEpoch{{Rounds: []string{}, Changes: []WorldChange{}}}
	for i := range tasks {
		t := &tasks[i]
		if t.Scenario != w.Scenario {
			continue
		}
		if list := x.changesBefore(w, t.Slug); len(list) > 0 {
			x.Epochs = append(x.Epochs, WorldEpoch{Update: len(x.Epochs), Round: t.Slug, Rounds: []string{}, Changes: list})
		}
		e := &x.Epochs[len(x.Epochs)-1]
		e.Rounds = append(e.Rounds, t.Slug)
	}
	if first := &x.Epochs[0]; len(first.Rounds) > 0 {
		first.Round = first.Rounds[0]
	}
	return x
}

func (x *WorldScenario) changesBefore(w *results.World, round string) []WorldChange {
	var list []WorldChange
	for i := range w.Changes {
		c := &w.Changes[i]
		if c.Round != round {
			continue
		}
		y := WorldChange{Number: i + 1, Kind: c.Kind, Name: c.Name, Path: c.Path, Effect: c.Effect, Told: c.Told,
			Removed: c.Removed, Added: c.Added, Was: c.Was, Size: c.Size}
		if c.Size != nil {
			y.After = link.ChangeText(x.Benchmark, x.Scenario, y.Number, "after")
		}
		if c.Was != nil {
			y.Before = link.ChangeText(x.Benchmark, x.Scenario, y.Number, "before")
		}
		list = append(list, y)
	}
	return list
}

// ChangeOf finds the change that an address means, and the round from which on the object
// has the text before it; empty for its text at the beginning.
func ChangeOf(w *results.World, number string) (c *results.WorldChange, before string, err error) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(w.Changes) {
		return nil, "", fmt.Errorf("change %s: %w", number, results.ErrNotFound)
	}
	c = &w.Changes[n-1]
	for i := range w.Changes[:n-1] {
		if b := &w.Changes[i]; b.WorldObject == c.WorldObject {
			before = b.Round
		}
	}
	return c, before, nil
}
