package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
)

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
	stored := without
	err := db.r.GetContext(ctx, &data, head, benchmark, convention, stored)
	if errors.Is(err, sql.ErrNoRows) && without != "" {
		stored = "" // where nothing is left out the whole board is the same
		err = db.r.GetContext(ctx, &data, head, benchmark, convention, stored)
	}
	if err != nil {
		return b, MapError(fmt.Sprintf("find board %s %q", benchmark, convention), err)
	}
	if err := fromJSON(data, &b); err != nil {
		return b, err
	}
	b.Without = without
	b.Rows, err = db.boardRows(ctx, `b.slug = ? AND p.convention = ? AND p.without = ?`+rows, benchmark, convention, stored)
	return b, err
}

func (db *DB) boardRows(ctx context.Context, where string, args ...any) ([]results.BoardRow, error) {
	rows := []struct {
		Name string
		Data string
		boardPlace
	}{}
	q := `SELECT m.name, r.data, p.rank, p.rank_lo, p.rank_hi, p.p_first, p.tie_class
FROM board_rows r
JOIN board_places p ON p.benchmark_id = r.benchmark_id
  AND p.convention = r.convention
  AND p.without = r.without
  AND p.key = r.key
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
WHERE ` + where + `
ORDER BY p.benchmark_id, p.convention, p.without, p.ordinal
LIMIT 10000`
	if err := db.r.SelectContext(ctx, &rows, q, args...); err != nil {
		return nil, MapError("read board rows", err)
	}
	list := make([]results.BoardRow, len(rows))
	for i, r := range rows {
		if err := fromJSON(r.Data, &list[i]); err != nil {
			return nil, err
		}
		list[i].Name = r.Name
		r.boardPlace.on(&list[i])
	}
	return list, nil
}

// ModelBoardRows returns the rows of a model on the default board of every
// benchmark; conventions names the default of each.
func (db *DB) ModelBoardRows(ctx context.Context, model, benchmark, convention string) ([]results.BoardRow, error) {
	return db.boardRows(ctx, `m.slug = ? AND b.slug = ? AND r.convention = ? AND r.without = ''`, model, benchmark, convention)
}
