package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// Match is what a file is by its beginning.
type Match struct {
	Dialect Dialect // Unknown if nothing proves a transcript
	Why     string  // what proves it, to end the sentence "it is read because ..."
	Version string  // of the dialect, where the record states it
	Looks   string  // of an unknown one: what it looks like; empty if like nothing
	Lacks   string  // what that would have to be otherwise, to end the sentence "looks like ..., but ..."
}

// Recognise tells the transcript that a file is. Detect takes anything for something,
// because a run holds a transcript there; here the structure has to prove it, because no
// directory of other people's JSON may turn into a run.
func Recognise(h head.Head) Match {
	if d := Program(h); d != Unknown {
		return Match{Dialect: d, Why: because[d]}
	}
	if m, is := ofOther(h); is {
		return m
	}
	switch h.Ext() {
	case ".json":
		return document(h)
	case ".jsonl", ".ndjson":
		return lineWise(h)
	}
	return Match{}
}

// because says what proves a dialect.
var because = map[Dialect]string{
	DialectOpenClaw:           "its lines are those of a session of OpenClaw: a header with version and id, or messages with id and parentId",
	DialectOpenClawMessages:   "its messages call tools as those of OpenClaw do",
	DialectClaudeCode:         "its lines are those of Claude Code: entries with uuid and parentUuid, or answers with the id of Anthropic's message",
	DialectClaudeCodeMessages: "its messages call tools as those of Anthropic do",
	DialectOpenAIMessages:     "it holds chat messages with the answer of a model, and no verdict",
	DialectOpenAISessions:     "its lines hold chat messages with the answer of a model, and no verdict",
	DialectCodex:              "its lines are events or items of Codex",
	DialectCodexEvents:        "its elements are events or items of Codex",
	DialectOpenCode:           "its lines are events of OpenCode: a sessionID that begins with ses_ and a part",
	DialectOpenCodeEvents:     "its elements are events of OpenCode: a sessionID that begins with ses_ and a part",
	DialectATIF:               "its schema_version is that of ATIF, and it has steps",
	DialectCursor:             "its lines are those of cursor-agent: an init with apiKeySource and no list of tools, or tool_call with call_id",
	DialectCopilot:            "its first line is session.start with the id of a session",
	DialectKimi:               "its first line is metadata with protocol_version",
	DialectResponses:          "its objects are responses of OpenAI's Responses API, or requests to it",
	DialectResponsesStream:    "its events are those of OpenAI's Responses API, with sequence numbers",
	DialectQwen:               "its lines have uuid, sessionId and messages with parts",
	DialectGemini:             "it has sessionId and projectHash",
	DialectGeminiStream:       "its first line is init with session_id and model",
	DialectMiniSWEAgent:       "it is a list of messages with the extension of mini-swe-agent's trajectories",
	DialectSWEAgent:           "it is a history with the extension of SWE-agent's trajectories",
	DialectGoose:              "its first line has working_dir, description and message_count",
	DialectLangSmith:          "its runs have trace_id and dotted_order",
	DialectOpenHands:          "its elements are actions and observations of OpenHands, with id and source",
	DialectOpenHandsSDK:       "its events have id, source and kind as those of the OpenHands SDK do",
	DialectGeminiOutput:       "it has response and stats with models and tools",
}

// document recognises one JSON document.
func document(h head.Head) Match {
	v := h.Value()
	switch {
	case v == nil:
		return Match{}
	case h.IsArray():
		return chatOr(bySigns("head.json", h.Data), v.Items, v.Cut)
	case strings.HasPrefix(v.String("schema_version"), "ATIF"):
		if !v.Has("steps") && h.Whole {
			return Match{Looks: "an ATIF trajectory", Lacks: "it has no steps"}
		}
		return Match{Dialect: DialectATIF, Why: because[DialectATIF], Version: v.String("schema_version")}
	case !h.Whole && cutATIF(v):
		return Match{Dialect: DialectATIF, Why: "it begins as an ATIF trajectory does whose version comes later"}
	case isStep(v.Get("steps").First()):
		return Match{Looks: "an ATIF trajectory", Lacks: fmt.Sprintf("its schema_version is %q", v.String("schema_version"))}
	}
	return chatOr(bySigns("head.json", h.Data), []*head.Value{v}, v.Cut)
}

// cutATIF recognises a trajectory by its agent or its steps, where what is looked at
// ends before its version: writers that sort their keys put the agent with its tools
// first. Reading it says whether there is one.
func cutATIF(v *head.Value) bool {
	last := v.Keys[len(v.Keys)-1]
	return last == "agent" && v.HasAll("agent") && v.Is('"', "agent", "name") ||
		last == "steps" && isStep(v.Get("steps").First())
}

// StatesATIF reports whether a whole document has a version of ATIF, or is damaged.
func StatesATIF(data []byte) bool {
	var doc struct {
		Schema text `json:"schema_version"`
	}
	return json.Unmarshal(data, &doc, decoding()) != nil || strings.HasPrefix(string(doc.Schema), "ATIF")
}

// isStep reports whether a value is a step of a trajectory.
func isStep(v *head.Value) bool {
	return v.Is('0', "step_id") && slices.Contains([]string{"system", "user", "agent"}, v.String("source"))
}

// lineWise recognises JSON lines.
func lineWise(h head.Head) Match {
	lines := h.Lines()
	if len(lines) == 0 {
		return Match{}
	}
	d := bySigns("head.jsonl", h.Data)
	if !d.Lines() {
		return Match{}
	}
	return chatOr(d, lines, !h.Whole)
}

