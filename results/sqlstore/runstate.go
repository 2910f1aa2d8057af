package sqlstore

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"
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

// RunStates gives of each run, by slug, a digest of all rows that are its own, its
// model's or of its benchmark's dataset. What other runs came to is not in it.
func (db *DB) RunStates(ctx context.Context) (map[string]string, error) {
	others := func(t copied) bool { return t.table == "step_grams" || t.table == "run_marks" } // the index of texts; runs alike
	own := slices.DeleteFunc(slices.Concat(ofItsModel, copiedOfRun), others)
	states, datasets := map[string]string{}, map[string]string{}
	known := map[string]columns{}
	// digest adds rows to what was said before.
	digest := func(before string, tables []copied, run int64) (string, error) {
		d := newDigester()
		d.row([]any{before})
		for _, t := range tables {
			cols, ok := known[t.table]
			if !ok {
				var err error
				if cols, err = columnsOf(ctx, db.r, t); err != nil {
					return "", err
				}
				known[t.table] = cols
			}
			if err := eachRow(ctx, db.r, t, cols, func(row []any) error { d.row(row); return nil }, run); err != nil {
				return "", err
			}
		}
		sum := d.end().sum
		return hex.EncodeToString(sum[:12]), nil
	}
	return states, eachCopied(ctx, db, func(r copiedRun) (err error) {
		state, ok := datasets[r.Benchmark]
		if !ok {
			b, err := db.FindBenchmark(ctx, r.Benchmark)
			if err != nil {
				return err
			}
			said, err := json.Marshal(b)
			if err != nil {
				return err
			}
			if state, err = digest(string(said), ofItsDataset, r.ID); err != nil {
				return err
			}
			datasets[r.Benchmark] = state
		}
		states[r.Slug], err = digest(state, own, r.ID)
		return err
	})
}
