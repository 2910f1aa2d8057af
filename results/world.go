package results

import (
	"reflect"
	"slices"
)

// World is what the updates of one scenario change in front of the agent, as the
// benchmark's own harness applies them. Package results/world replays it and says
// what its words mean.
type World struct {
	Scenario string // slug
	// Layout is the harness in whose layout of the dataset the changes are, such as
	// openclaw; empty where it is not known. Layouts counts what the same updates do in
	// each layout that is known, this one first: what an agent has before it differs.
	Layout  string
	Layouts []WorldLayout
	Files   int // before the first round
	Chats   int
	Start   []WorldText   // all objects before the first round; nil where only facts are known
	Changes []WorldChange // in the order in which the harness makes them
}

// WorldLayout counts what updates change in one layout of a dataset.
type WorldLayout struct {
	Layout string `json:"layout"` // harness that it is for, such as openclaw
	WorldCounts
	NamedFiles int `json:"named_files"` // chats that the words of a round name by a file which is there
	Beside     int `json:"beside"`      // chats that are written beside the one of that name, which stays as it was
}

// LayoutOf is the layout in which a harness runs: that of its name where the world is
// known in it, else the world's own. Overlays such as MetaClaw change no layout.
func (w *World) LayoutOf(framework string) string {
	id := NameID(framework)
	if slices.ContainsFunc(w.Layouts, func(l WorldLayout) bool { return l.Layout == id }) {
		return id
	}
	return w.Layout
}

// InLayout reports whether a harness runs in the layout of the changes.
func (w *World) InLayout(framework string) bool { return w.LayoutOf(framework) == w.Layout }

// AddLayouts adds the layouts that are not among the world's own.
func (w *World) AddLayouts(list []WorldLayout) {
	for _, l := range list {
		if !slices.ContainsFunc(w.Layouts, func(x WorldLayout) bool { return x.Layout == l.Layout }) {
			w.Layouts = append(w.Layouts, l)
		}
	}
}

// SumLayouts adds up the layouts of the worlds of scenarios, in their order.
func SumLayouts(worlds []World) []WorldLayout {
	var sum []WorldLayout
	for i := range worlds {
		for _, l := range worlds[i].Layouts {
			at := slices.IndexFunc(sum, func(x WorldLayout) bool { return x.Layout == l.Layout })
			if at < 0 {
				sum = append(sum, l)
				continue
			}
			sum[at].Add(l.WorldCounts)
			sum[at].NamedFiles += l.NamedFiles
			sum[at].Beside += l.Beside
		}
	}
	return sum
}

// HasTexts reports whether more than facts is known.
func (w *World) HasTexts() bool { return w.Start != nil }

// SameFacts reports whether two worlds agree in everything but their texts.
func (w *World) SameFacts(other *World) bool {
	return w.Scenario == other.Scenario && w.Files == other.Files && w.Chats == other.Chats &&
		slices.EqualFunc(w.Changes, other.Changes, func(a, b WorldChange) bool { return reflect.DeepEqual(a.Facts(), b.Facts()) })
}

// Facts is the change without its texts and their sizes.
func (c WorldChange) Facts() WorldChange {
	c.Was, c.Size, c.Parts, c.Before, c.After = nil, nil, nil, nil, nil
	return c
}

// WorldObject names an object of a scenario.
type WorldObject struct {
	Kind string // file or chat
	Path string // of a file below the workspace, of a chat the name of its session's file
	Name string // what people call it: the base name, or the channel
}

// WorldText is what an object holds.
type WorldText struct {
	WorldObject
	Text []byte
}

// WorldChange is what the updates before one round make of one object. Lines are
// counted of files, messages of chats.
type WorldChange struct {
	WorldObject
	Round   string   // slug of the task before which it happens
	Updates []string // ids, in their order
	Effect  string   // new, replaced, appended, inserted or deleted
	Told    string   // named, announced or silent
	Author  string   // what the dataset's authors call it: append, new or replace; empty: they do not say
	Had     int      // lines or messages before
	Removed int      // that only the state before has
	Added   int      // that only the state after has
	Kept    int      // of the state after that the one before has too
	Was     *int64   // bytes before; nil where only facts are known or there was no such object
	Size    *int64   // bytes after; nil where only facts are known
	Parts   []WorldPart
	Before  []byte // nil if there was no such object
	After   []byte
}

// WorldPart is a line of a file or a message of a chat in the difference between
// two states, or a gap.
type WorldPart struct {
	Mark    string `json:"mark"`              // "+" new, "-" gone, " " the same, "~" parts that are left out
	Text    string `json:"text,omitempty"`    // of the line or message
	Cut     bool   `json:"cut,omitempty"`     // its text goes on
	Role    string `json:"role,omitempty"`    // of a message
	Speaker string `json:"speaker,omitempty"` // of a message, as its text has it
	Time    string `json:"time,omitempty"`    // of the story
	Left    int    `json:"left,omitempty"`    // parts that a gap leaves out
}
