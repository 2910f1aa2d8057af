package ingest_test

import (
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestUnrecognised holds that a report lists each file that nothing has read, by what it
// is, and none that belongs to a record.
func TestUnrecognised(t *testing.T) {
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
	want := []ingest.Unrecognised{
		{Source: "test", Kind: "JSON object with id, model, more, and, ...", Count: 2, Files: []string{"b/one.json", "b/two.json"}},
		{Source: "test", Kind: ".md", Count: 1, Files: []string{"b/README.md"}},
		{Source: "test", Kind: "JSON lines with a", Count: 1, Files: []string{"b/lines.jsonl"}},
		{Source: "test", Kind: "JSON list of objects with x", Count: 1, Files: []string{"b/list.json"}},
		{Source: "test", Kind: "binary file", Count: 1, Files: []string{"b/bytes"}},
		{Source: "test", Kind: "empty file", Count: 1, Files: []string{"b/empty.json"}},
		{Source: "test", Kind: "picture or sound .png", Count: 1, Files: []string{"a/other.png"}},
		{Source: "test", Kind: "text", Count: 1, Files: []string{"b/noext"}},
	}
	must.Same(t, want, rep.Unrecognised, "rep.Unrecognised")
}
