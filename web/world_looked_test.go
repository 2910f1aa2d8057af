package web

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/world"
	daysviews "github.com/clawatlas/clawatlas/views/days"
)

// lookedServer serves the released run beside the tree of its world.
func lookedServer(t testing.TB) *testSite {
	t.Helper()
	records, tree := resultstest.Shared(t, "data", "clawarena"), resultstest.Shared(t, "world", "clawarena", "data", "clawarena")
	return openSite(t, "clawarena-looked", func(ctx context.Context, l *ingest.Loader) error {
		if err := loadInto(ctx, l, false, ingest.Source{FS: os.DirFS(tree), Name: "tree"}); err != nil {
			return err
		}
		return loadInto(ctx, l, false, ingest.Source{FS: os.DirFS(records), Name: "records"})
	})
}

// The answer has what an independent computation finds that the released run looked at.
func testWorldNoticed(t *testing.T) {
	var golden struct {
		Run struct {
			Noticed struct {
				Objects map[string]goldenCount
				Told    map[string]goldenCount `json:"objects_by_told"`
			} `json:"b_noticed"`
		}
	}
	data := must.Get(os.ReadFile(resultstest.Shared(t, "golden", "golden_gemma.json")))(t)
	must.Do(t, json.Unmarshal(data, &golden))
	var w daysviews.World
	lookedServer(t).object(t, "/api/v1/benchmarks/clawarena/world", &w)
	if len(w.Systems) != 1 || w.Systems[0].Noticed == nil {
		t.Fatalf("%d systems, or no looks: %+v", len(w.Systems), w.Systems)
	}
	objects, told := map[string]goldenCount{}, map[string]goldenCount{}
	n := w.Systems[0].Noticed
	for name, x := range map[string]*world.NoticedKind{"workspace": &n.Files, "session": &n.Chats} {
		objects[name] = goldenCount{x.K, x.N}
		for way, c := range x.Told {
			told[name+"/"+way] = goldenCount(c)
		}
	}
	must.Same(t, golden.Run.Noticed.Objects, objects, "objects")
	must.Same(t, golden.Run.Noticed.Told, told, "objects by how they are told")
}
