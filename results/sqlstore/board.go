package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
)

// FindBoard returns a leaderboard; without is empty or results.WithoutDoubtful. Rows carry the model's display name.
func (db *DB) FindBoard(ctx context.Context, benchmark, convention, without string) (results.Board, error) {
	return db.findBoard(ctx, benchmark, convention, without, "")
}

// FindBoardRuns is FindBoard without the rows of systems that have no run.
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
	q := `SELECT m.name, r.data, p.rank, p.rank_lo, p.rank_hi, p.p_first, p.tie_class
FROM board_rows r
JOIN board_places p ON p.benchmark_id = r.benchmark_id
  AND p.convention = r.convention
  AND p.without = r.without
  AND p.key = r.key
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
WHERE b.slug = ?
  AND p.convention = ?
  AND p.without = ?` + rows + `
ORDER BY p.benchmark_id, p.convention, p.without, p.ordinal
LIMIT 10000`
	type row struct {
		Name, Data string
		boardPlace
	}
	list, err := ListOf[row](ctx, db.r, "read board rows", q, benchmark, convention, stored)
	if err != nil {
		return b, err
	}
	b.Rows, err = each(list, func(r row) (of results.BoardRow, err error) {
		err = fromJSON(r.Data, &of)
		of.Name = r.Name
		r.boardPlace.on(&of)
		return of, err
	})
	return b, err
}
