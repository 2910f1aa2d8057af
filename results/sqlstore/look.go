package sqlstore

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// LookKeys returns, by run, the key under which read-access records were saved.
func (db *DB) LookKeys(ctx context.Context, benchmark string) (map[int64]string, error) {
	return db.runKeys(ctx, "list looks of "+benchmark, "run_looked", benchmark)
}

// Looked returns the read-access records of a run in the order of the dataset. If scenario is not
// empty, it returns only those of the scenario.
func (db *DB) Looked(ctx context.Context, run int64, scenario string) (l results.Looked, err error) {
	type signRow struct {
		results.LookSign
		JSON string
	}
	const columns = `scenario, round, kind, path, level, at_round AS at, step, delay_rounds AS rounds`
	if l.Looks, err = lookedOf[results.Look](ctx, db, columns, "looks", run, scenario); err != nil {
		return l, err
	}
	signs, err := lookedOf[signRow](ctx, db, "scenario, round, rule, proof AS json", "look_signs", run, scenario)
	if err != nil || len(signs) == 0 {
		return l, err
	}
	l.Signs, err = each(signs, func(r signRow) (results.LookSign, error) { return r.LookSign, fromJSON(r.JSON, &r.Proof) })
	return l, err
}

func lookedOf[T any](ctx context.Context, db *DB, columns, table string, run int64, scenario string) ([]T, error) {
	q := "SELECT " + columns + `
FROM ` + table + `
WHERE run_id = ?
  AND (? = '' OR scenario = ?)
ORDER BY ordinal
LIMIT 1000000`
	return ListOf[T](ctx, db.r, fmt.Sprintf("list looks of run %d", run), q, run, scenario, scenario)
}

// SaveLooked replaces the read-access records of a run.
func (db *DB) SaveLooked(ctx context.Context, benchmark string, run int64, key string, l *results.Looked) error {
	return db.saveMade(ctx, "looks", "run_looked", benchmark, run, key, func(tx *sqlx.Tx) error {
		const columns = "scenario, round, kind, path, level, at_round, step, delay_rounds"
		err := insertLooks(ctx, tx, run, "looks", columns, l.Looks, func(l *results.Look) ([]any, error) {
			return []any{l.Scenario, l.Round, l.Kind, l.Path, l.Level, l.At, l.Step, l.Rounds}, nil
		})
		if err != nil {
			return err
		}
		return insertLooks(ctx, tx, run, "look_signs", "scenario, round, rule, proof", l.Signs, func(s *results.LookSign) ([]any, error) {
			proof, err := toJSON(s.Proof)
			return []any{s.Scenario, s.Round, s.Rule, proof}, err
		})
	})
}

// insertLooks inserts rows into a read-access table. The rows are numbered within their run.
func insertLooks[T any](ctx context.Context, tx *sqlx.Tx, run int64, table, columns string, list []T, row func(*T) ([]any, error)) error {
	return insertAll(ctx, NewBatch(tx, table, "run_id, ordinal, "+columns, madeAtOnce), list, func(i int, v *T) ([]any, error) {
		args, err := row(v)
		return append([]any{run, i}, args...), err
	})
}
