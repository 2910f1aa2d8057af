package sqlite

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// Rows come back as they were, in their order, also from the file.
func TestStage(t *testing.T) {
	dir := t.TempDir()
	s := stage{dir: dir}
	defer s.drop()
	n, f, yes := int64(-7), 0.1, true
	big := strings.Repeat("文本", stageMost/12)
	rows := [][]any{
		{nil, (*int64)(nil), &n, 1 << 40, &f, (*float64)(nil), &yes, false, "", []byte{}, []byte{0, 1}, results.Passed},
		{big}, {big}, {"after"}, {},
	}
	want := [][]any{
		{nil, nil, int64(-7), int64(1 << 40), 0.1, nil, int64(1), int64(0), "", []byte{}, []byte{0, 1}, "passed"},
		{big}, {big}, {"after"}, {},
	}
	for i, args := range rows {
		if err := s.add(i, args...); err != nil {
			t.Fatal(err)
		}
	}
	if s.file == nil {
		t.Error("everything is in memory")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("the file has a name: %v, %v", left, err)
	}
	var got [][]any
	err := s.each(t.Context(), func(table int, args []any) error {
		if table != len(got) {
			t.Errorf("row %d is of table %d", len(got), table)
		}
		got = append(got, append([]any{}, args...))
		return nil
	})
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-added +read):\n%s", err, d)
	}
	if err := s.add(0, struct{}{}); err == nil {
		t.Error("a value that is none of a column was staged")
	}
}

// While the records of a run are read others write, another run too.
func TestWriteWhileRunIsRead(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "t.db")
	db, other := openFile(t, path), openFile(t, path)
	if err := db.SaveDataset(ctx, dataset()); err != nil {
		t.Fatal(err)
	}
	first := &results.Run{Slug: "r1", Digest: "r1", Benchmark: "bench", ModelName: "Model One"}
	tx, err := db.BeginRun(ctx, first)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if err := tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Status: results.Passed}); err != nil {
		t.Fatal(err)
	}
	for i := range 200 { // some are in the file
		if err := tx.SaveStep(ctx, &results.Step{Source: results.SourceAgent, Message: fmt.Sprint(i) + strings.Repeat(" word", 20_000)}); err != nil {
			t.Fatal(err)
		}
	}
	short, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := other.SaveNote(short, "k", "v"); err != nil {
		t.Errorf("a note while a run is read: %v", err)
	}
	if err := writeRun(t, other, "r2", "r2", 3, "between"); err != nil {
		t.Errorf("a run while another is read: %v", err)
	}
	if err := tx.Finish(ctx, first, nil); err != nil {
		t.Fatal(err)
	}
	for slug, want := range map[string]int{"r1": 200, "r2": 3} {
		trial, err := db.FindTrial(ctx, slug, "s1", "q1", 0)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := db.StepRows(ctx, &trial, 1, 1000)
		if err != nil || len(rows) != want {
			t.Fatalf("%s has %d steps, %v; want %d", slug, len(rows), err, want)
		}
		if _, err := db.Steps(ctx, &trial, rows); err != nil {
			t.Error(err)
		}
	}
	if err := db.Check(ctx); err != nil {
		t.Error(err)
	}
}