// chatOr holds the entries against what the dialect cannot be without.
func chatOr(d Dialect, entries []*head.Value, cut bool) Match {
	is, looks, lacks := isChat, "chat messages", ""
	switch d {
	case DialectOpenClaw:
		is, looks, lacks = func(e *head.Value) bool { return isOpenClaw(e) }, "a session of OpenClaw", "no line has the members of its header or of its messages"
	case DialectClaudeCode:
		is, looks, lacks = isClaude, "a session or the stream-json of Claude Code", "no line has uuid with parentUuid, the id of Anthropic's message, or the list of its tools"
	case DialectCodex, DialectCodexEvents:
		is, looks, lacks = isCodex, "a log of Codex", "no entry has the payload, item or msg of its events"
	case DialectOpenCode, DialectOpenCodeEvents:
		is, looks, lacks = isOpenCode, "events of OpenCode", "no entry has a sessionID that begins with ses_ with a part"
	case DialectOpenAISessions, DialectOpenAIMessages, DialectOpenClawMessages, DialectClaudeCodeMessages:
		if lacks = chatLacks(entries, cut); lacks == "" {
			return Match{Dialect: d, Why: because[d]}
		}
		if !anyOf(entries, isChat) {
			return Match{}
		}
		return Match{Looks: looks, Lacks: lacks}
	default:
		return Match{}
	}
	if anyOf(entries, is) {
		return Match{Dialect: d, Why: because[d]}
	}
	return Match{Looks: looks, Lacks: lacks}
}

// isRole reports whether a message can have this role.
func isRole(role string) bool {
	switch role {
	case "system", "developer", "user", "assistant", "tool", "toolResult", "function":
		return true
	}
	return false
}

func isOpenClaw(e *head.Value) bool {
	return e.String("type") == "session" && e.HasAll("version", "id") ||
		e.String("type") == "message" && isRole(e.String("message", "role")) && e.Has("message", "content") && (e.HasAny("id", "parentId", "timestamp") || e.Has("message", "timestamp"))
}

// isClaude asks for what the streams of other agents lack that are made in the same
// way: Cursor's answers have no id, Qwen's messages have parts in the place of content.
func isClaude(e *head.Value) bool {
	switch e.String("type") {
	case "user", "assistant":
		if !isRole(e.String("message", "role")) || !e.Has("message", "content") {
			return false
		}
		return e.HasAll("uuid", "parentUuid") || e.HasAny("isSidechain", "parent_tool_use_id") && e.HasAny("sessionId", "session_id", "uuid") ||
			e.HasAny("sessionId", "session_id", "uuid") && e.Has("message", "id") && e.Has("message", "model")
	case "system":
		return e.String("subtype") == "init" && e.HasAny("session_id", "sessionId") && e.HasAny("tools", "mcp_servers", "claude_code_version")
	}
	return false
}

func isCodex(e *head.Value) bool {
	switch e.String("type") {
	case "session_meta":
		return e.Is('{', "payload")
	case "response_item", "event_msg":
		return e.String("payload", "type") != ""
	case "thread.started":
		return e.Has("thread_id")
	case "item.started", "item.updated", "item.completed":
		return e.String("item", "type") != ""
	}
	kind := e.String("msg", "type")
	return e.Has("id") && (strings.HasPrefix(kind, "task_") || strings.HasPrefix(kind, "agent_") || strings.HasPrefix(kind, "exec_command_") ||
		slices.Contains([]string{"session_configured", "token_count", "user_message", "turn_aborted", "turn_diff", "error"}, kind))
}

func isOpenCode(e *head.Value) bool {
	return strings.HasPrefix(e.String("sessionID"), "ses_") && e.String("part", "type") != ""
}

// isChat reports whether an entry is a message, or holds some.
func isChat(e *head.Value) bool { return len(roles(e)) > 0 }

func roles(e *head.Value) []string {
	var list []string
	if role := e.String("role"); isRole(role) && e.HasAny("content", "tool_calls") {
		list = append(list, role)
	}
	if in := e.Get("messages"); in.Is('[') {
		for _, m := range in.Items {
			if role := m.String("role"); isRole(role) {
				list = append(list, role)
			}
		}
	}
	return list
}

// verdicts are members of a record that judges or describes an attempt. Chat messages
// that such a record holds are no loose transcript: read as one, it would lose what the
// record is there for.
var verdicts = []string{
	"scores", "score", "epoch", "target", "trajectory_format", "instance_id", "exit_status", "submission",
	"reward", "reward_info", "is_resolved", "resolved", "test_result", "eval_result", "termination_reason", "simulations", "traceback",
}

// chatLacks says what speaks against taking entries for chat messages, or for sessions
// that hold them; empty if nothing does. An answer of a model has to be among them: a
// list of prompts is no transcript. Where the first prompt is longer than what is looked
// at, its role has to do. Most entries have to be messages, because agents put other
// things between them.
func chatLacks(entries []*head.Value, cut bool) string {
	messages, answered := 0, false
	for _, e := range entries {
		for _, name := range verdicts {
			if e.Has("messages") && e.HasAny(name) || e.Has("messages") && e.Has("info", name) {
				return fmt.Sprintf("%s beside them is of a record of another format", name)
			}
		}
		list := roles(e)
		if len(list) > 0 {
			messages++
		}
		answered = answered || slices.Contains(list, "assistant")
	}
	switch {
	case messages == 0:
		return "no entry has a role with content"
	case 2*messages < len(entries):
		return "most entries are none"
	case !answered && !(cut && len(entries) < 40):
		return "none of them is the answer of a model"
	}
	return ""
}
