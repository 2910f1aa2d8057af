// Package world replays how a benchmark changes the environment during a run: the initial files and
// chats, the effect of each update, and how the prompt mentions it. It is pure: it neither reads
// files of a dataset nor runs anything from it.
package world

// Kind is the kind of a changed object: file or chat. Numbers of files and chats are never added,
// because prompts name files often and chats hardly ever.
type Kind string

// Kinds of content.
const (
	File Kind = "file"
	Chat Kind = "chat"
)

// Effect is the effect of a round's updates on a file or chat.
type Effect string

// Effects. Writing over existing content counts as a replacement, even if the dataset's author
// labels it as new.
const (
	New      Effect = "new"
	Replaced Effect = "replaced"
	Appended Effect = "appended"
	Inserted Effect = "inserted"
	Deleted  Effect = "deleted" // lines were deleted
)

// Told is how the prompt of a round mentions a change.
type Told string

// Ways in which a change is mentioned.
const (
	Named     Told = "named"     // question or an option contains the name of the file or chat
	Announced Told = "announced" // question only states that something has changed
	Silent    Told = "silent"
)

// ToldWays returns the kinds of mention, from the most explicit to Silent.
func ToldWays() []Told { return []Told{Named, Announced, Silent} }

// Actions in an update's manifest that the harness supports.
const (
	ActionNew    = "new" // overwrites existing content
	ActionAppend = "append"
	ActionInsert = "insert"
	ActionDelete = "delete"
)

// ObjectID identifies a file by its path below the workspace, or a chat by the name of its session
// file.
type ObjectID struct {
	Kind Kind   `json:"kind"`
	Path string `json:"path"`
}

// Write is one entry of an update: the harness's operation on one file or chat.
type Write struct {
	Update string // id of the update
	Object ObjectID
	Action string
	After  int         // line number after which to insert; 0 for the beginning; used only by insert
	Lines  []LineRange // lines to remove; used only by delete
	Data   []byte      // content of the source file; not used by delete
}

// LineRange is a range of lines from From up to, but not including, To; the first line is 0.
type LineRange struct{ From, To int }

// Round is a round of a scenario with the writes that precede it.
type Round struct {
	Slug     string
	Question string
	Options  []string
	// Announced is set if the harness states before the question that the workspace and the
	// messages in other channels were updated.
	Announced bool
	Writes    []Write // writes, in the order in which the harness applies them
}

// Change is the combined effect of the writes before one round on one file or chat.
type Change struct {
	Round   int      // index of the round
	Updates []string // ids of the updates, in the order of application
	Object  ObjectID
	Effect  Effect
	Told    Told
	Before  []byte // content before the change; nil if the file or chat did not exist
	After   []byte
}

// Problem describes a write that the harness skips.
type Problem struct {
	Round  int
	Update string
	Object ObjectID
	Reason string
}
