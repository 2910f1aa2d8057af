package results

import (
	"reflect"
	"slices"
)

// World is a scenario's environment with the changes of its updates, as the benchmark's harness
// applies them; see package results/world.
type World struct {
	Scenario string // slug
	// Layout is the harness whose files are replayed, such as openclaw; "" if unknown. Layouts
	// counts the changes for each known harness, this one first.
	Layout  string
	Layouts []WorldLayout
	Files   int // before the first round
	Chats   int
	Start   []WorldText   // all objects before the first round; nil where only facts are known
	Changes []WorldChange // in the order in which the harness makes them
}

// WorldLayout counts the changes of updates in one harness's layout.
type WorldLayout struct {
	Layout string `json:"layout"` // harness that it is for, such as openclaw
	WorldCounts
	NamedFiles int `json:"named_files"` // chats that the words of a round name by a file which is there
	Beside     int `json:"beside"`      // chats that are written beside the one of that name, which stays as it was
}

// LayoutOf returns a harness's layout: its own if known, else the replayed one. Overlays such as
// MetaClaw change no layout.
func (w *World) LayoutOf(framework string) string {
	id := NameID(framework)
	if slices.ContainsFunc(w.Layouts, func(l WorldLayout) bool { return l.Layout == id }) {
		return id
	}
	return w.Layout
}

// InLayout reports whether a harness uses the replayed layout.
func (w *World) InLayout(framework string) bool { return w.LayoutOf(framework) == w.Layout }

// AddLayouts adds layouts that are missing.
func (w *World) AddLayouts(list []WorldLayout) {
	for _, l := range list {
		if !slices.ContainsFunc(w.Layouts, func(x WorldLayout) bool { return x.Layout == l.Layout }) {
			w.Layouts = append(w.Layouts, l)
		}
	}
}

// SumLayouts sums the layouts of several scenarios.
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

// HasTexts reports whether texts are known.
func (w *World) HasTexts() bool { return w.Start != nil }

// SameFacts reports whether two environments agree except for texts.
func (w *World) SameFacts(other *World) bool {
	return w.Scenario == other.Scenario && w.Files == other.Files && w.Chats == other.Chats &&
		slices.EqualFunc(w.Changes, other.Changes, func(a, b WorldChange) bool { return reflect.DeepEqual(a.Facts(), b.Facts()) })
}

// Facts returns the change without texts and sizes.
func (c WorldChange) Facts() WorldChange {
	c.Was, c.Size, c.Before, c.After = nil, nil, nil, nil
	return c
}

// WorldObject names a file or chat of a scenario.
type WorldObject struct {
	Kind string // file or chat
	Path string // of a file below the workspace, of a chat the name of its session's file
	Name string // what people call it: the base name, or the channel
}

// WorldText is the content of a file or chat.
type WorldText struct {
	WorldObject
	Text []byte
}

// WorldChange is how the updates before a round change a file (counted in lines) or chat (in
// messages).
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
	Before  []byte   // nil if there was no such object
	After   []byte
}
