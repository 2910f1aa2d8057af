package ingest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestOversized refuses what is larger than a record may be by its size, in
// every form in which it can be given, and not as an unknown format.
func TestOversized(t *testing.T) {
	const atif = `{"schema_version":"ATIF-v1.6","session_id":"s","agent":{"name":"a","version":"1","model_name":"m"},"steps":[{"step_id":1,"source":"user","message":"hello"},{"step_id":2,"source":"agent","message":"PAD"}]}`
	big := strings.Replace(atif, "PAD", strings.Repeat("x", 5000), 1)
	lines := strings.Repeat(`{"type":"user","message":{"role":"user","content":"hello"}}`+"\n", 100)
	job := `{"trial_name":"a__abcdefg","task_name":"a","source":"s","pad":"` + strings.Repeat("x", 5000) + `"}`
	tests := []struct{ name, file, body string }{
		{"a transcript", "trajectory.json", big},
		{"a transcript in lines", "session.jsonl", lines},
		{"unknown JSON", "answer.json", `{"a":"` + strings.Repeat("x", 5000) + `"}`},
		{"broken JSON", "broken.json", `{"a":` + strings.Repeat("[", 5000)},
		{"a result", "a__abcdefg/result.json", job},
		{"a result below", "deep/down/a__abcdefg/result.json", job},
		{"a table", "rows.parquet", "PAR1" + strings.Repeat("x", 5000)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, filepath.FromSlash(tt.file))
			must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
			must.Do(t, os.WriteFile(path, []byte(tt.body), 0o600))
			reasons := map[string]string{"a file": tried(t, path), "a directory": tried(t, dir)}
			for form, reason := range reasons {
				if !strings.Contains(reason, "4000") || !strings.Contains(reason, "limit") && !strings.Contains(reason, "at most") {
					t.Errorf("given as %s: %q", form, reason)
				}
				if strings.Contains(reason, "no known record format") {
					t.Errorf("given as %s it is refused as unknown: %q", form, reason)
				}
			}
		})
	}
}

// tried reads a path under small limits and returns why it is refused.
func tried(t *testing.T, path string) string {
	t.Helper()
	src, err := source.Open(path, source.Limits{MaxFile: 4000})
	if err != nil {
		return err.Error()
	}
	defer src.Close()
	l := ingesttest.Loader(ingesttest.Open(t))
	l.Limits = ingest.Limits{Record: 4000, Line: 4000}
	rep := must.Get(l.Load(t.Context(), []ingest.Source{{FS: src.FS, Name: src.Name}}))(t)
	var list []string
	for _, r := range rep.Refused {
		list = append(list, r.Reason)
	}
	for _, w := range rep.Warnings {
		list = append(list, w.Message)
	}
	for _, r := range rep.Runs {
		for _, w := range r.Warnings {
			list = append(list, w.Message)
		}
	}
	return strings.Join(list, "; ")
}
