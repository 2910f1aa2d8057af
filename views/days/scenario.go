package days

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/world"
)

// WorldScenario is how the world of one scenario goes on, update by update.
type WorldScenario struct {
	Benchmark string                `json:"benchmark"` // id
	Scenario  string                `json:"scenario"`  // slug
	Title     string                `json:"title"`     // of the scenario
	Layout    string                `json:"layout"`    // harness in whose layout of the dataset all of it is, such as openclaw; empty where it is not known
	Layouts   []results.WorldLayout `json:"layouts"`   // what the same updates do in each layout that is known, that one first
	Files     int                   `json:"files"`     // before the first round
	Chats     int                   `json:"chats"`     // before the first round
	WorldCounts
	Texts  bool         `json:"texts"`          // differences and texts are known, and not the facts alone
	Epochs []WorldEpoch `json:"epochs"`         // from the start on, one for each update
	Runs   []WorldRun   `json:"runs,omitempty"` // one or two that were asked for; absent if none was

	Of     results.Benchmark `json:"-"`
	Static bool              `json:"-"` // addresses are to hold no query
}

// WorldEpoch is the time from one update to the next.
type WorldEpoch struct {
	Update  int           `json:"update"`  // from 1; 0 is the time before the first
	Round   string        `json:"round"`   // slug of its first round
	Rounds  []string      `json:"rounds"`  // slugs, in their order
	Entries []string      `json:"entries"` // ids of what changes before it, in the harness's order
	Changes []WorldChange `json:"changes"` // what changes before its first round
}

// WorldChange is what an update makes of one object. Lines are counted of files,
// messages of chats.
type WorldChange struct {
	Number  int                 `json:"number"`           // from 1 within the scenario
	Kind    string              `json:"kind"`             // file or chat
	Name    string              `json:"name"`             // what people call it
	Path    string              `json:"path"`             // below the workspace, or the session's file
	Effect  string              `json:"effect"`           // what the harness makes of it: new, replaced, appended, inserted or deleted
	Author  string              `json:"author,omitempty"` // what the dataset's authors call it: append, new or replace; absent if they do not say
	Told    string              `json:"told"`             // named, announced or silent
	Had     int                 `json:"had"`              // lines or messages before
	Removed int                 `json:"removed"`          // that are gone
	Added   int                 `json:"added"`            // that are new
	Kept    int                 `json:"kept"`             // that are there before and after
	Was     *int64              `json:"was"`              // bytes before; null where that is not known or there was no such object
	Size    *int64              `json:"size"`             // bytes after; null where that is not known
	Before  string              `json:"before,omitempty"` // address of the text before
	After   string              `json:"after,omitempty"`  // address of the text after
	Parts   []results.WorldPart `json:"parts,omitempty"`  // the difference, as far as it is kept
}

// NewWorldScenario lays the changes of a scenario out over its rounds.
func NewWorldScenario(b results.Benchmark, s results.Scenario, w *results.World, tasks []results.Task) *WorldScenario {
	x := &WorldScenario{Benchmark: b.ID, Scenario: s.Slug, Title: s.Title, Layout: w.Layout,
		Layouts: append([]results.WorldLayout{}, w.Layouts...), Files: w.Files, Chats: w.Chats,
		WorldCounts: results.CountWorld(w.Changes), Texts: w.HasTexts(), Of: b}
	changed := map[string][]int{}
	for i := range w.Changes {
		changed[w.Changes[i].Round] = append(changed[w.Changes[i].Round], i)
	}
	x.Epochs = []WorldEpoch{{Rounds: []string{}, Entries: []string{}, Changes: []WorldChange{}}}
	for i := range tasks {
		t := &tasks[i]
		if t.Scenario != s.Slug {
			continue
		}
		if list := changed[t.Slug]; len(list) > 0 {
			x.Epochs = append(x.Epochs, x.epoch(w, t.Slug, list))
		}
		e := &x.Epochs[len(x.Epochs)-1]
		e.Rounds = append(e.Rounds, t.Slug)
	}
	if first := &x.Epochs[0]; len(first.Rounds) > 0 {
		first.Round = first.Rounds[0]
	}
	return x
}

// epoch begins with the changes before a round.
func (x *WorldScenario) epoch(w *results.World, round string, changes []int) WorldEpoch {
	e := WorldEpoch{Update: len(x.Epochs), Round: round, Rounds: []string{}, Entries: []string{}, Changes: []WorldChange{}}
	for _, i := range changes {
		c := &w.Changes[i]
		for _, id := range c.Updates {
			if !slices.Contains(e.Entries, id) {
				e.Entries = append(e.Entries, id)
			}
		}
		y := WorldChange{Number: i + 1, Kind: c.Kind, Name: c.Name, Path: c.Path, Effect: c.Effect, Author: c.Author, Told: c.Told,
			Had: c.Had, Removed: c.Removed, Added: c.Added, Kept: c.Kept, Was: c.Was, Size: c.Size, Parts: c.Parts}
		if c.Size != nil {
			y.After = link.ChangeText(x.Benchmark, x.Scenario, y.Number, "after")
		}
		if c.Was != nil {
			y.Before = link.ChangeText(x.Benchmark, x.Scenario, y.Number, "before")
		}
		e.Changes = append(e.Changes, y)
	}
	return e
}

// WorldTextOf says which change an address means, and the round from which on the
// object has the text of a side, which is empty for its text at the beginning.
func WorldTextOf(w *results.World, number, side string) (round string, c *results.WorldChange, err error) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(w.Changes) || !slices.Contains([]string{"before", "after", "diff"}, side) {
		return "", nil, fmt.Errorf("text %s of change %s: %w", side, number, results.ErrNotFound)
	}
	c = &w.Changes[n-1]
	if side != "before" {
		return c.Round, c, nil
	}
	for i := range w.Changes[:n-1] {
		if b := &w.Changes[i]; b.WorldObject == c.WorldObject {
			round = b.Round
		}
	}
	return round, c, nil
}

// Diff writes the difference that a change makes line by line, or message by message.
func Diff(c *results.WorldChange) []byte {
	var b bytes.Buffer
	for _, p := range c.Parts {
		switch text := strings.ReplaceAll(p.Text, "\n", "\n  "); {
		case p.Mark == string(world.Gap):
			fmt.Fprintf(&b, "  [%d the same]\n", p.Left)
		case p.Cut:
			fmt.Fprintf(&b, "%s %s …\n", p.Mark, text)
		default:
			fmt.Fprintf(&b, "%s %s\n", p.Mark, text)
		}
	}
	return b.Bytes()
}
