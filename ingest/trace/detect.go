package trace

import (
	"bytes"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// sign is a piece of text that only one dialect writes near its beginning.
type sign struct {
	text    string
	dialect Dialect
}

// objectSigns tell JSON objects and JSON lines apart, most certain first. None rests on
// the order of members, which says nothing.
func objectSigns() []sign {
	return []sign{
		{`"schema_version":"ATIF`, DialectATIF},
		{`"type":"session_meta"`, DialectCodex},
		{`"type":"response_item"`, DialectCodex},
		{`"type":"event_msg"`, DialectCodex},
		{`"type":"step_start"`, DialectOpenCode},
		{`"type":"step-start"`, DialectOpenCode},
		{`"sessionID":"ses_`, DialectOpenCode},
		{`"subtype":"init"`, DialectClaudeCode},
		{`"type":"queue-operation"`, DialectClaudeCode},
		{`"parentUuid":`, DialectClaudeCode},
		{`"isSidechain":`, DialectClaudeCode},
		{`"leafUuid":`, DialectClaudeCode},
		{`"parentId":`, DialectOpenClaw},
		{`"role":"toolResult"`, DialectOpenClaw},
	}
}

// Detect tells the dialect from the first bytes of a record; 8 KB are enough
// for all that is known, the whole record is fine. What has no known shape is
// text. The name only decides between one document and lines.
func Detect(name string, data []byte) Dialect {
	data = bytes.TrimSpace(head.WithoutMark(data))
	if d := Program(head.Of(name, data)); d != Unknown {
		return d
	}
	return bySigns(name, data)
}

// bySigns is Detect for what Program does not know.
func bySigns(name string, data []byte) Dialect {
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return DialectText
	}
	tight := withoutSpace(data)
	switch data[0] {
	case '[':
		if len(tight) > 1 && tight[1] != '{' {
			return DialectText // a log line that begins with [name]
		}
		return detectArray(tight)
	case '{':
		return detectObject(head.Of(name, data), tight)
	}
	return DialectText
}

func detectObject(h head.Head, tight []byte) Dialect {
	for _, s := range objectSigns() {
		if bytes.Contains(tight, []byte(s.text)) {
			return s.dialect
		}
	}
	switch lines := h.Lines(); {
	case anyOf(lines, isCodex):
		return DialectCodex
	case anyOf(lines, isOpenClaw):
		return DialectOpenClaw
	}
	if strings.HasSuffix(h.Name, ".jsonl") {
		// Lines that turn out to be no messages are kept raw one by one.
		return DialectOpenAISessions
	}
	if bytes.Contains(tight, []byte(`"messages":[`)) {
		return DialectOpenAIMessages
	}
	return DialectText
}

func detectArray(tight []byte) Dialect {
	has := func(text string) bool { return bytes.Contains(tight, []byte(text)) }
	switch {
	case has(`"type":"tool_use"`) && has(`"role":`), has(`"tool_use_id":`), has(`"type":"tool_result"`):
		return DialectClaudeCodeMessages
	case has(`"toolCallId":`), has(`"type":"toolCall"`), has(`"stopReason":`), has(`"role":"toolResult"`):
		return DialectOpenClawMessages
	case has(`"type":"thread.started"`), has(`"type":"item.`), has(`"type":"turn.started"`), has(`"type":"response_item"`):
		return DialectCodexEvents
	case has(`"type":"step_start"`), has(`"type":"step_finish"`), has(`"sessionID":`):
		return DialectOpenCodeEvents
	case has(`"role":"`):
		return DialectOpenAIMessages
	}
	return DialectText
}

// withoutSpace drops white space outside of strings, so that compact and
// indented JSON look the same. The end of head may cut a string.
func withoutSpace(head []byte) []byte {
	out := make([]byte, 0, len(head))
	quoted := false
	for i := 0; i < len(head); i++ {
		c := head[i]
		switch {
		case quoted && c == '\\':
			out = append(out, c)
			if i++; i < len(head) {
				out = append(out, head[i])
			}
			continue
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '\t' || c == '\r' || c == '\n'):
			continue
		}
		out = append(out, c)
	}
	return out
}
