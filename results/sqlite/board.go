package sqlite

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// SaveBoards replaces the materialised leaderboards of a benchmark.
func (db *DB) SaveBoards(ctx context.Context, benchmark string, boards []results.Board) error {
	return db.inTx(ctx, "save boards of "+benchmark, concern{benchmark}, func(tx *sqlx.Tx) error {
		id, err := benchmarkID(ctx, tx, benchmark)
		if err != nil {
			return err
		}
		rows := []rowsOf{
			{"SELECT convention, without, data FROM boards WHERE benchmark_id = ? ORDER BY convention, without", []any{id}},
			{"SELECT convention, without, ordinal, run_id, model_id, data FROM board_rows WHERE benchmark_id = ? ORDER BY convention, without, ordinal", []any{id}},
		}
		return ifChanged(ctx, tx, rows, func() error { return replaceBoards(ctx, tx, id, boards) })
	})
}

func replaceBoards(ctx context.Context, tx *sqlx.Tx, benchmark int64, boards []results.Board) error {
	for _, q := range []string{"DELETE FROM boards WHERE benchmark_id = ?", "DELETE FROM board_rows WHERE benchmark_id = ?"} {
		if _, err := tx.ExecContext(ctx, q, benchmark); err != nil {
			return mapError("replace boards", err)
		}
	}
	for _, b := range boards {
		if err := saveBoard(ctx, tx, benchmark, b); err != nil {
			return fmt.Errorf("save board %q: %w", b.Convention, err)
		}
	}
	return nil
}

func saveBoard(ctx context.Context, tx *sqlx.Tx, benchmark int64, b results.Board) error {
	data, err := toJSON(b)
	if err != nil {
		return err
	}
	const insert = `INSERT INTO boards (benchmark_id, convention, without, data)
VALUES (?, ?, ?, ?)`
	if _, err := tx.ExecContext(ctx, insert, benchmark, b.Convention, b.Without, data); err != nil {
		return mapError("save board", err)
	}
	for i := range b.Rows {
		row := &b.Rows[i]
		if data, err = toJSON(row); err != nil {
			return err
		}
		const q = `INSERT INTO board_rows (benchmark_id, convention, without, ordinal, run_id, model_id, data)
VALUES (?, ?, ?, ?, (SELECT id FROM runs WHERE slug = ?), (SELECT id FROM models WHERE slug = ?), ?)`
		if _, err := tx.ExecContext(ctx, q, benchmark, b.Convention, b.Without, i+1, row.Run, row.System.Model, data); err != nil {
			return mapError("save board row", err)
		}
	}
	return nil
}

// FindBoard returns a benchmark's leaderboard under a convention, whole (without
// is empty) or without some tasks (results.WithoutDoubtful). Rows carry the
// model's name for people.
func (db *DB) FindBoard(ctx context.Context, benchmark, convention, without string) (results.Board, error) {
	return db.findBoard(ctx, benchmark, convention, without, "")
}

// FindBoardRuns is FindBoard with only the rows of systems that have a run: what
// pages need that ask who is ranked and which tasks are in doubt, and show no
// printed figure.
func (db *DB) FindBoardRuns(ctx context.Context, benchmark, convention, without string) (results.Board, error) {
	return db.findBoard(ctx, benchmark, convention, without, " AND r.run_id IS NOT NULL")
}

func (db *DB) findBoard(ctx context.Context, benchmark, convention, without, rows string) (results.Board, error) {
	var b results.Board
	var data string
	const head = `SELECT d.data
FROM boards d
JOIN benchmarks b ON b.id = d.benchmark_id
WHERE b.slug = ?
  AND d.convention = ?
  AND d.without = ?`
	if err := db.r.GetContext(ctx, &data, head, benchmark, convention, without); err != nil {
		return b, mapError(fmt.Sprintf("find board %s %q", benchmark, convention), err)
	}
	if err := fromJSON(data, &b); err != nil {
		return b, err
	}
	var err error
	b.Rows, err = db.boardRows(ctx, `b.slug = ? AND r.convention = ? AND r.without = ?`+rows, benchmark, convention, without)
	return b, err
}

func (db *DB) boardRows(ctx context.Context, where string, args ...any) ([]results.BoardRow, error) {
	rows := []struct {
		Name string
		Data string
	}{}
	q := `SELECT m.name, r.data
FROM board_rows r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
WHERE ` + where + `
ORDER BY r.benchmark_id, r.convention, r.without, r.ordinal
LIMIT 10000`
	if err := db.r.SelectContext(ctx, &rows, q, args...); err != nil {
		return nil, mapError("read board rows", err)
	}
	list := make([]results.BoardRow, len(rows))
	for i, r := range rows {
		if err := fromJSON(r.Data, &list[i]); err != nil {
			return nil, err
		}
		list[i].Name = r.Name
	}
	return list, nil
}

// ModelBoardRows returns the rows of a model on the default board of every
// benchmark; conventions names the default of each.
func (db *DB) ModelBoardRows(ctx context.Context, model, benchmark, convention string) ([]results.BoardRow, error) {
	return db.boardRows(ctx, `m.slug = ? AND b.slug = ? AND r.convention = ? AND r.without = ''`, model, benchmark, convention)
}
