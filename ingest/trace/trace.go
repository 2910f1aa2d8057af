package trace

import (
	"github.com/clawatlas/clawatlas/results"
)

// Sink receives what a reader finds. Only Step is required.
type Sink struct {
	// Step takes the steps in order; StepID counts from 1. The step belongs to
	// the callee. An error ends the reading and is returned unchanged.
	Step func(*results.Step) error
	// Warn notes what is odd about the record at line (0: the whole record).
	Warn func(line int, message string)
	// File returns a file beside the transcript (sub-agent, continuation) by
	// the path that the transcript names, or nil if there is none. Keeping
	// path inside the trial is the callee's duty.
	File func(path string) ([]byte, error)
	// Beside lists the files of sub-agents that belong to a session of Claude Code,
	// by paths that File takes; those that no call names are read at its end.
	Beside func() []string
	// Media keeps inline bytes, such as a base64 image, and returns the name
	// of the stored raw record. Where it is nil the bytes are dropped and
	// their number is noted.
	Media func(name, mediaType string, data []byte) (raw string, err error)
	// Known reports whether a transcript before this one has the entry of an id, as a
	// session that was resumed or forked repeats those that it goes on from. What is
	// known is shown and not counted. Where it is nil nothing is known.
	Known func(id string) bool
	// FirstLine is the line of the file on which the data begins, for
	// warnings about a part of a larger document; 0 means 1.
	FirstLine int
}

// Summary is what a transcript says as a whole.
type Summary struct {
	Dialect     Dialect
	Steps       int
	ToolCalls   int // without copied context
	FailedCalls int // tool results that show a failure, without copied context
	ModelCalls  int // answers of a model, without copied context
	Abandoned   int // entries on branches of the session that were given up
	// Usage is the sum over the steps and, for what the steps do not state,
	// the transcript's own total. Input is without cached tokens.
	Usage results.Usage
	// Recorded is the transcript's own total, where it has one.
	Recorded results.Usage

	Model        string
	Provider     string
	Agent        string
	AgentVersion string
	Schema       string `json:",omitempty"` // format and version that the record states of itself, such as ATIF-v1.7
	SessionID    string
	Parent       string `json:",omitempty"` // session of which a sub-agent has written this
	TrajectoryID string // of the transcript itself, where the record tells it from the session
	Workspace    string // directory that the agent began in, as recorded; may be empty
	StartedAt    *int64 // ms, earliest time of a step or result
	FinishedAt   *int64 // ms, latest time
	FinalMessage string // last message of the main agent
	Error        string // the transcript's own statement that it ended badly
}

// Describe puts what a transcript says as a whole into the trial that it is of.
func (s *Summary) Describe(t *results.Trial) {
	t.Usage, t.StartedAt, t.FinishedAt = s.Usage, s.StartedAt, s.FinishedAt
	t.TraceIDs = s.TraceIDs()
	d := &t.Details
	d.Model, d.Provider, d.Session, d.Framework, d.Workspace = s.Model, s.Provider, s.SessionID, s.Agent, s.Workspace
	d.FrameworkVersion, d.Schema = s.AgentVersion, s.Schema
	if s.FinalMessage != "" {
		d.Answer = &s.FinalMessage
	}
}

// TraceIDs are the ids under which other transcripts can refer to this one.
func (s *Summary) TraceIDs() results.TraceIDs {
	return results.TraceIDs{Trajectory: s.TrajectoryID, Session: s.SessionID}
}

// LineReader yields lines without their ends and their numbers from 1; io.EOF
// comes after the last one. The slice is valid until the next call.
type LineReader interface {
	Next() (line []byte, n int, err error)
}

// Open starts reading a transcript from its first line. If what it returns is
// an io.Closer, the reader of the dialect closes it.
type Open func() (LineReader, error)

// Source is a transcript as bytes, as lines, or both. Readers of documents
// use Data and gather the lines where it is nil; readers of lines prefer Open.
type Source struct {
	Data []byte
	Open Open
}
