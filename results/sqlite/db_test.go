package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// emptyFile is a database without content: to make the schema takes longest.
var emptyFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "clawatlas-empty-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "t.db")
	db, err := openWriter(context.Background(), path, asideDSN)
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// open makes an empty database with an id of its own, which waits for no disk.
func open(t testing.TB) *DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.db")
	must(t, os.WriteFile(path, found(emptyFile())(t), 0o600))
	db := found(openWriter(context.Background(), path, asideDSN))(t)
	t.Cleanup(func() { db.Close() })
	found(db.w.Exec("UPDATE meta SET value = lower(hex(randomblob(16))) WHERE key = 'id'"))(t)
	return db
}

func dataset() *results.Dataset {
	return &results.Dataset{
		Benchmark: results.Benchmark{ID: "bench", Name: "Bench", Scoring: results.ScoringClawArena, Digest: "d1", Headline: "crs"},
		Scenarios: []results.Scenario{{Slug: "s1", Title: "First", Ordinal: 1}, {Slug: "s2", Ordinal: 2}},
		Tasks: []results.Task{
			{Scenario: "s1", Slug: "q1", Ordinal: 1, Kind: results.KindMultiChoice, Facts: results.TaskFacts{Prompt: "What?"}, Options: []results.Option{{Label: "A", Gold: true}}},
			{Scenario: "s1", Slug: "q2", Ordinal: 2, Kind: results.KindExecCheck, Updates: []results.Update{{ID: "u1", Announced: true}}},
			{Scenario: "s2", Slug: "q1", Ordinal: 1, Kind: results.KindExecCheck},
		},
	}
}

// writeRun stores a run of one trial with n steps of the given text.
func writeRun(t *testing.T, db *DB, slug, digest string, n int, text string) error {
	t.Helper()
	ctx := context.Background()
	r := &results.Run{Slug: slug, Benchmark: "bench", ModelName: "Model One", Evidence: results.Recomputed, Digest: digest, System: results.System{Framework: "f"}}
	tx := found(db.BeginRun(ctx, r))(t)
	score := 1.0
	if err := tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Attempt: 1, Status: results.Passed, Score: &score, Kind: results.KindMultiChoice, Selected: []string{}, Details: results.TrialDetails{Prompt: "sent"}}); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		s := &results.Step{Source: results.SourceAgent, Message: text, ToolCalls: []results.ToolCall{{ID: "c", Name: "exec", Arguments: []byte(`{"command":"ls"}`)}}}
		if i%10 == 3 {
			s.Observation = &results.Observation{Results: []results.Result{{CallID: "c", Content: "no", Failed: true, Failure: "exit_code"}}}
		}
		must(t, tx.SaveStep(ctx, s))
	}
	w, seal, err := tx.OpenRaw(ctx, "raw.json", "application/json")
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(`{"a":1}`))
	w.Close()
	must(t, seal([32]byte{1}))
	return tx.Finish(ctx, r, []results.Metric{{Key: "crs", Value: &score}})
}

// A database on a disk that cannot be written is read all the same, and every
// way to write it says so.
func TestReadOnlyDisk(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "t.db")
	ctx := context.Background()
	db := found(OpenWriter(ctx, path))(t)
	must(t, db.SaveDataset(ctx, dataset()))
	published := filepath.Join(dir, "p.db")
	must(t, db.Publish(ctx, published))
	db.Close()
	r := found(OpenReader(ctx, published))(t)
	defer r.Close()
	if err := r.SaveDataset(ctx, dataset()); !errors.Is(err, results.ErrReadOnly) {
		t.Errorf("write to a reader gives %v, want ErrReadOnly", err)
	}
	if _, err := r.BeginRun(ctx, &results.Run{}); !errors.Is(err, results.ErrReadOnly) {
		t.Errorf("run on a reader gives %v, want ErrReadOnly", err)
	}
	if list, err := r.Benchmarks(ctx); err != nil || len(list) != 1 {
		t.Errorf("published copy lists %d benchmarks, %v", len(list), err)
	}
	if _, err := OpenWriter(ctx, "/proc/clawatlas/t.db"); !errors.Is(err, results.ErrReadOnly) {
		t.Errorf("writer where nothing can be written gives %v, want ErrReadOnly", err)
	}
}

// A deep import chain must not hide a second driver with other pragmas: every
// pooled connection enforces foreign keys and only reads.
func TestPoolPragmas(t *testing.T) {
	db := open(t)
	for range 3 {
		conn := found(db.r.Connx(context.Background()))(t)
		defer conn.Close()
		var only int
		if err := conn.GetContext(context.Background(), &only, "PRAGMA query_only"); err != nil || only != 1 {
			t.Errorf("query_only = %d, %v; want 1", only, err)
		}
	}
	var fk int
	if err := db.w.Get(&fk, "PRAGMA foreign_keys"); err != nil || fk != 1 {
		t.Errorf("writer's foreign_keys = %d, %v; want 1", fk, err)
	}
}

// A reader of a moment stays with it on every connection, whoever writes, and one
// that is opened later sees what was written.
func TestMoment(t *testing.T) {
	ctx := t.Context()
	db := open(t)
	before := found(db.Revisions(ctx))(t)
	at := found(OpenMoment(ctx, db.path))(t)
	defer at.Close()
	write := func(value string) {
		t.Helper()
		found(db.w.Exec("UPDATE meta SET value = ? WHERE key = 'all'", value))(t)
	}
	write("later")
	var held []interface{ Close() error }
	for range at.r.Stats().MaxOpenConnections {
		conn := found(at.r.Connx(ctx))(t)
		held = append(held, conn)
		var all string
		if err := conn.GetContext(ctx, &all, "SELECT value FROM meta WHERE key = 'all'"); err != nil || all != before.All {
			t.Errorf("a connection sees %q, %v; want %q", all, err, before.All)
		}
	}
	for _, c := range held {
		c.Close()
	}
	again := found(OpenMoment(ctx, db.path))(t)
	defer again.Close()
	if rev, err := again.Revisions(ctx); err != nil || rev.All != "later" {
		t.Errorf("opened later it sees %q, %v", rev.All, err)
	}
	if _, err := again.r.Exec("UPDATE meta SET value = 'x'"); err == nil {
		t.Error("a reader writes")
	}

	apart := &pin{path: db.path, file: again.File(), snapshot: true, stamp: before.All}
	if _, err := openPool(ctx, db.path, readerDSN, apart); !errors.Is(err, errMoved) {
		t.Errorf("a connection that comes too late: %v", err)
	}
	if _, err := OpenMoment(ctx, filepath.Join(t.TempDir(), "none.db")); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("no database: %v", err)
	}
}

// A reader whose file is replaced by another goes on reading its own on every connection.
func TestReaderOfReplacedFile(t *testing.T) {
	ctx := t.Context()
	db, other := open(t), open(t)
	before := found(db.Revisions(ctx))(t)
	r := found(OpenReader(ctx, db.path))(t)
	defer r.Close()
	must(t, os.Rename(other.path, db.path))
	for range r.r.Stats().MaxOpenConnections {
		conn := found(r.r.Connx(ctx))(t)
		defer conn.Close()
		var all string
		if err := conn.GetContext(ctx, &all, "SELECT value FROM meta WHERE key = 'all'"); err != nil || all != before.All {
			t.Errorf("a connection sees %q, %v; want %q", all, err, before.All)
		}
	}
	if _, err := openPool(ctx, db.path, readerDSN, &pin{path: db.path, file: r.File()}); !errors.Is(err, errMoved) {
		t.Errorf("a connection to the next file: %v, want errMoved", err)
	}
}
