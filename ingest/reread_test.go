package ingest_test

import (
	"database/sql"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// rereadAll reads all runs of a database again.
func rereadAll(t *testing.T, db *ingesttest.DB) []ingest.Reread {
	t.Helper()
	l := ingesttest.Loader(db)
	runs := must.Get(db.Readings(t.Context()))(t)
	var list []ingest.Reread
	err := l.Reread(t.Context(), db, runs, func(r *ingest.Reread) error {
		list = append(list, *r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	must.Get(l.Refresh(t.Context()))(t)
	return list
}

// sessionOf is a session of OpenClaw whose message holds a secret.
func sessionOf(text string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(`{"type":"session","version":3,"id":"s","timestamp":"2026-03-19T16:09:24.683Z"}
{"type":"message","id":"a","parentId":null,"timestamp":"2026-03-19T16:09:25.690Z","message":{"role":"assistant","model":"m","content":[{"type":"text","text":"` +
		text + `"}]}}
`)}
}

// TestRereadKeeps: what no reading of stored records says stays as it was: the address,
// the number, when the run came in, what was redacted, what its caller stated, labels,
// whether it is hidden.
func TestRereadKeeps(t *testing.T) {
	const token = "ghp_x7Kd92LmQpRt4Wz8Yb3Nc6Vf1Hj5Gs0TaUeX"
	db := ingesttest.Open(t)
	fsys := fstest.MapFS{"a/b/run/one.jsonl": sessionOf("the token is " + token)}
	rep := ingesttest.Load(t, db, fsys, ingest.Identity{Variant: "high", Framework: "stated", Benchmark: "mine"})
	if len(rep.Runs) != 1 || len(rep.Refused) > 0 {
		t.Fatalf("report %+v", rep)
	}
	slug := rep.Runs[0].Run
	before, err := db.FindRun(t.Context(), slug)
	if err != nil || len(before.Redactions) == 0 || before.Reader == "" || before.Origin.Dir == "" {
		t.Fatalf("run %+v, %v", before, err)
	}
	records, err := db.RunRecords(t.Context(), before.ID)
	if err != nil || len(records) != 1 {
		t.Fatal(records, err)
	}
	must.Do(t, db.HideRun(t.Context(), slug, true))
	for _, r := range rereadAll(t, db) {
		if r.Reason != "" || r.Now != r.Run || r.Before != r.After {
			t.Errorf("read again: %+v", r)
		}
	}
	if _, err := db.FindRun(t.Context(), slug); err == nil {
		t.Error("a hidden run is shown once it is read again")
	}
	must.Do(t, db.HideRun(t.Context(), slug, false))
	after := must.Get(db.FindRun(t.Context(), slug))(t)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("the run is another: %s", diff)
	}
	again, err := db.RunRecords(t.Context(), after.ID)
	if err != nil || len(again) != 1 || again[0].ID != records[0].ID {
		t.Errorf("records %v, %v; want the addresses of %v", again, err, records)
	}
}

// TestIngestOfStale: the same records are unchanged, unless another reader has read them.
func TestIngestOfStale(t *testing.T) {
	db := ingesttest.Open(t)
	fsys := fstest.MapFS{"run/one.jsonl": sessionOf("hello")}
	load := func(unchanged, reread bool) results.Run {
		t.Helper()
		rep := ingesttest.Load(t, db, fsys, ingest.Identity{})
		if len(rep.Runs) != 1 || rep.Runs[0].Unchanged != unchanged || rep.Runs[0].Reread != reread {
			t.Fatalf("runs %+v, want unchanged %v, read again %v", rep.Runs, unchanged, reread)
		}
		return must.Get(db.FindRun(t.Context(), rep.Runs[0].Run))(t)
	}
	first := load(false, false)
	load(true, false)
	makeStale(t, db)
	if again := load(false, true); again.ID != first.ID || again.Reader != first.Reader || again.IngestedAt != first.IngestedAt {
		t.Errorf("read again as %+v, was %+v", again, first)
	}
	load(true, false)
	if _, n, err := db.Runs(t.Context(), results.RunFilter{Limit: 1}); err != nil || n != 1 {
		t.Errorf("%d runs, %v; want one", n, err)
	}
}

// TestRereadPartial: a run whose records are not all stored stays as it is, and what to do
// is said.
func TestRereadPartial(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	for _, r := range rereadAll(t, db) {
		if r.Reason == "" || r.Ingest == "" || r.Now != r.Run || r.Before != r.After {
			t.Errorf("a run of which a part of a file is stored: %+v", r)
		}
	}
}

// makeStale lets all runs be of before readers had versions.
func makeStale(t *testing.T, db *ingesttest.DB) {
	t.Helper()
	raw := must.Get(sql.Open("sqlite3", "file:"+db.Path()+"?_busy_timeout=5000"))(t)
	defer raw.Close()
	must.Get(raw.Exec("UPDATE runs SET reader = '', origin = ''"))(t)
}
