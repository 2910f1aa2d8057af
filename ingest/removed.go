package ingest

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// notRead describes a kind of record that is recognised but not supported.
type notRead struct {
	is    string
	names []string // suffixes of the file name; empty: any name
	keys  []string // required keys of the first JSON object of the file; empty: none
	begin string   // text near the beginning of the file; empty: any
}

// notReadKinds lists the kinds in the order in which they are tried, more specific ones first.
var notReadKinds = []notRead{
	{is: "a log of Inspect", names: []string{".eval"}},
	{is: "a log of Inspect", keys: []string{"status", "eval"}},
	{is: "a trajectory of mini-swe-agent", names: []string{".traj.json"}},
	{is: "a trajectory of SWE-agent", names: []string{".traj"}},
	{is: "a file of predictions for SWE-bench", names: []string{"preds.json", "all_preds.jsonl"}},
	{is: "a report of SWE-bench", keys: []string{"patch_successfully_applied"}},
	{is: "a report of SWE-bench", keys: []string{"total_instances", "resolved_instances"}},
	{is: "an evaluation of OpenHands", keys: []string{"instance_id", "test_result"}},
	{is: "an event of OpenHands", keys: []string{"id", "timestamp", "source", "observation"}},
	{is: "an event of OpenHands", keys: []string{"id", "timestamp", "source", "action"}},
	{is: "an event of the OpenHands SDK", keys: []string{"id", "timestamp", "source", "kind"}},
	{is: "a file of results of tau2-bench", keys: []string{"timestamp", "info", "tasks"}},
	{is: "a file of results of tau2-bench", keys: []string{"task_id", "termination_reason", "trial"}},
	{is: "a file of results of tau-bench", keys: []string{"task_id", "reward", "traj"}},
	{is: "a file of results of tau-bench", keys: []string{"task_id", "reward", "info"}},
	{is: "a response of the OpenAI Responses API", keys: []string{"id", "object", "output"}},
	{is: "a stream of the OpenAI Responses API", keys: []string{"type", "sequence_number", "response"}},
	{is: "a conversation of Cline or Roo Code", names: []string{"api_conversation_history.json", "ui_messages.json"}},
	{is: "a session of Goose", keys: []string{"working_dir", "conversation"}},
	{is: "a session of Goose", keys: []string{"working_dir", "message_count"}},
	{is: "a session of Kimi CLI", keys: []string{"type", "protocol_version"}},
	{is: "a session of Kimi CLI", names: []string{"wire.jsonl"}},
	{is: "a file of steps of smolagents", keys: []string{"step_number", "model_output"}},
	{is: "a file of steps of smolagents", keys: []string{"task", "task_images"}},
	{is: "a file of items of the OpenAI Agents SDK", keys: []string{"call_id", "name", "arguments", "type"}},
	{is: "a summary of AgentLab", names: []string{"summary_info.json"}},
	{is: "a session of Qwen Code", keys: []string{"uuid", "sessionId", "systemPayload"}},
	{is: "a session of Qwen Code", keys: []string{"uuid", "sessionId", "message"}, begin: `"parts":`},
	{is: "a stream of Gemini CLI", keys: []string{"type", "session_id", "model"}, begin: `"type":"init"`},
	{is: "the output of Gemini CLI", keys: []string{"response", "stats"}},
	{is: "a file of spans of OpenTelemetry", keys: []string{"resourceSpans"}},
	{is: "a file of spans of OpenTelemetry", keys: []string{"resource_spans"}},
	{is: "a file of spans of OpenTelemetry", keys: []string{"name", "spanContext"}},
	{is: "a file of spans of Tempo", keys: []string{"batches"}},
	{is: "a file of spans of Jaeger", keys: []string{"data"}, begin: `"traceID"`},
	{is: "a file of spans of Phoenix", keys: []string{"context", "span_kind"}},
	{is: "a trace of Langfuse", keys: []string{"trace", "observations"}},
	{is: "a trace of Langfuse", keys: []string{"trace"}, begin: `"projectId"`},
	{is: "a file of runs of LangSmith", keys: []string{"trace_id", "run_type"}},
	{is: "a file of runs of LangSmith", keys: []string{"post"}},
	{is: "a history of SpecStory", names: []string{".md"}, begin: "SpecStory"},
	{is: "a history of Aider", names: []string{".aider.chat.history.md"}},
	{is: "a checkpoint of Entire", keys: []string{"checkpoint_id"}},
}

// readInstead is the end of the sentence about an unsupported kind of record.
const readInstead = ", which is not read; run its benchmark under Harbor, whose ATIF trajectories are read"

// NotReadKind returns the kind of a file that is recognised but not read, or "" for other files.
func NotReadKind(fsys fs.FS, name string) string {
	h, err := head.Read(fsys, name)
	if err != nil {
		return ""
	}
	keys := firstKeys(h)
	start := h.Data[:min(len(h.Data), 512)]
	for _, k := range notReadKinds {
		named := len(k.names) == 0 || slices.ContainsFunc(k.names, func(end string) bool { return strings.HasSuffix(path.Base(name), end) })
		keyed := !slices.ContainsFunc(k.keys, func(key string) bool { return !slices.Contains(keys, key) })
		if named && keyed && bytes.Contains(start, []byte(k.begin)) {
			return k.is
		}
	}
	return ""
}

// firstKeys returns the keys of the first object in a file: the document, the object on its first
// line, or the first element of its list.
func firstKeys(h head.Head) []string {
	v := h.Value()
	if lines := h.Lines(); v == nil && len(lines) > 0 {
		v = lines[0]
	}
	if v != nil && v.Kind == '[' && len(v.Items) > 0 {
		v = v.First()
	}
	if v == nil || v.Kind != '{' {
		return nil
	}
	return v.Keys
}
