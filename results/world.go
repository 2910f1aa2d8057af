package results

import (
	"reflect"
	"slices"
)

// World is the environment of a scenario, with the changes that its updates make when the
// benchmark's harness applies them; see package results/world.
type World struct {
	Scenario string // slug of the scenario
	// Layout is the harness whose files are replayed, such as "openclaw"; empty if unknown. Layouts
	// holds the numbers of changes for each known harness, beginning with that one.
	Layout  string
	Layouts []WorldLayout
	Files   int // number of files before the first round
	Chats   int
	Start   []WorldText   // files and chats before the first round; nil if only facts are known
	Changes []WorldChange // changes in the order in which the harness makes them
}

// WorldLayout holds the numbers of changes that updates make in one harness's layout of the files.
type WorldLayout struct {
	Layout string `json:"layout"` // name of the harness, such as "openclaw"
	WorldCounts
	NamedFiles int `json:"named_files"` // number of chats that the prompt of a round mentions by the name of an existing file
	Beside     int `json:"beside"`      // number of chats for which the update writes a new file and leaves the mentioned one unchanged
}

// LayoutOf returns the layout that a harness uses. If that is unknown, it returns the replayed
// layout. Overlays such as MetaClaw do not change the layout.
func (w *World) LayoutOf(framework string) string {
	id := NameID(framework)
	if slices.ContainsFunc(w.Layouts, func(l WorldLayout) bool { return l.Layout == id }) {
		return id
	}
	return w.Layout
}

// InLayout reports whether a harness uses the replayed layout.
func (w *World) InLayout(framework string) bool { return w.LayoutOf(framework) == w.Layout }

// AddLayouts adds the layouts of a list that are not known yet.
func (w *World) AddLayouts(list []WorldLayout) {
	for _, l := range list {
		if !slices.ContainsFunc(w.Layouts, func(x WorldLayout) bool { return x.Layout == l.Layout }) {
			w.Layouts = append(w.Layouts, l)
		}
	}
}

// SumLayouts returns the sum of each layout's numbers over several scenarios.
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

// HasTexts reports whether the texts of the environment are known.
func (w *World) HasTexts() bool { return w.Start != nil }

// SameFacts reports whether two environments are equal, ignoring texts.
func (w *World) SameFacts(other *World) bool {
	return w.Scenario == other.Scenario && w.Files == other.Files && w.Chats == other.Chats &&
		slices.EqualFunc(w.Changes, other.Changes, func(a, b WorldChange) bool { return reflect.DeepEqual(a.Facts(), b.Facts()) })
}

// Facts returns a copy of the change without texts and sizes.
func (c WorldChange) Facts() WorldChange {
	c.Was, c.Size, c.Before, c.After = nil, nil, nil, nil
	return c
}

// WorldObject identifies a file or chat of a scenario.
type WorldObject struct {
	Kind string // "file" or "chat"
	Path string // path of a file below the workspace, or name of a chat's session file
	Name string // display name: base name of a file, or channel of a chat
}

// WorldText is the content of a file or chat.
type WorldText struct {
	WorldObject
	Text []byte
}

// WorldChange describes how the updates before a round change a file or chat. It counts lines of a
// file and messages of a chat.
type WorldChange struct {
	WorldObject
	Round   string   // slug of the task that follows the change
	Updates []string // ids of the updates, in the order of application
	Effect  string   // effect: "new", "replaced", "appended", "inserted" or "deleted"
	Told    string   // mention in the prompt: "named", "announced" or "silent"
	Author  string   // action according to the dataset's authors: "append", "new" or "replace"; empty if not stated
	Had     int      // number of lines or messages before the change
	Removed int      // number of removed lines or messages
	Added   int      // number of added lines or messages
	Kept    int      // number of unchanged lines or messages
	Was     *int64   // size in bytes before the change; nil if the texts are unknown or the file or chat did not exist
	Size    *int64   // size in bytes after the change; nil if the texts are unknown
	Before  []byte   // content before the change; nil if the file or chat did not exist
	After   []byte
}
