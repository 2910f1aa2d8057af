package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// idsAtOnce is the maximum number of ids per query, far below SQLite's limit on parameters.
const idsAtOnce = 500

// ManyChecks returns the checks of several trials by trial id.
func (db *DB) ManyChecks(ctx context.Context, trials []int64) (map[int64][]results.Check, error) {
	const q = `SELECT trial_id, check_id AS id, day, weight, red_line, passed, detail
FROM trial_checks
WHERE trial_id IN (?) /*! AND run_id IN (?) */
ORDER BY trial_id, ordinal`
	out := make(map[int64][]results.Check, len(trials))
	err := db.inBlocks(ctx, "read checks", q, trials, func(rows *sqlx.Rows) error {
		var row struct {
			Trial int64 `db:"trial_id"`
			results.Check
		}
		if err := rows.StructScan(&row); err != nil {
			return err
		}
		out[row.Trial] = append(out[row.Trial], row.Check)
		return nil
	})
	return out, err
}

// in expands "IN (?)" in a query to a list of keys. A second "(?)", inside /*! */, is expanded to
// the runs to which the keys belong.
func (db *DB) in(query string, keys []int64) (string, []any, error) {
	const list = "run_id IN (?) */"
	lists := []any{keys}
	if at := strings.Index(query, list); at >= 0 && db.dialect.RunColumn {
		runs := make([]int64, len(keys))
		for i, key := range keys {
			runs[i] = key >> KeyBits
		}
		slices.Sort(runs)
		lists = append(lists, slices.Compact(runs))
	} else if at >= 0 {
		query = query[:strings.LastIndex(query[:at], "/*!")] + query[at+len(list):]
	}
	return sqlx.In(query, lists...)
}

// inBlocks runs a query with an IN list (see in) in several blocks of ids and calls scan with the
// rows of each block.
func (db *DB) inBlocks(ctx context.Context, what, query string, ids []int64, scan func(*sqlx.Rows) error) error {
	for len(ids) > 0 {
		n := min(len(ids), idsAtOnce)
		q, args, err := db.in(query, ids[:n])
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if err := db.block(ctx, q, args, scan); err != nil {
			return MapError(what, err)
		}
		ids = ids[n:]
	}
	return nil
}

func (db *DB) block(ctx context.Context, q string, args []any, scan func(*sqlx.Rows) error) error {
	rows, err := db.r.QueryxContext(ctx, q, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
