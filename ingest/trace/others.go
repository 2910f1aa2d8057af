package trace

import (
	"github.com/clawatlas/clawatlas/ingest/head"
)

// other describes an agent whose log is recognised but not supported. Its log resembles that of a
// supported agent and must not be read as such.
type other struct {
	looks, lacks string
	is           func(first *head.Value, lines []*head.Value) bool
}

const unread = "no reader knows how it keeps calls and their results"

// others lists the unsupported agents. They are checked before all dialects.
var others = []other{
	{"a session of Droid", unread, func(first *head.Value, _ []*head.Value) bool {
		return first.String("type") == "session_start" && first.HasAll("id", "cwd") && first.HasAny("title", "sessionTitle", "owner", "version")
	}},
	{"the stream of Droid", unread, func(_ *head.Value, lines []*head.Value) bool {
		return anyOf(lines, func(v *head.Value) bool {
			return v.String("type") == "tool_call" && v.HasAll("toolName", "parameters") || v.String("type") == "completion" && v.Has("finalText")
		})
	}},
	{"a session of CodeBuddy or WorkBuddy", unread, func(first *head.Value, lines []*head.Value) bool {
		return first.String("type") == "session_start" && first.Has("sessionId") ||
			anyOf(lines, func(v *head.Value) bool {
				return v.String("type") == "function_call_result" && v.HasAny("callId", "sessionId")
			})
	}},
	{
		"a transcript stored by Cursor",
		"its calls have no ids and its replies name no model; the stream output of cursor-agent has both",
		func(first *head.Value, lines []*head.Value) bool {
			return len(lines) > 0 && first.Has("role") && (len(first.Keys) == 2 || len(first.Keys) == 3 && first.Has("metadata")) &&
				first.Is('[', "message", "content") && len(first.Get("message").Keys) == 1
		},
	},
	{"a session in Claude Code's format", "its lines have no ids, so results and replies cannot be distinguished",
		func(first *head.Value, _ []*head.Value) bool {
			return (first.String("type") == "user" || first.String("type") == "assistant") && first.HasAll("message", "sessionId") &&
				!first.HasAny("uuid", "parentUuid")
		}},
	{
		"the log of a single model call by OpenHands",
		"it is one of many calls; the conversation file next to it contains the steps",
		func(first *head.Value, _ []*head.Value) bool {
			return first.HasAll("messages", "response", "kwargs", "latency_sec")
		},
	},
	{
		"the output of opencode export",
		"it is not supported; the output of opencode run --format json is",
		func(first *head.Value, _ []*head.Value) bool {
			return first.Has("info", "projectID") && first.Has("messages")
		},
	},
}

// ofOther reports whether a file is the log of an unsupported agent, and returns the description of
// that agent.
func ofOther(h head.Head) (Match, bool) {
	if !h.IsObject() && !h.IsArray() {
		return Match{}, false
	}
	first, lines := h.Value(), h.Lines()
	if h.IsArray() {
		first, lines = first.First(), nil
	}
	for _, o := range others {
		if o.is(first, lines) {
			return Match{Looks: o.looks, Lacks: o.lacks}, true
		}
	}
	return Match{}, false
}
