package taskpy

import "regexp"

// Task is what a task.py says.
type Task struct {
	ID       string // METADATA["id"]; "" where it has none
	Metadata Value  // the whole table
	Prompt   string
	Stages   []Stage // in the order of their numbers
	Checks   []Check // in the order of the rubric
}

// Stage is one function stage<n>: what happens before the agent wakes, and what it
// is told.
type Stage struct {
	ID           string // stage0, stage1, ...
	Doc          string
	Line         int
	Time         string // in the story, ISO 8601; "" where it is not written down
	Notification string
	Static       bool // the wake-up text and the time have no gap
	// Changes are the calls that write to a service, in order. Those of the first
	// stage set the world up and change nothing that an agent has seen.
	Changes []Change
}

// Change is one call of a service that writes.
type Change struct {
	Service string // email, notion, google_sheets, calendar, fs, sandbox or a path below one
	Method  string
	Line    int    // in the stage
	Via     string // the function of the module that makes the call; "" if the stage does
	Args    []Arg
	// Static is false where an argument is not written down, other than what tells
	// the object of the change apart. Gaps counts the unknown parts within texts.
	Static bool
	Gaps   int
	// Conditional and Repeated are set inside an if, and inside a loop over what is
	// not written down. A loop over a list that is gives one change for each element.
	Conditional bool
	Repeated    bool
	Comment     string // the nearest comment above
	Label       Label
	Told        Told
	Object      string   // database, spreadsheet or calendar; "" where unknown
	Fields      []Field  // of a row or of cells; only those that may have changed
	Values      []string // dates, numbers and names that are new with this change: nothing of an earlier stage has them
	Checks      []string // ids of the checks that look for one of them
	LinkedBy    []string // the value that each of these checks looks for

	asked []string // texts that the conditions around the call compare with
}

// Arg is one argument of a call; Name is "" if it is given by position.
type Arg struct {
	Name  string
	Value Value
}

// Field is one property of a row or one cell.
type Field struct {
	Name string
	New  string
	Old  *string // what the calls before write there, conditional ones too; nil where that is not known
}

// Label is what the author calls a change.
type Label string

// The labels; "" is a change without one.
const (
	Silent Label = "silent"
	Loud   Label = "loud"
)

// Told is how the wake-up text of the change's stage speaks of it.
type Told string

// How wake-up texts speak of changes.
const (
	ToldNamed   Told = "named"   // a file or an id that is new with the change
	ToldService Told = "service" // the service alone
	ToldNo      Told = "no"
)

// Check is one entry of the rubric with what its function says.
type Check struct {
	ID       string
	Weight   *float64 // nil where the rubric does not write it down
	At       string   // key of the rubric: the stage after which it is checked, or "final"
	About    string   // stage that its id speaks of; "" where it does not say
	RedLine  bool
	Silent   bool // id or docstring speaks of a silent change
	Function string
	Doc      string
	Lines    [2]int   // of the function; 0 where the file does not have it
	Services []string // that it reads, itself or through functions of the module
	Literals []string // texts and numbers of at least three characters in it, sorted
}

// redLine is how the ids of the benchmark mark a red line.
var redLine = regexp.MustCompile(`(?i)red_?line`)
