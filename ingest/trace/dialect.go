package trace

import (
	"bytes"
	"fmt"
	"io"

	"github.com/clawatlas/clawatlas/results"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// Dialect is the format of a transcript.
type Dialect string

const (
	Unknown                   Dialect = ""
	DialectOpenClaw           Dialect = "openclaw"            // session JSONL, version 3
	DialectOpenClawBranch     Dialect = "openclaw-branch"     // session-branch.json of an export
	DialectOpenClawTrajectory Dialect = "openclaw-trajectory" // SESSION.trajectory.jsonl
	DialectClawEval           Dialect = "claw-eval"           // trace of Claw-Eval's harness
	DialectOpenClawMessages   Dialect = "openclaw-messages"   // array of OpenClaw messages
	DialectClaudeCode         Dialect = "claude-code"         // session JSONL and stream-json
	DialectClaudeCodeMessages Dialect = "claude-messages"     // array of Anthropic messages
	DialectOpenAIMessages     Dialect = "openai-messages"     // array of chat messages, or an object with such an array
	DialectOpenAISessions     Dialect = "openai-sessions"     // JSONL of chat messages, or of sessions that contain them (Hermes)
	DialectCodex              Dialect = "codex"               // events of "codex exec --json", and rollout JSONL
	DialectCodexEvents        Dialect = "codex-events"        // array of the same events
	DialectOpenCode           Dialect = "opencode"            // events of "opencode run --format json"
	DialectOpenCodeEvents     Dialect = "opencode-events"     // array of the same events
	DialectCursor             Dialect = "cursor"              // stream-json of cursor-agent
	DialectCopilot            Dialect = "copilot"             // session events of GitHub Copilot CLI
	DialectGemini             Dialect = "gemini"              // Gemini CLI session: an object, or a log of patches
	DialectATIF               Dialect = "atif"                // Agent Trajectory Interchange Format
	DialectText               Dialect = "text"                // anything else
)

// dialect describes one dialect. It is defined in the file of its reader and listed in dialects.
type dialect struct {
	name  Dialect
	title string // display name; a row of docs/formats.md

	is func(*beginning) bool // reports whether the keys of the objects belong to a program that uses this dialect

	// signs are texts without white space that occur near the beginning of this dialect only. They
	// are used if no `is` function has recognised a dialect. A sign may have several parts
	// separated by spaces. All of them must then occur, in any order.
	list         bool // set if the signs apply to JSON lists, unset for objects and lines
	signs        []string
	entry        func(*head.Value) bool // recognises an entry that occurs in every transcript of this dialect
	alone        bool                   // set if such an entry is sufficient without a sign
	looks, lacks string                 // for a file that has a sign but no such entry: what it looks like, and what it lacks

	lines  start                             // reader of lines
	values start                             // reader of the elements of a list, or of the values of any other document
	open   func(Open, Sink) (Summary, error) // reader for dialects whose lines must be read more than once
	data   func([]byte, Sink) (Summary, error)
}

// start prepares reading a transcript. It returns its main thread and the function that adds an entry.
type start func(*reader) (*thread, func(entry []byte, line int) error)

var dialects = []*dialect{
	&atifDialect, &geminiDialect, &codexDialect, &copilotDialect, &cursorDialect, &openCodeDialect, &openClawBranchDialect,
	&openClawTrajectoryDialect, &clawEvalDialect, &claudeDialect, &openClawDialect,
	&claudeMessagesDialect, &openClawMessagesDialect, &codexEventsDialect, &openCodeEventsDialect,
	&openAIMessagesDialect, &openAISessionsDialect,
	{name: DialectText, title: "plain text", data: PlainText},
}

func (d Dialect) about() *dialect {
	for _, a := range dialects {
		if a.name == d {
			return a
		}
	}
	return &dialect{}
}

// Export reports whether transcripts of the dialect repeat a session that is usually stored elsewhere too.
func (d Dialect) Export() bool { return d == DialectOpenClawBranch || d == DialectOpenClawTrajectory }

// Title returns the display name of the dialect, or "" for Unknown.
func (d Dialect) Title() string { return d.about().title }

// Lines reports whether the dialect is read line by line.
func (d Dialect) Lines() bool { return d.about().lines != nil || d.about().open != nil }

// Read reads src as dialect d. It returns an error for an unknown dialect. Detect never returns
// Unknown for a non-empty record.
func Read(d Dialect, src Source, s Sink) (Summary, error) {
	switch a := d.about(); {
	case a.open != nil:
		return a.open(src.open(), s)
	case a.lines != nil:
		lines, err := src.open()()
		if err != nil {
			return Summary{}, err
		}
		defer closeLines(lines)
		r := newReader(d, s)
		t, add := a.lines(r)
		return r.finish(t, r.eachLine(lines, add))
	case a.data != nil || a.values != nil:
		data, err := src.bytes()
		if err != nil {
			return Summary{}, err
		}
		if a.data != nil {
			return a.data(data, s)
		}
		r := newReader(d, s)
		t, add := a.values(r)
		return r.finish(t, r.elements(data, t, add))
	}
	return Summary{}, fmt.Errorf("read transcript: unknown dialect %q", d)
}

// open returns the source's Open function, or one that reads the lines of Data if there is none.
func (src Source) open() Open {
	if src.Open != nil {
		return src.Open
	}
	return func() (LineReader, error) { return &byteLines{rest: src.Data}, nil }
}

func (src Source) bytes() ([]byte, error) {
	if src.Data != nil || src.Open == nil {
		return src.Data, nil
	}
	lines, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer closeLines(lines)
	var data []byte
	for {
		line, _, err := lines.Next()
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read transcript: %w", err)
		}
		data = append(append(data, line...), '\n')
	}
}

func closeLines(lines LineReader) {
	if c, ok := lines.(io.Closer); ok {
		c.Close()
	}
}

type byteLines struct {
	rest []byte
	n    int
}

func (l *byteLines) Next() ([]byte, int, error) {
	if len(l.rest) == 0 {
		return nil, l.n, io.EOF
	}
	line, rest, _ := bytes.Cut(l.rest, []byte{'\n'})
	l.rest = rest
	l.n++
	return bytes.TrimRight(line, "\r"), l.n, nil
}

// PlainText reads an unstructured log as one step. It replaces invalid UTF-8 by U+FFFD. The raw
// record keeps the original bytes.
func PlainText(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectText, s)
	t := newThread(r)
	if len(data) == 0 {
		return r.finish(t, nil)
	}
	return r.finish(t, t.after(&results.Step{Source: results.SourceSystem, Event: "log", Message: validText(data)}))
}
