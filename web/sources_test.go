package web

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sources"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// TestSources: the API lists the public sources, and what this site has read of each as
// soon as it has: runs that are not there any more are not counted.
func TestSources(t *testing.T) {
	bareServer(t) // makes the database that this test copies
	path := filepath.Join(t.TempDir(), "own.db")
	must.Do(t, os.WriteFile(path, must.Get(os.ReadFile(testDatabases.file(bareName)))(t), 0o600))
	db := must.Get(sqlite.OpenReader(t.Context(), path))(t)
	defer db.Close()
	site := &testSite{Store: db, Handler: New(unhurried(db))}
	here := func(name string) *sources.Here {
		var out sources.Sources
		site.object(t, "/api/v1/sources", &out)
		for _, s := range out.Sources {
			if s.Name == name {
				return s.Here
			}
		}
		t.Fatalf("no source %s among %d", name, len(out.Sources))
		return nil
	}
	if h := here("liveclawbench-site"); h != nil {
		t.Errorf("before: %+v", h)
	}
	var list struct{ Runs []struct{ Run string } }
	site.object(t, "/api/v1/runs?benchmark=liveclawbench", &list)
	w := must.Get(sqlite.OpenWriter(t.Context(), path))(t)
	note := `{"pinned":"1234567","commit":"12345678","runs":["` + list.Runs[0].Run + `","gone"]}`
	must.Do(t, errors.Join(w.SaveNote(t.Context(), "public.liveclawbench-site", note), w.Close()))
	time.Sleep(300 * time.Millisecond) // the revision is looked up four times a second
	if h := here("liveclawbench-site"); h == nil || h.Commit != "12345678" || h.Runs != 1 || h.Trials != 134 {
		t.Errorf("after: %+v", h)
	}
	if h := here("clawarena"); h != nil {
		t.Errorf("another: %+v", h)
	}
}
