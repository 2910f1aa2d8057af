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
		var n results.WorldCounts
		for _, w := range must.Get(site.Store.Worlds(t.Context(), "clawarena"))(t) {
			n.Add(results.CountWorld(w.Changes))
		}
		got := golden
		d := &got.Dataset
		d.Rounds, d.Entries, d.Objects, d.Gone, d.Added = n.Updates, n.Entries, n.Objects, n.Messages.Gone, n.Messages.Added
		e, told := n.Effects, n.Told
		d.Effects = map[string]int{"session/appended": e.Chats.Appended, "workspace/new": e.Files.New, "session/replaced": e.Chats.Replaced, "workspace/replaced": e.Files.Replaced}
		d.Told = map[string]int{"session/announced": told.Chats.Announced, "session/named": told.Chats.Named, "session/silent": told.Chats.Silent,
			"workspace/announced": told.Files.Announced, "workspace/named": told.Files.Named, "workspace/silent": told.Files.Silent}
		if diff := cmp.Diff(golden, got); diff != "" {
			t.Errorf("%s (-golden +now):\n%s", name, diff)
		}
		var w daysviews.World
		site.object(t, "/api/v1/benchmarks/clawarena/world", &w)
		if e.Files.Total() != 49 || e.Chats.Total() != 57 || n.Messages.Emptied != 37 || n.Appended != (results.WorldAppended{Chats: 43, Replaced: 43}) ||
			w.Updates != n.Updates || w.Objects != n.Objects || w.Effects != n.Effects || w.Told != n.Told {
			t.Errorf("%s: %+v, answer %+v", name, n, w)
		}
	}
}
