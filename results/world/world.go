// Package world replays the world that a benchmark changes under an agent: which
// objects a scenario begins with, what each update does to them, and how the
// agent is told. It is pure: nothing is read, and nothing of a dataset is run.
package world

// Kind tells the two kinds of objects apart. Figures of files and of chats are
// never added up: an agent is handed files by name, and chats hardly ever.
type Kind string

// The kinds of objects.
const (
	File Kind = "file"
	Chat Kind = "chat"
)

// Effect is what became of an object at a round.
type Effect string

// The effects. An object that is new over one that exists has replaced it,
// whatever its author calls that.
const (
	New      Effect = "new"
	Replaced Effect = "replaced"
	Appended Effect = "appended"
	Inserted Effect = "inserted"
	Deleted  Effect = "deleted" // some of its lines
)

// Told is how the agent learns of a change from the round's own words.
type Told string

// How changes are told.
const (
	Named     Told = "named"     // the question or an option has the object's name
	Announced Told = "announced" // the question says that something has changed
	Silent    Told = "silent"
)

// ToldWays lists them from the plainest to none.
func ToldWays() []Told { return []Told{Named, Announced, Silent} }

// Actions of a manifest that a harness knows.
const (
	ActionNew    = "new" // copied over what is there
	ActionAppend = "append"
	ActionInsert = "insert"
	ActionDelete = "delete"
)

// ObjectID names an object of a scenario: a file by its path below the workspace,
// a chat by the name of its session's file.
type ObjectID struct {
	Kind Kind   `json:"kind"`
	Path string `json:"path"`
}

// Write is one entry of an update: what the harness does to one object.
type Write struct {
	Update string // its id
	Object ObjectID
	Action string
	After  int         // of insert: behind which line, counted from 1; 0 is the beginning
	Lines  []LineRange // of delete
	Data   []byte      // what the source file holds; unused by delete
}

// LineRange is some lines, From the first and To behind the last, from 0.
type LineRange struct{ From, To int }

// Round is one round of a scenario with what is done to the world before it.
type Round struct {
	Slug     string
	Question string
	Options  []string
	// Announced is set where the harness says before the question that the
	// workspace and the messages in other channels are updated.
	Announced bool
	Writes    []Write // in the order of the harness
}

// Change is what the writes before one round made of one object.
type Change struct {
	Round   int      // index of the round
	Updates []string // ids, in the order in which they were applied
	Object  ObjectID
	Effect  Effect
	Told    Told
	Before  []byte // nil if there was no such object
	After   []byte
}

// Problem is a write that the harness skips.
type Problem struct {
	Round  int
	Update string
	Object ObjectID
	Reason string
}
