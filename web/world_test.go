package web

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	daysviews "github.com/clawatlas/clawatlas/views/days"
)

// worldServer serves the bundled facts and the public tree of ClawArena.
func worldServer(t testing.TB) *testSite {
	t.Helper()
	path := resultstest.Shared(t, "world", "clawarena", "data", "clawarena")
	return openSite(t, "clawarena-world", func(ctx context.Context, l *ingest.Loader) error {
		return loadInto(ctx, l, false, ingest.Source{FS: os.DirFS(path), Name: "tree"})
	})
}

func worldOf(t *testing.T, site *testSite) *daysviews.World {
	t.Helper()
	w := &daysviews.World{}
	must.Do(t, json.Unmarshal(site.get("/api/v1/benchmarks/clawarena/world").Body.Bytes(), w))
	return w
}

// The bundled facts and the public tree give the counts that were made without
// this program.
func testWorldGolden(t *testing.T) {
	data := must.Get(os.ReadFile(resultstest.Shared(t, "golden", "golden_gemma.json")))(t)
	var golden struct {
		Dataset struct {
			Rounds  int            `json:"update_rounds"`
			Entries int            `json:"bound_update_entries"`
			Objects int            `json:"changed_objects"`
			Effects map[string]int `json:"effects"`
			Gone    int            `json:"messages_lost_by_overwriting"`
			Added   int            `json:"messages_added"`
			Told    map[string]int `json:"told"`
		} `json:"dataset"`
	}
	must.Do(t, json.Unmarshal(data, &golden))
	for name, site := range map[string]*testSite{"facts": bareServer(t), "tree": worldServer(t)} {
		w := worldOf(t, site)
		got := golden
		d := &got.Dataset
		d.Rounds, d.Entries, d.Objects, d.Gone, d.Added = w.Updates, w.Entries, w.Objects, w.Messages.Gone, w.Messages.Added
		e, told := w.Effects, w.Told
		d.Effects = map[string]int{"session/appended": e.Chats.Appended, "workspace/new": e.Files.New, "session/replaced": e.Chats.Replaced, "workspace/replaced": e.Files.Replaced}
		d.Told = map[string]int{"session/announced": told.Chats.Announced, "session/named": told.Chats.Named, "session/silent": told.Chats.Silent,
			"workspace/announced": told.Files.Announced, "workspace/named": told.Files.Named, "workspace/silent": told.Files.Silent}
		if diff := cmp.Diff(golden, got); diff != "" {
			t.Errorf("%s (-golden +now):\n%s", name, diff)
		}
		if e.Files.Total() != 49 || e.Chats.Total() != 57 || w.Messages.Emptied != 37 || w.Appended != (results.WorldAppended{Chats: 43, Replaced: 43}) || len(w.Scenarios) != 12 {
			t.Errorf("%s: %+v", name, w.WorldCounts)
		}
	}
}
