package trace

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
