package harbor

import (
	"context"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/results/must"
)

// FuzzResult feeds any bytes as a trial's result: whatever they are, the job is
// read to its end, and the Writer's contract is kept.
func FuzzResult(f *testing.F) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range names {
		a := must.Get(txtar.ParseFile(name))(f)
		for _, file := range a.Files {
			if filepath.Base(file.Name) == "result.json" {
				f.Add(file.Data, file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, trial, job []byte) {
		fsys := fstest.MapFS{
			"j/result.json":              {Data: job},
			"j/a__0000000/config.json":   {Data: []byte(`{"trial_name":"a__0000000","task":{"path":"x/a"},"agent":{"name":"n"}}`)},
			"j/a__0000000/result.json":   {Data: trial},
			"j/a__0000000/agent/log.txt": {Data: []byte("log")},
		}
		m := newMemory()
		in := &ingest.Input{FS: fsys, Item: ingest.Item{Format: "harbor", Kind: ingest.KindRuns, Dir: "j"}, Redact: redact.New()}
		must.Do(t, (Format{}).Read(context.Background(), in, m))
		if n := len(m.runs); n > 0 && !m.runs[n-1].committed {
			t.Fatal("a run was left open")
		}
	})
}

// TestNoGlobalState reads one fixture many times at once; the race detector
// looks on.
func TestNoGlobalState(t *testing.T) {
	fsys := fixture(t, "current")
	want := readFixture(t, "current")
	done := make(chan string, 4)
	for range cap(done) {
		go func() {
			m := newMemory()
			in := &ingest.Input{FS: fsys, Item: ingest.Item{Format: "harbor", Kind: ingest.KindRuns, Dir: "job", Label: "job"},
				Redact: redact.New()}
			if err := (Format{}).Read(context.Background(), in, m); err != nil {
				done <- err.Error()
				return
			}
			done <- dump(m)
		}()
	}
	for range cap(done) {
		if got := <-done; got != dump(want) {
			t.Errorf("got another result: %s", got)
		}
	}
}
