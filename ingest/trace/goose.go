package trace

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// gooseTable reads the session JSONL that Goose kept until it moved to a database: a line
// about the session, then messages whose parts are texts, requests of tools and their
// responses. It holds no tokens of a single answer.
var gooseTable = table{
	dialect: dialect{
		name: DialectGoose, title: "Goose session", why: "its first line has working_dir, description and message_count",
		is: func(b *beginning) bool {
			return b.first.HasAll("working_dir", "description", "message_count") && !b.first.Has("type")
		},
	},
	agent: "goose", kind: "role", time: "created", unknown: "entry with the unknown role %q is kept raw",
	rows: rows{
		"": {as: opens, needs: "working_dir", cwd: "working_dir", usage: func(e *tableEntry) *usage {
			return &usage{Prompt: e.number("accumulated_input_tokens"), Completion: e.number("accumulated_output_tokens")}
		}},
		"user":      {as: asks},
		"assistant": {as: answers},
	},
	parts: "content", part: "type",
	partly: rows{
		"text":               {as: speaks, text: "text"},
		"thinking reasoning": {as: thinks, text: "thinking text"},
		"redactedThinking":   {as: hides},
		"image":              {as: shows, text: "data", media: "mimeType"},
		"toolRequest frontendToolRequest": {
			as: uses, id: "id", name: "toolCall.value.name", args: "toolCall.value.arguments", fault: "toolCall.error",
		},
		"toolResponse": {
			as: gives, id: "id", text: "toolResult.value.content toolResult.value", fault: "toolResult.error", status: "toolResult.status",
		},
	},
	fields: func() *fields {
		return use("working_dir accumulated_input_tokens accumulated_output_tokens role created content").leave("id")
	},
}

// gooseRowsTable reads rows of the messages in Goose's database, one JSON object each: the
// same parts as text in content_json. Rows of another session are not mixed in.
var gooseRowsTable = table{
	dialect: dialect{
		name: DialectGooseRows, title: "Goose rows", why: "its rows have session_id, role and content_json",
		is: func(b *beginning) bool {
			return anyOf(append(b.lines, b.items...), func(v *head.Value) bool { return v.HasAll("session_id", "role", "content_json") })
		},
	},
	agent: "goose", kind: "role", time: "created_timestamp", unknown: gooseTable.unknown,
	rows:  rows{"user": {as: asks}, "assistant": {as: answers}},
	parts: gooseTable.parts, part: gooseTable.part, partly: gooseTable.partly,
	fields: func() *fields {
		return use("role created_timestamp session_id content_json").leave("id message_id timestamp")
	},
	hook: func(x *tableReader, e *tableEntry) (bool, error) {
		session := e.text("session_id")
		if x.r.sum.SessionID == "" {
			x.r.sum.SessionID = session
		}
		if session != x.r.sum.SessionID {
			x.r.repeated(e.n, "row of another session is kept raw")
			return true, x.t.after(x.r.raw(e.line))
		}
		if v := e.get("content_json"); v.Kind() == '"' {
			v = jsontext.Value(stringOf(v))
			if !v.IsValid(decoding()) {
				return true, x.r.unknown(x.t, e.line, e.n, e.at, "row whose content_json is not valid JSON is kept raw")
			}
			e.levels[""]["content"] = v
		}
		return false, nil
	},
}
