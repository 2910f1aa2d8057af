package trace

import (
	"strings"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// other is an agent whose log is known and not read. Its lines resemble those of agents
// that are read, so that it has to be known to be refused.
type other struct {
	looks, lacks string
	is           func(first *head.Value, lines []*head.Value) bool
}

// unread is what most of them lack.
const unread = "no reader knows how it keeps calls and their results"

// others are asked before any dialect.
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
	{"the history of Grok's CLI", unread, func(_ *head.Value, lines []*head.Value) bool {
		return anyOf(lines, func(v *head.Value) bool {
			return v.String("type") == "assistant" && v.HasAll("content", "model_id") ||
				v.String("type") == "backend_tool_call" && v.Has("kind", "tool_type")
		})
	}},
	{"a log of Antigravity", unread, func(first *head.Value, _ []*head.Value) bool {
		return first.HasAll("step_index", "source", "type", "status")
	}},
	{
		"a transcript that Cursor keeps",
		"its calls have no ids and its answers no model; the stream of cursor-agent has both",
		func(first *head.Value, lines []*head.Value) bool {
			return len(lines) > 0 && first.Has("role") && (len(first.Keys) == 2 || len(first.Keys) == 3 && first.Has("metadata")) &&
				first.Is('[', "message", "content") && len(first.Get("message").Keys) == 1
		},
	},
	{"a conversation of Amazon Q or Kiro", unread, func(first *head.Value, _ []*head.Value) bool {
		return first.HasAll("key", "value") && strings.Contains(first.String("value"), `"conversation_id"`) ||
			first.HasAll("conversation_id", "history", "transcript")
	}},
	{"a session of Continue", unread, func(first *head.Value, _ []*head.Value) bool {
		return first.HasAll("sessionId", "workspaceDirectory", "history")
	}},
	{"messages of Pydantic AI", unread, func(first *head.Value, _ []*head.Value) bool {
		return (first.String("kind") == "request" || first.String("kind") == "response") && first.Get("parts").First().Has("part_kind")
	}},
	{"the output of a crew of CrewAI", unread, func(first *head.Value, _ []*head.Value) bool {
		return first.HasAll("tasks_output", "raw") && first.Has("token_usage")
	}},
	{"a chat of VS Code", unread, func(first *head.Value, _ []*head.Value) bool {
		return first.HasAll("requests", "responderUsername")
	}},
	{"a trace of Mastra", unread, func(first *head.Value, _ []*head.Value) bool {
		return first.HasAll("traceId", "trace", "exportedAt") || first.HasAll("traceId", "spans") && first.Get("spans").First().Has("spanType")
	}},
	{"spans of Microsoft's Agents SDK", "they say what the program did and not what the model wrote; its transcript of activities is beside", func(first *head.Value, _ []*head.Value) bool {
		return strings.HasPrefix(first.String("name"), "agents.") && first.HasAll("start_time_unix_nano", "attributes")
	}},
	{"a session of Aider as another program cut it up", "its .aider.chat.history.md is read", func(first *head.Value, _ []*head.Value) bool {
		return first.String("type") == "session_start" && first.HasAll("session_id", "started_at", "timestamp")
	}},
	{"a session that Gemini CLI kept at first", unread, func(first *head.Value, _ []*head.Value) bool {
		return first.Get("history").First().HasAll("role", "parts")
	}},
	{"a session in the form of Claude Code's", "its lines have no ids, so that results cannot be told from answers", func(first *head.Value, _ []*head.Value) bool {
		return (first.String("type") == "user" || first.String("type") == "assistant") && first.HasAll("message", "sessionId") && !first.HasAny("uuid", "parentUuid")
	}},
	{"activities of the Bot Framework", unread, func(first *head.Value, _ []*head.Value) bool {
		return first.HasAll("channelId", "conversation", "from")
	}},
	{"a session of Claude Code on the web", unread, func(first *head.Value, _ []*head.Value) bool {
		return first.Get("loglines").First().HasAll("type", "message")
	}},
	{
		"what Cline or Roo shows of a task",
		"its calls have no results of their own; api_conversation_history.json beside has them",
		func(first *head.Value, _ []*head.Value) bool {
			return first.Has("ts") && (first.String("type") == "say" && first.Has("say") || first.String("type") == "ask" && first.Has("ask"))
		},
	},
	{
		"the state of a session of Kimi CLI", "it has no steps; wire.jsonl beside has them",
		func(first *head.Value, _ []*head.Value) bool { return first.HasAll("agents", "workDir", "lastPrompt") },
	},
	{
		"events of OpenCode's database",
		"no reader knows them; opencode run --format json prints the session",
		func(first *head.Value, _ []*head.Value) bool { return first.HasAll("aggregate_id", "seq", "data") },
	},
	{
		"a file of OpenCode's storage",
		"a session is spread over many of them; opencode run --format json prints it whole",
		func(first *head.Value, _ []*head.Value) bool {
			return first.HasAll("id", "sessionID") && (first.HasAll("messageID", "type") || first.HasAll("role", "time")) && !first.Has("parts") ||
				first.HasAll("id", "messageID", "type") || first.HasAll("id", "type", "text", "time") && len(first.Keys) == 4 ||
				first.HasAll("id", "projectID", "directory", "time")
		},
	},
	{
		"a summary of a conversation of OpenHands",
		"its events are cut; the files that event_file names hold them whole",
		func(first *head.Value, _ []*head.Value) bool {
			return first.Has("conversation_id") && first.Get("events").First().HasAll("event_file", "source")
		},
	},
	{
		"a call of a model that OpenHands has logged",
		"it is one of many; the conversation beside has the steps",
		func(first *head.Value, _ []*head.Value) bool {
			return first.HasAll("messages", "response", "kwargs", "latency_sec")
		},
	},
	{
		"a summary of an episode of BrowserGym",
		"its steps are Python pickles, which are programs and are not opened",
		func(first *head.Value, _ []*head.Value) bool {
			return first.HasAll("n_steps", "cum_reward", "err_msg")
		},
	},
	{
		"a batch of LangSmith's runs",
		"no reader knows it; LangSmith's clients can send OpenTelemetry, which is read",
		func(first *head.Value, _ []*head.Value) bool {
			return isLangSmith(first) || isLangSmith(first.Get("post").First()) || isLangSmith(first.Get("patch").First()) ||
				isLangSmith(first.Get("runs").First())
		},
	},
	{
		"what opencode export prints",
		"no reader knows it; opencode run --format json prints the events",
		func(first *head.Value, _ []*head.Value) bool {
			return first.Has("info", "projectID") && first.Has("messages")
		},
	},
}

// ofOther tells a log that is known and not read.
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

// isLangSmith tells a run of LangSmith by the order that it states among the others.
func isLangSmith(v *head.Value) bool {
	return v.HasAll("dotted_order", "trace_id") && v.HasAny("run_type", "outputs", "inputs")
}
