package trace

import (
	"bytes"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// Program tells the dialects that one program alone writes, by the members of its
// objects; Unknown where nothing proves one.
func Program(h head.Head) Dialect {
	if bytes.HasPrefix(h.Data, []byte("event: response.")) {
		return DialectResponsesStream
	}
	if !h.IsObject() && !h.IsArray() {
		if _, object, found := cutToObject(h.Data); found && isGeminiOutput(head.Of(h.Name, object).Value()) {
			return DialectGeminiOutput
		}
		return Unknown
	}
	first := h.Value()
	if d := bareTrajectory(h, first); d != Unknown {
		return d
	}
	if h.IsArray() {
		switch {
		case anyOf(first.Items, isResponse):
			return DialectResponses
		case anyOf(first.Items, isLangSmith), anyOf(first.Items, holdsLangSmith):
			return DialectLangSmith
		case anyOf(first.Items, isOpenHands):
			return DialectOpenHands
		case anyOf(first.Items, isOpenHandsSDK):
			return DialectOpenHandsSDK
		}
		return Unknown
	}
	list := h.Lines()
	if len(list) == 0 {
		list = []*head.Value{first}
	}
	switch {
	case isGemini(first):
		return DialectGemini
	case isGeminiOutput(first):
		return DialectGeminiOutput
	case isLangSmith(first), holdsLangSmith(first):
		return DialectLangSmith
	case isGoose(first):
		return DialectGoose
	case first.HasAll("id", "timestamp", "instructions") && !first.Has("type") && anyOf(list, isBareItem):
		return DialectCodex
	case first.String("type") == "init" && first.HasAll("session_id", "model") && !first.Has("subtype"):
		return DialectGeminiStream
	case first.String("type") == "session.start" && first.Has("data", "sessionId"):
		return DialectCopilot
	case first.String("type") == "metadata" && first.Has("protocol_version"):
		return DialectKimi
	case anyOf(list, isCursor):
		return DialectCursor
	case anyOf(list, isQwen):
		return DialectQwen
	case strings.HasPrefix(first.String("type"), "response.") && first.Has("sequence_number"):
		return DialectResponsesStream
	case anyOf(list, isOpenHandsSDK):
		return DialectOpenHandsSDK
	case anyOf(list, isResponse) || len(list) == 1 && isResponseRequest(first):
		return DialectResponses
	}
	return Unknown
}

func anyOf(list []*head.Value, is func(*head.Value) bool) bool {
	for _, v := range list {
		if is(v) {
			return true
		}
	}
	return false
}

// isCursor tells the stream of cursor-agent from that of Claude Code, whose first
// line lists its tools.
func isCursor(v *head.Value) bool {
	switch v.String("type") {
	case "system":
		return v.String("subtype") == "init" && v.HasAll("apiKeySource", "permissionMode") && !v.HasAny("tools", "mcp_servers", "claude_code_version")
	case "tool_call":
		return v.HasAll("call_id", "tool_call", "session_id")
	}
	return false
}

// isQwen tells the lines of Qwen Code from those of Claude Code, whose messages have
// content and not parts.
func isQwen(v *head.Value) bool {
	return v.HasAll("uuid", "sessionId") && (v.Is('[', "message", "parts") || v.String("type") == "system" && v.Has("systemPayload"))
}

func isGemini(v *head.Value) bool {
	return v.HasAll("sessionId", "projectHash") && v.HasAny("messages", "startTime")
}

func isGeminiOutput(v *head.Value) bool {
	return v.Has("response") && v.Is('{', "stats", "models") && v.Has("stats", "tools")
}

func isResponse(v *head.Value) bool {
	return v.String("object") == "response" && (v.Has("output") || v.HasAll("status", "model"))
}

// isResponseRequest tells a request by its input and a setting that other requests
// do not have.
func isResponseRequest(v *head.Value) bool {
	in := v.Get("input")
	return v.Has("model") && !v.Has("messages") && in.Is('[') && (in.First().Has("role") || in.First().Has("type")) &&
		v.HasAny("store", "include", "previous_response_id", "max_output_tokens", "instructions", "truncation")
}

// isOpenHands tells an event of OpenHands: who did what, by number.
func isOpenHands(v *head.Value) bool {
	return v.HasAll("id", "source") && (v.HasAll("action", "args") || v.HasAll("observation", "content", "extras"))
}

func isOpenHandsSDK(v *head.Value) bool {
	return v.HasAll("id", "source", "kind") && (v.HasAny("llm_message", "system_prompt") || v.HasAll("tool_name", "tool_call_id"))
}

// isLangSmith tells a run of LangSmith by the order that it states among the others.
func isLangSmith(v *head.Value) bool {
	return v.HasAll("dotted_order", "trace_id") && v.HasAny("run_type", "outputs", "inputs")
}

// holdsLangSmith tells a batch of runs, as the clients send it.
func holdsLangSmith(v *head.Value) bool {
	for _, part := range []string{"post", "patch", "runs"} {
		if isLangSmith(v.Get(part).First()) {
			return true
		}
	}
	return false
}

// isBareItem tells a line of a rollout of Codex before 2025-09.
func isBareItem(v *head.Value) bool {
	switch v.String("type") {
	case "message":
		return isRole(v.String("role")) && v.Is('[', "content")
	case "function_call", "reasoning", "local_shell_call":
		return true
	}
	return false
}

// isGoose tells the line that a session of Goose begins with.
func isGoose(v *head.Value) bool {
	return v.Has("working_dir") && v.HasAll("description", "message_count") && !v.Has("type")
}

// bareTrajectory tells the files of SWE-agent and mini-swe-agent that say nothing of a task
// or a run: a demonstration, which is a history alone, and a bare list of messages. All
// others belong to the format that knows their verdicts.
func bareTrajectory(h head.Head, v *head.Value) Dialect {
	list, d := v, DialectMiniSWEAgent
	switch {
	case strings.HasSuffix(h.Name, ".traj.json"):
	case strings.HasSuffix(h.Name, ".traj") && !v.HasAny("trajectory", "info"):
		list, d = v.Get("history"), DialectSWEAgent
	default:
		return Unknown
	}
	if list == nil || list.Kind != '[' || !isRole(list.First().String("role")) || !list.First().Has("content") {
		return Unknown
	}
	return d
}
