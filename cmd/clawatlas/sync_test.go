package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// TestOpenSyncIsTold: where a sync was cut off the list and what is published of the
// database say so.
func TestOpenSyncIsTold(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.db")
	db := must.Get(sqlite.OpenWriter(t.Context(), file))(t)
	must.Do(t, errors.Join(db.BeginSync(t.Context(), results.OpenSync{Source: "mine", Name: "runs", At: 1_700_000_000_000}), db.Close()))
	out := must.Get(os.Create(filepath.Join(dir, "out")))(t)
	defer out.Close()
	for _, c := range []interface {
		Run(context.Context, *streams) error
	}{
		&listCmd{storeFlag: storeFlag{DB: file}},
	} {
		_ = out.Truncate(0)
		_, _ = out.Seek(0, 0)
		must.Do(t, c.Run(t.Context(), &streams{out: newPrinter(out), err: newPrinter(out)}))
		if said, err := os.ReadFile(out.Name()); err != nil || !strings.Contains(string(said), "not in step: the sync of runs (mine) that began 2023-11-14 22:13:20 UTC has not ended") {
			t.Errorf("%v, said:\n%s", err, said)
		}
	}
}
