package sqlstore

import (
	"context"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
)

// StateDays lists the days of a board's states, the newest first.
func (db *DB) StateDays(ctx context.Context, benchmark, convention, without string) ([]string, error) {
	const q = `SELECT s.day
FROM board_states s
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?
  AND s.convention = ?
  AND s.without = ?
ORDER BY s.day DESC
LIMIT 100000`
	days, err := ListOf[string](ctx, db.r, "list days of a board", q, benchmark, convention, without)
	if err == nil && len(days) == 0 && without != "" {
		return db.StateDays(ctx, benchmark, convention, "")
	}
	return days, err
}

// FindBoardState returns the last snapshot of a board on or before a day.
func (db *DB) FindBoardState(ctx context.Context, benchmark, convention, without, day string) (results.BoardState, error) {
	const q = `SELECT s.id, s.day, s.data
FROM board_states s
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?1
  AND s.convention = ?2
  AND s.without IN (?3, '')
  AND s.day <= ?4
  AND (s.without = ?3 OR NOT EXISTS (
    SELECT 1
    FROM board_states x
    WHERE x.benchmark_id = b.id
      AND x.convention = ?2
      AND x.without = ?3))
ORDER BY s.day DESC
LIMIT 1`
	h, err := oneOf[stateHead](ctx, db.r, fmt.Sprintf("find board %s of %s", benchmark, day), q, benchmark, convention, without, day)
	if err != nil {
		return results.BoardState{}, err
	}
	return db.boardState(ctx, h, without)
}

type stateHead struct {
	ID        int64
	Day, Data string
}

// statePlace is a row of a snapshot. The row is nil for a removed run, Data for a withdrawn one, Shown for a hidden one.
type statePlace struct {
	Run       *string
	Name      *string // of the model; nil if there is none any more
	Data      *string
	Shown     *bool
	Withdrawn *string // why
	At        *int64
	boardPlace
}

func (db *DB) boardState(ctx context.Context, h stateHead, without string) (results.BoardState, error) {
	s := results.BoardState{Day: h.Day, Withdrawn: []results.Withdrawal{}}
	if err := fromJSON(h.Data, &s.Board); err != nil {
		return s, err
	}
	s.Without, s.Rows = without, []results.BoardRow{}
	q := `SELECT r.run, r.data, m.name, w.reason AS withdrawn, w.at,
  r.run = '' OR x.id IS NOT NULL AS shown,
  p.rank, p.rank_lo, p.rank_hi, p.p_first, p.tie_class
FROM state_places p
LEFT JOIN state_rows r ON r.id = p.row_id
LEFT JOIN runs x ON x.slug = r.run
LEFT JOIN withdrawn w ON w.slug = r.run
LEFT JOIN models m ON m.slug = ` + db.dialect.Field("NULLIF(r.data, '')", "system", "model") + `
WHERE p.state_id = ?
ORDER BY p.ordinal`
	rows, err := ListOf[statePlace](ctx, db.r, "read state of a board", q, h.ID)
	if err != nil {
		return s, err
	}
	for _, r := range rows {
		switch {
		case r.Withdrawn != nil:
			s.Altered = true
			s.Withdrawn = append(s.Withdrawn, results.Withdrawal{Run: *r.Run, Benchmark: s.Benchmark, Reason: *r.Withdrawn, At: *r.At})
			continue
		case r.Data == nil || *r.Data == "" || r.Shown == nil || !*r.Shown:
			s.Altered = true
			continue
		}
		var row results.BoardRow
		if err := fromJSON(*r.Data, &row); err != nil {
			return s, err
		}
		row.Name = row.System.Model
		if r.Name != nil {
			row.Name = *r.Name
		}
		r.on(&row)
		s.Rows = append(s.Rows, row)
	}
	if s.Altered {
		for i := range s.Rows {
			boardPlace{}.on(&s.Rows[i])
		}
	}
	return s, nil
}
