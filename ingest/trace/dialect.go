package trace

import (
	"bytes"
	"fmt"
	"io"

	"github.com/clawatlas/clawatlas/results"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// Dialect names a transcript's shape.
type Dialect string

// The dialects.
const (
	Unknown                   Dialect = ""
	DialectOpenClaw           Dialect = "openclaw"          // session JSONL, version 3
	DialectOpenClawBranch     Dialect = "openclaw-branch"   // session-branch.json of an export
	DialectOpenClawMessages   Dialect = "openclaw-messages" // array of OpenClaw messages
	DialectClaudeCode         Dialect = "claude-code"       // session JSONL and stream-json
	DialectClaudeCodeMessages Dialect = "claude-messages"   // array of Anthropic messages
	DialectOpenAIMessages     Dialect = "openai-messages"   // array of chat messages, or an object with one
	DialectOpenAISessions     Dialect = "openai-sessions"   // JSONL of chat messages or of sessions holding them (Hermes)
	DialectCodex              Dialect = "codex"             // exec --json events and rollout JSONL
	DialectCodexEvents        Dialect = "codex-events"      // array of the same
	DialectOpenCode           Dialect = "opencode"          // run --format json events
	DialectOpenCodeEvents     Dialect = "opencode-events"   // array of the same
	DialectCursor             Dialect = "cursor"            // stream-json of cursor-agent
	DialectCopilot            Dialect = "copilot"           // events of a session of GitHub Copilot CLI
	DialectGemini             Dialect = "gemini"            // session of Gemini CLI: an object, or a log of patches
	DialectATIF               Dialect = "atif"              // Agent Trajectory Interchange Format
	DialectText               Dialect = "text"              // anything else
)

// dialect is all that is said of one: the file of its reader has it, and dialects lists it.
type dialect struct {
	name  Dialect
	title string // for people; a row of docs/formats.md

	is func(*beginning) bool // proves it by the members that only one program writes

	// Where nothing is proven, signs are what only this dialect writes near its beginning,
	// without white space; of several with spaces between, all have to be there. None
	// rests on the order of members, which says nothing.
	list         bool // signs are sought in a JSON list, else in objects and lines
	signs        []string
	entry        func(*head.Value) bool // the dialect cannot be without an entry like it
	alone        bool                   // which proves it without a sign, too
	looks, lacks string                 // what a file with a sign and without such an entry looks like, and lacks

	lines func(LineReader, Sink) (Summary, error) // reads line by line
	open  func(Open, Sink) (Summary, error)       // reads the lines more than once
	data  func([]byte, Sink) (Summary, error)     // reads a document
}

var dialects = []*dialect{
	&atifDialect, &geminiDialect, &codexDialect, &copilotDialect, &cursorDialect, &openCodeDialect, &openClawBranchDialect, &claudeDialect,
	&openClawDialect,
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

// Title names the dialect for people; empty for Unknown.
func (d Dialect) Title() string { return d.about().title }

// Lines reports whether the dialect is read line by line.
func (d Dialect) Lines() bool { return d.about().lines != nil || d.about().open != nil }

// Read reads src as dialect d. An unknown dialect is an error; Detect never
// returns one for a record that is not empty.
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
		return a.lines(lines, s)
	case a.data != nil:
		data, err := src.bytes()
		if err != nil {
			return Summary{}, err
		}
		return a.data(data, s)
	}
	return Summary{}, fmt.Errorf("read transcript: unknown dialect %q", d)
}

// open reads the lines of Data where the source has no Open.
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

// PlainText keeps a log that has no structure as one step. Bytes that are not
// UTF-8 become U+FFFD; the raw record has the original.
func PlainText(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectText, "", s)
	if len(data) == 0 {
		return r.done()
	}
	step := &results.Step{
		Source:  results.SourceSystem,
		Event:   "log",
		Message: validText(data),
	}
	if err := r.emit(step); err != nil {
		return r.sum, err
	}
	return r.done()
}
