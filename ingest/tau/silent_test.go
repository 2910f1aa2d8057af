package tau_test

import (
	"encoding/json"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestSilent: a complete run is not ranked if trials of it have a reward and no
// message of the agent, and says how many.
func TestSilent(t *testing.T) {
	for _, tt := range []struct{ silent, want int }{{0, 0}, {1, 1}, {4, 2}} { // two of the four have a reward of 0
		var doc map[string]any
		must.Do(t, json.Unmarshal(read(t, "results.json"), &doc))
		left := func(list any, key string) []any {
			return slices.DeleteFunc(list.([]any), func(x any) bool { return x.(map[string]any)[key] == "3" })
		}
		doc["tasks"] = left(doc["tasks"], "id")
		sims := left(doc["simulations"], "task_id")
		for _, s := range sims[:tt.silent] {
			s.(map[string]any)["messages"] = []any{}
		}
		doc["simulations"] = sims
		data := must.Get(json.Marshal(doc))(t)
		db := ingesttest.Open(t)
		rep := ingesttest.Load(t, db, fstest.MapFS{"results.json": {Data: data}}, ingest.Identity{})
		if len(rep.Runs) != 1 || !rep.Runs[0].Complete {
			t.Fatalf("%d silent: %+v", tt.silent, rep.Runs)
		}
		got := 0
		for _, o := range rep.Runs[0].Objections {
			if o.Kind != results.ObjectionUnheard {
				t.Errorf("%d silent: %+v", tt.silent, o)
			}
			for _, n := range o.Scenarios {
				got += n
			}
		}
		if got != tt.want {
			t.Errorf("%d silent: %+v, want it to speak of %d", tt.silent, rep.Runs[0].Objections, tt.want)
		}
	}
}
