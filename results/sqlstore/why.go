package sqlstore

import (
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// ExplanationKeys returns the key under which each run's explanations were saved, by run id.
func (db *DB) ExplanationKeys(ctx context.Context, benchmark string) (map[int64]string, error) {
	return db.runKeys(ctx, "list causes of verdicts of "+benchmark, "run_whys", benchmark)
}

// Explanations returns the stored explanations of the given trials, by trial id. Trials without an
// explanation are omitted.
func (db *DB) Explanations(ctx context.Context, trials []int64) (map[int64]*results.Explanation, error) {
	const q = "SELECT trial_id, data, kind, sentence FROM trial_whys WHERE trial_id IN (?) /*! AND run_id IN (?) */"
	out := make(map[int64]*results.Explanation, len(trials))
	err := db.inBlocks(ctx, "read failure reasons", q, trials, func(rows *sqlx.Rows) error {
		var id int64
		var data, kind, sentence string
		if err := rows.Scan(&id, &data, &kind, &sentence); err != nil {
			return err
		}
		w := &results.Explanation{}
		out[id] = w
		if err := fromJSON(data, w); err != nil || w.Reason == nil {
			return err
		}
		w.Reason.Kind, w.Reason.Sentence = results.ReasonKind(kind), sentence
		return nil
	})
	return out, err
}

// SaveExplanations replaces the stored explanations of a run's trials.
func (db *DB) SaveExplanations(ctx context.Context, benchmark string, run int64, key string, list []results.TrialExplanation) error {
	return db.saveMade(ctx, "causes of the verdicts", "run_whys", benchmark, run, key, func(tx *sqlx.Tx) error {
		rows := NewBatch(tx, "trial_whys", "trial_id, run_id, data, kind, sentence", madeAtOnce)
		return insertAll(ctx, rows, list, func(_ int, w *results.TrialExplanation) ([]any, error) {
			why, kind, sentence := *w.Why, "", ""
			if r := why.Reason; r != nil {
				kind, sentence = string(r.Kind), r.Sentence
				own := *r
				own.Kind, own.Sentence = "", "" // in columns of their own
				why.Reason = &own
			}
			data, err := toJSON(why)
			return []any{w.Trial, run, data, kind, sentence}, err
		})
	})
}

// RunReasons returns the stored failure reasons of a run's trials.
func (db *DB) RunReasons(ctx context.Context, run int64) (results.RunReasons, error) {
	const what = "list failure reasons"
	n, err := oneOf[int](ctx, db.r, what, "SELECT count(*) FROM run_whys WHERE run_id = ?", run)
	if err != nil || n == 0 {
		return results.RunReasons{}, err
	}
	const q = "SELECT trial_id AS trial, kind, sentence FROM trial_whys WHERE run_id = ? AND kind <> '' LIMIT 1000000"
	list, err := wholeOf[results.TrialReason](ctx, db.r, what, q, run)
	return results.RunReasons{Looked: true, Trials: list}, err
}

// ExplainedTrials returns, for each analysed run, the number of trials with a known failure reason.
func (db *DB) ExplainedTrials(ctx context.Context, benchmark string) (map[int64]int, error) {
	const q = `SELECT w.run_id AS key, count(t.trial_id) AS value
FROM benchmarks b
JOIN runs r ON r.benchmark_id = b.id
JOIN run_whys w ON w.run_id = r.id
LEFT JOIN trial_whys t ON t.run_id = w.run_id AND t.kind NOT IN ('', 'unknown')
WHERE b.slug = ?
GROUP BY w.run_id`
	return mapOf[int64, int](ctx, db.r, "count reasons of "+benchmark, q, benchmark)
}
