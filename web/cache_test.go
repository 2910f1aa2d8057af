package web

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// A page that was rendered before the database changed is never answered
// again, neither from memory nor as unchanged.
func TestPagesFollowTheDatabase(t *testing.T) {
	ctx := context.Background()
	bareServer(t) // makes the database that this test copies
	data, err := os.ReadFile(testDatabases.file(bareName))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "own.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.OpenReader(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	site := &testSite{Store: db, Handler: New(Config{Store: db, Version: "test"})}
	const page, name = "/b/stage-claw", "A board renamed while it is served"
	before := site.get(page)
	if before.Code != 200 || strings.Contains(before.Body.String(), name) {
		t.Fatalf("GET %s: status %d before the change", page, before.Code)
	}
	site.get(page) // from memory
	w, err := sqlite.OpenWriter(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	d, err := w.FindDataset(ctx, "stage-claw")
	if err != nil {
		t.Fatal(err)
	}
	d.Benchmark.Summary = name
	if err := errors.Join(w.SaveDataset(ctx, &results.Dataset{Benchmark: d.Benchmark, Scenarios: d.Scenarios, Tasks: d.Tasks}), w.Close()); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond) // the revision is looked up four times a second
	after := site.get(page)
	if !strings.Contains(after.Body.String(), name) {
		t.Error("the page is still that of the database before the change")
	}
	if a, b := before.Header().Get("ETag"), after.Header().Get("ETag"); a == "" || a == b {
		t.Errorf("the validator is %q before and %q after the change", a, b)
	}
}
