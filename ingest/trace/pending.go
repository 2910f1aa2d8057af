package trace

import (
	"fmt"
	"io"
)

// keepLines hands every line on as a raw step.
func keepLines(d Dialect, lines LineReader, s Sink) (Summary, error) {
	r := newReader(d, s)
	for {
		line, _, err := lines.Next()
		if err == io.EOF {
			return r.done()
		}
		if err != nil {
			return r.sum, fmt.Errorf("read transcript: %w", err)
		}
		if err := r.emit(r.raw(line)); err != nil {
			return r.sum, err
		}
	}
}

func keepBytes(d Dialect, data []byte, s Sink) (Summary, error) {
	r := newReader(d, s)
	if err := r.emit(r.raw(data)); err != nil {
		return r.sum, err
	}
	return r.done()
}


// OpenClawSession reads an OpenClaw session JSONL, which is a tree.
func OpenClawSession(open Open, s Sink) (Summary, error) {
	lines, err := open()
	if err != nil {
		return Summary{}, err
	}
	defer closeLines(lines)
	return keepLines(DialectOpenClaw, lines, s)
}

// ClaudeCode reads session JSONL and stream-json of Claude Code.
func ClaudeCode(lines LineReader, s Sink) (Summary, error) {
	return keepLines(DialectClaudeCode, lines, s)
}


// OpenAIMessages reads a JSON array of chat messages or an object with one.
func OpenAIMessages(messages []byte, s Sink) (Summary, error) {
	return keepBytes(DialectOpenAIMessages, messages, s)
}

// OpenAISessions reads JSONL of chat messages or of sessions that hold them.
func OpenAISessions(lines LineReader, s Sink) (Summary, error) {
	return keepLines(DialectOpenAISessions, lines, s)
}

// Codex reads events of codex exec --json and rollout files.
func Codex(lines LineReader, s Sink) (Summary, error) { return keepLines(DialectCodex, lines, s) }

// CodexEvents reads a JSON array of Codex events.
func CodexEvents(events []byte, s Sink) (Summary, error) {
	return keepBytes(DialectCodexEvents, events, s)
}

// OpenCode reads events of opencode run --format json.
func OpenCode(lines LineReader, s Sink) (Summary, error) { return keepLines(DialectOpenCode, lines, s) }

// OpenCodeEvents reads a JSON array of OpenCode events.
func OpenCodeEvents(events []byte, s Sink) (Summary, error) {
	return keepBytes(DialectOpenCodeEvents, events, s)
}

// ATIF reads a document of the Agent Trajectory Interchange Format, 1.0 to 1.8.
func ATIF(data []byte, s Sink) (Summary, error) { return keepBytes(DialectATIF, data, s) }
