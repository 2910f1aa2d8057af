package ingest_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestExplain holds that each file is said what it is, by the rule that a load uses, and
// what it becomes, with no store.
func TestExplain(t *testing.T) {
	claude := `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"u2","parentUuid":"u1","sessionId":"s","message":{"id":"m","model":"x","role":"assistant","content":[{"type":"tool_use","id":"c","name":"Bash","input":{"command":"ls"}}]}}
{"type":"odd","what":1}
`
	fsys := fstest.MapFS{
		"a/s.jsonl":    {Data: []byte(claude)},
		"a/chat.json":  {Data: []byte(`[{"role":"user","content":"q"},{"role":"assistant","content":"a"}]`)},
		"a/near.json":  {Data: []byte(`{"schema_version":"ATIF-v1.7"}`)},
		"a/other.json": {Data: []byte(`{"x":1}`)},
	}
	l := ingesttest.Loader(ingesttest.Open(t))
	l.Store = nil
	e := must.Get(l.Explain(t.Context(), nil, []ingest.Source{{FS: fsys, Name: "test"}}))(t)
	got := map[string]ingest.FileExplanation{}
	for _, f := range e.Files {
		got[f.Path] = f
	}
	if len(e.Files) != 4 {
		t.Errorf("%d files: %+v", len(e.Files), e.Files)
	}
	if f := got["a/s.jsonl"]; f.Is != "Claude Code session or stream" || f.Why == "" || f.StayRaw != 1 ||
		f.Became != (ingest.Became{Trials: 1, Steps: 3, Calls: 1}) {
		t.Errorf("session: %+v", f)
	}
	if f := got["a/chat.json"]; f.Is != "chat messages" || f.Became != (ingest.Became{Trials: 1, Steps: 2}) {
		t.Errorf("chat: %+v", f)
	}
	near := ingest.FileExplanation{Source: "test", Path: "a/near.json", Is: "JSON object with schema_version",
		Nearest: "an ATIF trajectory", Lacks: "it has no steps"}
	must.Same(t, near, got["a/near.json"], "near")
	if f := got["a/other.json"]; f.Format != "" || f.Nearest != "" || f.Is != "JSON object with x" {
		t.Errorf("other: %+v", f)
	}
}

// TestExplainFilesOfOneClaim holds that files which one format claims together are each
// said what they are and become, and which of them are one run.
func TestExplainFilesOfOneClaim(t *testing.T) {
	span := `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"0000000000000000000000000000000%[1]s","spanId":"000000000000000%[1]s","name":"chat","startTimeUnixNano":"1","endTimeUnixNano":"2","attributes":[{"key":"gen_ai.operation.name","value":{"stringValue":"chat"}},{"key":"gen_ai.request.model","value":{"stringValue":"%[2]s"}}]}]}]}]}`
	row := `[{"task_id":3,"reward":1.0,"trial":0,"info":{"task":{},"source":"user"},"traj":[{"role":"user","content":"q"},{"role":"assistant","content":"a"}]}]`
	fsys := fstest.MapFS{
		"spans/1.json":  {Data: fmt.Appendf(nil, span, "1", "m")},
		"spans/2.json":  {Data: fmt.Appendf(nil, span, "2", "m")},
		"spans/3.json":  {Data: []byte(`{"data":[{"traceID":"aa","spans":[{"traceID":"aa","spanID":"b","operationName":"chat","startTime":1,"duration":2,"tags":[{"key":"gen_ai.operation.name","type":"string","value":"chat"},{"key":"gen_ai.request.model","type":"string","value":"other"}]}],"processes":{}}]}`)},
		"rows/one.json": {Data: []byte(row)},
		"rows/two.json": {Data: []byte(strings.ReplaceAll(row, `"task_id":3`, `"task_id":4`))},
	}
	l := ingesttest.Loader(ingesttest.Open(t))
	l.Store = nil
	e := must.Get(l.Explain(t.Context(), nil, []ingest.Source{{FS: fsys, Name: "test"}}))(t)
	want := map[string]ingest.FileExplanation{
		"spans/1.json":  {Version: "OTLP", Became: ingest.Became{Runs: 1, Trials: 2, Steps: 2}},
		"spans/2.json":  {Version: "OTLP", PartOf: "spans/1.json"},
		"spans/3.json":  {Version: "Jaeger", Became: ingest.Became{Runs: 1, Trials: 1, Steps: 1}},
		"rows/one.json": {Version: "1", Became: ingest.Became{Runs: 1, Trials: 1, Steps: 2}},
		"rows/two.json": {Version: "1", Became: ingest.Became{Runs: 1, Trials: 1, Steps: 2}},
	}
	for _, f := range e.Files {
		w := want[f.Path]
		if f.Version != w.Version || f.PartOf != w.PartOf || f.Became != w.Became || f.Is != f.Format {
			t.Errorf("%s: %+v, want %+v", f.Path, f, w)
		}
	}
	if len(e.Files) != len(want) {
		t.Errorf("%d files, want %d", len(e.Files), len(want))
	}
}
