package sqlstore

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// itsBenchmark is the benchmark of the run whose number is ?1.
const (
	itsBenchmark = "benchmark_id = (SELECT benchmark_id FROM main.runs WHERE id = ?1)"
	itsScenario  = "scenario_id IN (SELECT id FROM main.scenarios WHERE " + itsBenchmark + ")"
	itsModel     = "(SELECT model_id FROM main.runs WHERE id = ?1)"
)

// ofItsDataset are the rows of a dataset that the pages of a run show, and ofItsModel the
// names of its model.
var (
	ofItsDataset = []copied{
		{table: "scenarios", key: "id", where: itsBenchmark},
		{table: "tasks", key: "id", where: itsScenario},
		{table: "worlds", key: "scenario_id", where: itsScenario},
		{table: "world_states", key: "scenario_id, ordinal", where: itsScenario},
		{table: "world_scenes", key: "scenario_id", where: itsScenario},
	}
	ofItsModel = []copied{
		{table: "models", key: "id", where: "id = " + itsModel},
		{table: "model_aliases", key: "alias", where: "model_id = " + itsModel},
	}
)

// RunStamps gives of each run that is shown, by slug, a digest of all rows that are its own,
// its model's or of its benchmark's dataset. What other runs came to is not in it.
func (db *DB) RunStamps(ctx context.Context) (map[string]results.RunStamp, error) {
	others := func(t copied) bool { return t.table == "run_marks" } // runs alike
	own := slices.DeleteFunc(slices.Concat(ofItsModel, copiedOfRun), others)
	cols := map[string]columns{}
	for _, t := range slices.Concat(ofItsDataset, own) {
		var err error
		if cols[t.table], err = columnsOf(ctx, db.r, t); err != nil {
			return nil, err
		}
	}
	// digest adds rows to what was said before.
	digest := func(before string, tables []copied, run int64) (string, error) {
		d := newDigester()
		d.row([]any{before})
		err := d.rowsOf(ctx, db, tables, cols, run)
		sum := d.end().sum
		return hex.EncodeToString(sum[:12]), err
	}
	states, datasets := map[string]results.RunStamp{}, map[string]string{}
	return states, eachCopied(ctx, db, func(r copiedRun) error {
		if r.Hidden {
			return nil
		}
		if datasets[r.Benchmark] == "" {
			b, err := db.FindBenchmark(ctx, r.Benchmark)
			if err != nil {
				return err
			}
			said, err := json.Marshal(b)
			if err != nil {
				return err
			}
			if datasets[r.Benchmark], err = digest(string(said), ofItsDataset, r.ID); err != nil {
				return err
			}
		}
		state, err := digest(datasets[r.Benchmark], own, r.ID)
		states[r.Slug] = results.RunStamp{Benchmark: r.Benchmark, Digest: state}
		return err
	})
}
