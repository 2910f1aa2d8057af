package sqlstore

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// LookKeys tells under which key the looks of a benchmark's runs were saved, by
// run; runs without any are left out.
func (db *DB) LookKeys(ctx context.Context, benchmark string) (map[int64]string, error) {
	return db.runKeys(ctx, "list looks of "+benchmark, "run_looked", benchmark)
}

// looksAtOnce is how many rows one statement inserts.
const looksAtOnce = 50

type lookRow struct {
	results.Look
	HiddenJSON *string `db:"hidden_json"`
}

// Looked returns the looks of a run in the dataset's order; of one scenario if it
// is not empty. A run of which nothing is known has none.
func (db *DB) Looked(ctx context.Context, run int64, scenario string) (results.Looked, error) {
	what := fmt.Sprintf("list looks of run %d", run)
	const q = `SELECT scenario, round, kind, path, level, at_round AS at, step, call, call_id, quote, delay_rounds AS rounds, delay_calls AS calls, anchors, shown, missing,
  hidden AS hidden_json
FROM looks
WHERE run_id = ?
  AND (? = '' OR scenario = ?)
ORDER BY ordinal
LIMIT 1000000`
	rows, err := listOf[lookRow](ctx, db.r, what, q, run, scenario, scenario)
	if err != nil {
		return results.Looked{}, err
	}
	l := results.Looked{Looks: make([]results.Look, len(rows))}
	for i, r := range rows {
		l.Looks[i] = r.Look
		if r.HiddenJSON == nil {
			continue
		}
		if err := fromJSON(*r.HiddenJSON, &l.Looks[i].Hidden); err != nil {
			return l, fmt.Errorf("%s: %w", what, err)
		}
	}
	const rounds = `SELECT scenario, round, objects, same, ever, traced, blind
FROM looked_rounds
WHERE run_id = ?
  AND (? = '' OR scenario = ?)
ORDER BY ordinal
LIMIT 1000000`
	if l.Rounds, err = listOf[results.LookedRound](ctx, db.r, what, rounds, run, scenario, scenario); err != nil {
		return l, err
	}
	if l.Signs, err = db.signs(ctx, what, run, scenario); err != nil {
		return l, err
	}
	if l.Used, err = db.uses(ctx, what, run, scenario); err != nil {
		return l, err
	}
	l.Values, err = db.writtenValues(ctx, what, run, scenario)
	return l, err
}

// LookedRounds returns the rounds of updates of some runs, run by run in the
// dataset's order.
func (db *DB) LookedRounds(ctx context.Context, runs []int64) ([]results.RunLookedRound, error) {
	const q = `SELECT run_id AS run, scenario, round, objects, same, ever, traced, blind
FROM looked_rounds
WHERE run_id IN (?)
ORDER BY run_id, ordinal`
	list := []results.RunLookedRound{}
	err := db.inBlocks(ctx, "list rounds of updates", q, runs, func(rows *sqlx.Rows) error {
		var r results.RunLookedRound
		if err := rows.StructScan(&r); err != nil {
			return err
		}
		list = append(list, r)
		return nil
	})
	return list, err
}

// SaveLooked replaces the looks of a run of a benchmark.
func (db *DB) SaveLooked(ctx context.Context, benchmark string, run int64, key string, l *results.Looked) error {
	what := fmt.Sprintf("save looks of run %d", run)
	return db.inBenchmark(ctx, what, benchmark, func(tx *sqlx.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM run_looked WHERE run_id = ?", run); err != nil {
			return mapError(what, err)
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO run_looked (run_id, key) VALUES (?, ?)", run, key); err != nil {
			return mapError(what, err)
		}
		if err := saveLooks(ctx, tx, run, l.Looks); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		rows := NewBatch(tx, "looked_rounds", "run_id, ordinal, scenario, round, objects, same, ever, traced, blind", looksAtOnce)
		for i, r := range l.Rounds {
			if err := rows.Add(ctx, run, i, r.Scenario, r.Round, r.Objects, r.Same, r.Ever, r.Traced, r.Blind); err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
		}
		if err := rows.Flush(ctx); err != nil {
			return err
		}
		if err := saveSigns(ctx, tx, run, l.Signs); err != nil {
			return err
		}
		if err := saveUses(ctx, tx, run, l.Used); err != nil {
			return err
		}
		return saveWrittenValues(ctx, tx, run, l.Values)
	})
}

func saveLooks(ctx context.Context, tx *sqlx.Tx, run int64, list []results.Look) error {
	rows := NewBatch(tx, "looks", `run_id, ordinal, scenario, round, kind, path, level, at_round, step, call, call_id, quote,
  delay_rounds, delay_calls, anchors, shown, missing, hidden`, looksAtOnce)
	for i := range list {
		l := &list[i]
		var hidden *string
		if l.Hidden != nil {
			text, err := toJSON(l.Hidden)
			if err != nil {
				return err
			}
			hidden = &text
		}
		err := rows.Add(ctx, run, i, l.Scenario, l.Round, l.Kind, l.Path, l.Level, l.At, l.Step, l.Call, l.CallID, l.Quote,
			l.Rounds, l.Calls, l.Anchors, l.Shown, l.Missing, hidden)
		if err != nil {
			return err
		}
	}
	return rows.Flush(ctx)
}
