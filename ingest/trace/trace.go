package trace

import (
	"github.com/clawatlas/clawatlas/results"
)

// Sink receives the content of a transcript. Only Step is required.
type Sink struct {
	// Step receives the steps in order. StepID counts from 1. The callee owns the step. An error
	// stops the reading and is returned unchanged.
	Step func(*results.Step) error
	// Warn reports something unusual at a line of the record (0: the entire record).
	Warn func(line int, message string)
	// File returns the content of a file that the transcript refers to (sub-agent, continuation),
	// or nil if it does not exist. The implementation must reject paths outside the trial.
	File func(path string) ([]byte, error)
	// Beside lists the files of sub-agents of a Claude Code session, as paths for File. Files that
	// no call refers to are read at the end of the session.
	Beside func() []string
	// Media stores inline data, such as a base64 image, and returns the name of the stored record.
	// If Media is nil, only the size of the data is recorded.
	Media func(name, mediaType string, data []byte) (raw string, err error)
	// Known reports whether an earlier transcript contains the entry with the given id. A resumed
	// or forked session repeats the entries of the original one. These entries are shown but not
	// counted. If Known is nil, all entries are counted.
	Known func(id string) bool
	// FirstLine is the line number of the data in its file. It is used in warnings if the data is
	// part of a larger document. 0 means 1.
	FirstLine int
}

// Summary holds the totals and metadata of a transcript.
type Summary struct {
	Dialect     Dialect
	Steps       int
	ToolCalls   int // number of calls, excluding copied context
	FailedCalls int // number of failed tool results, excluding copied context
	ModelCalls  int // number of model replies, excluding copied context
	Abandoned   int // number of entries on abandoned branches of the session
	// Usage is the sum over the steps. If the sum is unknown, it is the transcript's own total.
	// Input excludes cached tokens.
	Usage results.Usage
	// Recorded is the transcript's own total; the zero value if it has none.
	Recorded results.Usage

	Model        string
	Provider     string
	Agent        string
	AgentVersion string
	Schema       string `json:",omitempty"` // format and version stated in the record, such as ATIF-v1.7
	SessionID    string
	Parent       string `json:",omitempty"` // id of the parent session if this is the transcript of a sub-agent
	TrajectoryID string // transcript id, if it is different from the session id
	Workspace    string // initial directory of the agent; empty if not recorded
	StartedAt    *int64 // earliest time of a step or result in Unix ms
	FinishedAt   *int64 // latest time of a step or result in Unix ms
	FinalMessage string // main agent's last message
	Error        string // error that ended the session according to the transcript
}

// Describe copies the summary of a transcript to its trial.
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

// TraceIDs returns the ids by which other transcripts can refer to this one.
func (s *Summary) TraceIDs() results.TraceIDs {
	return results.TraceIDs{Trajectory: s.TrajectoryID, Session: s.SessionID}
}

// LineReader returns the lines of a transcript without line endings, and their numbers from 1. At
// the end it returns io.EOF. A line is valid until the next call.
type LineReader interface {
	Next() (line []byte, n int, err error)
}

// Open opens a transcript at its first line. If the returned LineReader is also an io.Closer, the
// reader closes it.
type Open func() (LineReader, error)

// Source is a transcript as bytes, as lines, or as both. Readers of JSON documents use Data, or all
// lines of Open if Data is nil. Readers of JSON lines use Open if it is set, and Data otherwise.
type Source struct {
	Data []byte
	Open Open
}
