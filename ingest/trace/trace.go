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
	// File returns a file next to the transcript (sub-agent, continuation) by the path in the
	// transcript, or nil if it does not exist. The callee must keep the path inside the trial.
	File func(path string) ([]byte, error)
	// Beside lists the files of sub-agents that belong to a Claude Code session, as paths for File.
	// Files that no call names are read at the end of the session.
	Beside func() []string
	// Media stores inline bytes, such as a base64 image, and returns the name of the stored raw
	// record. If Media is nil, the bytes are dropped and their number is recorded.
	Media func(name, mediaType string, data []byte) (raw string, err error)
	// Known reports whether an earlier transcript contains the entry with the given id, because a
	// resumed or forked session repeats the entries of its origin. Known entries are shown but not
	// counted. If Known is nil, no entry is known.
	Known func(id string) bool
	// FirstLine is the line number at which the data begins in its file, for warnings about part of
	// a larger document; 0 means 1.
	FirstLine int
}

// Summary holds the totals and metadata of a transcript.
type Summary struct {
	Dialect     Dialect
	Steps       int
	ToolCalls   int // number of calls without copied context
	FailedCalls int // number of failed tool results without copied context
	ModelCalls  int // number of model replies without copied context
	Abandoned   int // number of entries on abandoned branches of the session
	// Usage is the sum over the steps. Missing values come from the transcript's own total. Input
	// excludes cached tokens.
	Usage results.Usage
	// Recorded is the transcript's own total; empty if it has none.
	Recorded results.Usage

	Model        string
	Provider     string
	Agent        string
	AgentVersion string
	Schema       string `json:",omitempty"` // format and version stated in the record, such as ATIF-v1.7
	SessionID    string
	Parent       string `json:",omitempty"` // parent session of a sub-agent's transcript
	TrajectoryID string // transcript id, if the record distinguishes it from the session id
	Workspace    string // initial directory of the agent as recorded; may be empty
	StartedAt    *int64 // earliest time of a step or result, in ms
	FinishedAt   *int64 // latest time of a step or result, in ms
	FinalMessage string // last message of the main agent
	Error        string // error that ended the session, as stated in the transcript
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

// LineReader returns lines without line endings and their numbers from 1, then io.EOF. The slice is
// valid until the next call.
type LineReader interface {
	Next() (line []byte, n int, err error)
}

// Open starts reading a transcript from its first line. If the returned LineReader is an io.Closer,
// it is closed after reading.
type Open func() (LineReader, error)

// Source is a transcript as bytes, as lines, or both. Document readers use Data and collect the
// lines if it is nil. Line readers prefer Open.
type Source struct {
	Data []byte
	Open Open
}
