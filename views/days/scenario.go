package days

import (
	"fmt"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
)

// WorldScenario is the environment of one scenario, update by update.
type WorldScenario struct {
	Benchmark string               `json:"benchmark"`      // id of the benchmark
	Scenario  string               `json:"scenario"`       // slug of the scenario
	Files     int                  `json:"files"`          // number of files before the first round
	Chats     int                  `json:"chats"`          // number of chats before the first round
	Effects   results.WorldEffects `json:"effects"`        // number of changes by effect, over all updates
	Texts     bool                 `json:"texts"`          // true if the texts of the changes are known, not only counts
	Epochs    []WorldEpoch         `json:"epochs"`         // period before the first update, then one per update
	Runs      []WorldRun           `json:"runs,omitempty"` // one or two requested runs; absent if none was requested

	Of results.Benchmark `json:"-"`
}

// WorldEpoch is the period from one update to the next.
type WorldEpoch struct {
	Update  int           `json:"update"`  // update number, from 1; 0 for the time before the first update
	Round   string        `json:"round"`   // slug of the first round in the period
	Rounds  []string      `json:"rounds"`  // slugs of all rounds in the period, in order
	Changes []WorldChange `json:"changes"` // changes before the first round
}

// WorldChange is a change of one file or chat by an update. Its size is counted in lines for a file
// and in messages for a chat.
type WorldChange struct {
	Number  int    `json:"number"`           // number within the scenario, from 1
	Kind    string `json:"kind"`             // "file" or "chat"
	Name    string `json:"name"`             // base name of the file, or channel of the chat
	Path    string `json:"path"`             // path below the workspace, or session file
	Effect  string `json:"effect"`           // effect in the harness: new, replaced, appended, inserted or deleted
	Told    string `json:"told"`             // mention in the prompt: "named" (by name), "announced" (as a change, without the name) or "silent" (not at all)
	Removed int    `json:"removed"`          // number of lines or messages removed
	Added   int    `json:"added"`            // number of lines or messages added
	Was     *int64 `json:"was"`              // size in bytes before the change; null if unknown or if there was no such file or chat
	Size    *int64 `json:"size"`             // size in bytes after the change; null if unknown
	Before  string `json:"before,omitempty"` // URL of the text before the change
	After   string `json:"after,omitempty"`  // URL of the text after the change
}

// NewWorldScenario arranges the changes of a scenario by update. tasks may include tasks of other
// scenarios.
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

// ChangeOf returns the change with the given number. before is the round of the previous change to
// the same file or chat, which produced the text before this change. It is empty if there was no
// previous change.
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
