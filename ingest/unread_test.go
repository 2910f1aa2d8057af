package ingest_test

import (
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestUnread holds that a report lists each file that nothing has read, by what it
// is, and none that belongs to a record.
func TestUnread(t *testing.T) {
	atif := `{"schema_version":"ATIF-v1.6","session_id":"s","agent":{"name":"a","version":"1"},"steps":[{"step_id":1,"source":"agent","message":[{"type":"image","source":{"media_type":"image/png","path":"shown.png"}}]}]}`
	fsys := fstest.MapFS{
		"a/trajectory.json": {Data: []byte(atif)},
		"a/shown.png":       {Data: []byte("\x89PNG\r\n")},
		"a/other.png":       {Data: []byte("\x89PNG\r\n")},
		"a/clawatlas.toml":  {Data: []byte("model = \"m\"\n")},
		"b/one.json":        {Data: []byte(`{"id":1,"model":"m","more":2,"and":3,"others":4}`)},
		"b/two.json":        {Data: []byte(`{"id":2,"model":"m","more":2,"and":3,"others":4}`)},
		"b/lines.jsonl":     {Data: []byte("{\"a\":1}\n{\"a\":2}\n")},
		"b/list.json":       {Data: []byte(`[{"x":1}]`)},
		"b/noext":           {Data: []byte("text")},
		"b/bytes":           {Data: []byte{0, 1, 2}},
		"b/empty.json":      {},
		"b/README.md":       {Data: []byte("read")},
	}
	rep := ingesttest.Load(t, ingesttest.Open(t), fsys, ingest.Identity{})
	const none = "no format has records of this kind"
	want := []ingest.Unread{
		{Source: "test", File: "b/bytes", Is: "binary file", Lacks: none},
		{Source: "test", File: "b/empty.json", Is: "empty file", Lacks: none},
		{Source: "test", File: "b/lines.jsonl", Is: "JSON lines with a", Lacks: none},
		{Source: "test", File: "b/list.json", Is: "JSON list of objects with x", Lacks: none},
		{Source: "test", File: "b/noext", Is: "text", Lacks: none},
		{Source: "test", File: "b/one.json", Is: "JSON object with id, model, more, and, ...", Lacks: none},
		{Source: "test", File: "b/two.json", Is: "JSON object with id, model, more, and, ...", Lacks: none},
		{Source: "test", File: "a/other.png", Is: "picture or sound .png", Lacks: none},
		{Source: "test", File: "b/README.md", Is: ".md", Lacks: none},
	}
	must.Same(t, want, rep.Unread, "rep.Unread")
}

// TestNotReadKinds holds that each kind is told from its own beginning and that records
// which are read, or anything else, are none of them.
func TestNotReadKinds(t *testing.T) {
	for name, c := range map[string]struct{ text, is string }{
		"a.eval":                        {"PK", "a log of Inspect"},
		"log.json":                      {`{"version":2,"status":"success","eval":{"task":"t"}}`, "a log of Inspect"},
		"x.traj.json":                   {`{"info":{}}`, "a trajectory of mini-swe-agent"},
		"x.traj":                        {`{"trajectory":[]}`, "a trajectory of SWE-agent"},
		"preds.json":                    {`{}`, "a file of predictions for SWE-bench"},
		"haiku.json":                    {`{"total_instances":5,"resolved_instances":1}`, "a report of SWE-bench"},
		"output.jsonl":                  {`{"instance_id":"i","test_result":{}}` + "\n" + `{"instance_id":"j","test_result":{}}`, "an evaluation of OpenHands"},
		"events.json":                   {`[{"id":0,"timestamp":"t","source":"user","action":"message"}]`, "an event of OpenHands"},
		"event-1.json":                  {`{"id":"a","timestamp":"t","source":"agent","kind":"MessageEvent"}`, "an event of the OpenHands SDK"},
		"tau2.json":                     {`{"timestamp":"t","info":{},"tasks":[],"simulations":[]}`, "a file of results of tau2-bench"},
		"tau.json":                      {`[{"task_id":0,"reward":1,"info":{},"traj":[]}]`, "a file of results of tau-bench"},
		"sim.json":                      {`{"id":"a","task_id":"1","termination_reason":"user_stop","trial":0}`, "a file of results of tau2-bench"},
		"report.json":                   {`{"patch_is_None":false,"patch_successfully_applied":true}`, "a report of SWE-bench"},
		"qwen-parts.jsonl":              {`{"uuid":"u","sessionId":"s","message":{"role":"user","parts":[]}}`, "a session of Qwen Code"},
		"claude.jsonl":                  {`{"uuid":"u","sessionId":"s","message":{"role":"user","content":"\"parts\":"}}`, ""},
		"stream.jsonl":                  {`{"type":"init","timestamp":"t","session_id":"s","model":"m"}`, "a stream of Gemini CLI"},
		"resp.json":                     {`{"id":"r","object":"response","output":[]}`, "a response of the OpenAI Responses API"},
		"api_conversation_history.json": {`[]`, "a conversation of Cline or Roo Code"},
		"goose.json":                    {`{"working_dir":"/w","conversation":[]}`, "a session of Goose"},
		"kimi.jsonl":                    {`{"type":"metadata","protocol_version":"1.4"}`, "a session of Kimi CLI"},
		"smol.json":                     {`[{"step_number":1,"model_output":"x"}]`, "a file of steps of smolagents"},
		"summary_info.json":             {`{"n_steps":1}`, "a summary of AgentLab"},
		"qwen.jsonl":                    {`{"uuid":"u","sessionId":"s","systemPayload":{}}`, "a session of Qwen Code"},
		"otlp.jsonl":                    {`{"resourceSpans":[]}`, "a file of spans of OpenTelemetry"},
		"tempo.json":                    {`{"batches":[]}`, "a file of spans of Tempo"},
		"jaeger.json":                   {`{"data":[{"traceID":"x"}]}`, "a file of spans of Jaeger"},
		"phoenix.json":                  {`[{"context":{},"span_kind":"AGENT"}]`, "a file of spans of Phoenix"},
		"langfuse.json":                 {`{"trace":{"projectId":"p"}}`, "a trace of Langfuse"},
		"langsmith.json":                {`{"post":[]}`, "a file of runs of LangSmith"},
		"history.md":                    {"<!-- Generated by SpecStory -->", "a history of SpecStory"},
		".aider.chat.history.md":        {"# aider chat started", "a history of Aider"},
		"metadata.json":                 {`{"checkpoint_id":"c"}`, "a checkpoint of Entire"},
		"notes.md":                      {"# Notes", ""},
		"other.json":                    {`{"id":1,"model":"m"}`, ""},
		"atif.json":                     {`{"schema_version":"ATIF-v1.6","session_id":"s","agent":{},"steps":[]}`, ""},
	} {
		if got := ingest.NotReadKind(fstest.MapFS{name: {Data: []byte(c.text)}}, name); got != c.is {
			t.Errorf("%s is %q, want %q", name, got, c.is)
		}
	}
}
