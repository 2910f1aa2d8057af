package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/storetest"
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
	must.Do(t, os.WriteFile(path, must.Get(emptyFile())(t), 0o600))
	db := must.Get(openWriter(context.Background(), path, asideDSN))(t)
	t.Cleanup(func() { db.Close() })
	must.Get(db.w.Exec("UPDATE meta SET value = lower(hex(randomblob(16))) WHERE key = 'id'"))(t)
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
	tx := must.Get(db.BeginRun(ctx, r))(t)
	score := 1.0
	if err := tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Attempt: 1, Status: results.Passed, Score: &score, Kind: results.KindMultiChoice, Selected: []string{}, Details: results.TrialDetails{Prompt: "sent"}}); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		s := &results.Step{Source: results.SourceAgent, Message: text, ToolCalls: []results.ToolCall{{ID: "c", Name: "exec", Arguments: []byte(`{"command":"ls"}`)}}}
		if i%10 == 3 {
			s.Observation = &results.Observation{Results: []results.Result{{CallID: "c", Content: "no", Failed: true, Failure: "exit_code"}}}
		}
		must.Do(t, tx.SaveStep(ctx, s))
	}
	w, seal, err := tx.OpenRaw(ctx, "raw.json", "application/json")
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(`{"a":1}`))
	w.Close()
	must.Do(t, seal([32]byte{1}))
	return tx.Finish(ctx, r, []results.Metric{{Key: "crs", Value: &score}})
}

// A database on a disk that cannot be written is read all the same, and every
// way to write it says so.
func TestReadOnlyDisk(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "t.db")
	ctx := context.Background()
	db := must.Get(OpenWriter(ctx, path))(t)
	must.Do(t, db.SaveDataset(ctx, dataset()))
	published := filepath.Join(dir, "p.db")
	must.Do(t, db.Publish(ctx, published))
	db.Close()
	r := must.Get(OpenReader(ctx, published))(t)
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
		conn := must.Get(db.r.Connx(context.Background()))(t)
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
	before := must.Get(db.Revisions(ctx))(t)
	at := must.Get(OpenMoment(ctx, db.path))(t)
	defer at.Close()
	write := func(value string) {
		t.Helper()
		must.Get(db.w.Exec("UPDATE meta SET value = ? WHERE key = 'all'", value))(t)
	}
	write("later")
	var held []interface{ Close() error }
	for range at.r.Stats().MaxOpenConnections {
		conn := must.Get(at.r.Connx(ctx))(t)
		held = append(held, conn)
		var all string
		if err := conn.GetContext(ctx, &all, "SELECT value FROM meta WHERE key = 'all'"); err != nil || all != before.All {
			t.Errorf("a connection sees %q, %v; want %q", all, err, before.All)
		}
	}
	for _, c := range held {
		c.Close()
	}
	again := must.Get(OpenMoment(ctx, db.path))(t)
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
	before := must.Get(db.Revisions(ctx))(t)
	r := must.Get(OpenReader(ctx, db.path))(t)
	defer r.Close()
	must.Do(t, os.Rename(other.path, db.path))
	for range r.r.Stats().MaxOpenConnections {
		conn := must.Get(r.r.Connx(ctx))(t)
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

func openFile(t *testing.T, path string) *DB {
	t.Helper()
	db := must.Get(OpenWriter(context.Background(), path))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

// same wants what was got to be what is wanted.
func same(t testing.TB, what string, want, got any, by ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, by...); diff != "" {
		t.Errorf("%s:\n%s", what, diff)
	}
}

// fill stores the benchmark with runs run1, run2 and so on, of one step each.
func fill(t *testing.T, db *DB, runs int) {
	t.Helper()
	must.Do(t, db.SaveDataset(t.Context(), dataset()))
	for i := range runs {
		slug := fmt.Sprintf("run%d", i+1)
		must.Do(t, writeRun(t, db, slug, slug, 1, slug))
	}
}

// While the records of a run are read others write, another run too.
func TestWriteWhileRunIsRead(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "t.db")
	db, other := openFile(t, path), openFile(t, path)
	must.Do(t, db.SaveDataset(ctx, dataset()))
	first := &results.Run{Slug: "r1", Digest: "r1", Benchmark: "bench", ModelName: "Model One"}
	tx := must.Get(db.BeginRun(ctx, first))(t)
	defer tx.Rollback()
	must.Do(t, tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Status: results.Passed}))
	for i := range 200 { // some are in the file
		must.Do(t, tx.SaveStep(ctx, &results.Step{Source: results.SourceAgent, Message: fmt.Sprint(i) + strings.Repeat(" word", 20_000)}))
	}
	short, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := other.SaveNote(short, "k", "v"); err != nil {
		t.Errorf("a note while a run is read: %v", err)
	}
	if err := writeRun(t, other, "r2", "r2", 3, "between"); err != nil {
		t.Errorf("a run while another is read: %v", err)
	}
	must.Do(t, tx.Finish(ctx, first, nil))
	for slug, want := range map[string]int{"r1": 200, "r2": 3} {
		trial := must.Get(db.FindTrial(ctx, slug, "s1", "q1", 0))(t)
		rows, err := db.StepRows(ctx, &trial, 1, 1000)
		if err != nil || len(rows) != want {
			t.Fatalf("%s has %d steps, %v; want %d", slug, len(rows), err, want)
		}
		if _, err := db.Steps(ctx, &trial, rows); err != nil {
			t.Error(err)
		}
	}
	if err := storetest.Sound(ctx, db); err != nil {
		t.Error(err)
	}
}
