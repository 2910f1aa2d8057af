package sqlstore

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// LookKeys returns the keys that looks were saved under, by run.
func (db *DB) LookKeys(ctx context.Context, benchmark string) (map[int64]string, error) {
	return db.runKeys(ctx, "list looks of "+benchmark, "run_looked", benchmark)
}

// The columns of what is kept of a run's looks, as they are read.
const (
	lookColumns = `scenario, round, kind, path, level, at_round AS at, step, call, call_id, quote, delay_rounds AS rounds, delay_calls AS calls,
  anchors, shown, missing, hidden AS json`
	roundColumns = `scenario, round, objects, same, ever, traced, blind`
	signColumns  = `scenario, round, rule, proof AS json`
	useColumns   = `scenario, round, kind, path, at_round AS at, step, call, file, found AS json, quote`
	valueColumns = `value, scenario, task, written`
)

// Looked returns the looks of a run in the dataset's order, of one scenario if it is not empty.
func (db *DB) Looked(ctx context.Context, run int64, scenario string) (l results.Looked, err error) {
	type lookRow struct {
		results.Look
		JSON *string
	}
	type signRow struct {
		results.LookSign
		JSON string
	}
	type useRow struct {
		results.UsedValue
		JSON string
	}
	looks, err := lookedOf[lookRow](ctx, db, lookColumns, "looks", run, scenario)
	if err != nil {
		return l, err
	}
	l.Looks, err = each(looks, func(r lookRow) (results.Look, error) {
		if r.JSON == nil {
			return r.Look, nil
		}
		return r.Look, fromJSON(*r.JSON, &r.Hidden)
	})
	if err != nil {
		return l, err
	}
	if l.Rounds, err = lookedOf[results.LookedRound](ctx, db, roundColumns, "looked_rounds", run, scenario); err != nil {
		return l, err
	}
	signs, err := lookedOf[signRow](ctx, db, signColumns, "look_signs", run, scenario)
	if err != nil {
		return l, err
	}
	if l.Signs, err = eachOrNil(signs, func(r signRow) (results.LookSign, error) {
		return r.LookSign,
			fromJSON(r.JSON, &r.Proof)
	}); err != nil {
		return l, err
	}
	uses, err := lookedOf[useRow](ctx, db, useColumns, "look_uses", run, scenario)
	if err != nil {
		return l, err
	}
	if l.Used, err = eachOrNil(uses, func(r useRow) (results.UsedValue, error) {
		return r.UsedValue,
			fromJSON(r.JSON, &r.Values)
	}); err != nil {
		return l, err
	}
	values, err := lookedOf[results.WrittenValue](ctx, db, valueColumns, "look_values", run, scenario)
	if len(values) > 0 {
		l.Values = values
	}
	return l, err
}

// lookedOf reads one of the tables of looks.
func lookedOf[T any](ctx context.Context, db *DB, columns, table string, run int64, scenario string) ([]T, error) {
	q := "SELECT " + columns + `
FROM ` + table + `
WHERE run_id = ?
  AND (? = '' OR scenario = ?)
ORDER BY ordinal
LIMIT 1000000`
	return ListOf[T](ctx, db.r, fmt.Sprintf("list looks of run %d", run), q, run, scenario, scenario)
}

// eachOrNil is each, but nil where there is nothing.
func eachOrNil[R, T any](rows []R, of func(R) (T, error)) ([]T, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	return each(rows, of)
}

// LookedRounds returns the rounds of updates of some runs, by run in the dataset's order.
func (db *DB) LookedRounds(ctx context.Context, runs []int64) ([]results.RunLookedRound, error) {
	const q = `SELECT run_id AS run, ` + roundColumns + `
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
	return db.saveMade(ctx, "looks", "run_looked", benchmark, run, key, func(tx *sqlx.Tx) error {
		err := insertLooks(ctx, tx, run, "looks", `scenario, round, kind, path, level, at_round, step, call, call_id, quote,
  delay_rounds, delay_calls, anchors, shown, missing, hidden`, l.Looks, func(l *results.Look) ([]any, error) {
			var hidden *string
			if l.Hidden != nil {
				text, err := toJSON(l.Hidden)
				if err != nil {
					return nil, err
				}
				hidden = &text
			}
			return []any{l.Scenario, l.Round, l.Kind, l.Path, l.Level, l.At, l.Step, l.Call, l.CallID, l.Quote,
				l.Rounds, l.Calls, l.Anchors, l.Shown, l.Missing, hidden}, nil
		})
		if err != nil {
			return err
		}
		err = insertLooks(ctx, tx, run, "looked_rounds", roundColumns, l.Rounds, func(r *results.LookedRound) ([]any, error) {
			return []any{r.Scenario, r.Round, r.Objects, r.Same, r.Ever, r.Traced, r.Blind}, nil
		})
		if err != nil {
			return err
		}
		err = insertLooks(ctx, tx, run, "look_signs", "scenario, round, rule, proof", l.Signs, func(s *results.LookSign) ([]any, error) {
			proof, err := toJSON(s.Proof)
			return []any{s.Scenario, s.Round, s.Rule, proof}, err
		})
		if err != nil {
			return err
		}
		const uses = "scenario, round, kind, path, at_round, step, call, file, found, quote"
		err = insertLooks(ctx, tx, run, "look_uses", uses, l.Used, func(u *results.UsedValue) ([]any, error) {
			found, err := toJSON(u.Values)
			return []any{u.Scenario, u.Round, u.Kind, u.Path, u.At, u.Step, u.Call, u.File, found, u.Quote}, err
		})
		if err != nil {
			return err
		}
		return insertLooks(ctx, tx, run, "look_values", valueColumns, l.Values, func(v *results.WrittenValue) ([]any, error) {
			return []any{v.Value, v.Scenario, v.Task, v.Written}, nil
		})
	})
}

// insertLooks fills one of the tables of looks, whose rows count in their run.
func insertLooks[T any](ctx context.Context, tx *sqlx.Tx, run int64, table, columns string, list []T, row func(*T) ([]any, error)) error {
	return insertAll(ctx, NewBatch(tx, table, "run_id, ordinal, "+columns, madeAtOnce), list, func(i int, v *T) ([]any, error) {
		args, err := row(v)
		return append([]any{run, i}, args...), err
	})
}
