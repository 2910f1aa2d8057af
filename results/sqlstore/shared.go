package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/search"
)

// The following functions are used by the packages that implement stores.

// Narrowed returns a condition for the run and trial filters of a search. key is the name of the
// column with step keys.
func Narrowed(by Dialect, a *search.Ask, key string) (where string, args []any) {
	if a.Runs != nil {
		where = "\n  AND " + key + " >> 32 IN (SELECT value FROM " + by.Numbers("?") + " r)"
		args = append(args, IDList(a.Runs))
	}
	if len(a.Statuses)+len(a.Attempts) == 0 {
		return where, args
	}
	where += "\n  AND EXISTS (SELECT 1 FROM steps s CROSS JOIN trials t ON t.id = s.trial_id /*! AND t.run_id = s.run_id */ WHERE s.id = " +
		key + " /*! AND s.run_id = " + key + " >> 32 */"
	for _, status := range a.Statuses {
		where += " AND t.status = ?"
		args = append(args, status)
	}
	for _, attempt := range a.Attempts {
		where += " AND t.attempt = CAST(? AS bigint)"
		args = append(args, attempt)
	}
	return where + ")", args
}

// NewestKeys parses comma-separated step keys and returns them in descending order, which is newest
// first.
func NewestKeys(text string) ([]int64, error) {
	list := make([]int64, 0, strings.Count(text, ",")+1)
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		id, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("search: read key of a hit: %w", err)
		}
		list = append(list, id)
	}
	slices.SortFunc(list, func(a, b int64) int { return cmp.Compare(b, a) })
	return list, nil
}

// ForgetRun deletes a run, including its entries in the change log, from a copy of a database.
func ForgetRun(ctx context.Context, tx *sqlx.Tx, at Parts, slug string) error {
	r, err := findStored(ctx, tx, slug)
	if err != nil {
		return err
	}
	if err := cmp.Or(deleteRun(ctx, tx, at, r), leaveStates(ctx, tx, slug, false)); err != nil {
		return err
	}
	return exec(ctx, tx, "forget run "+slug, "DELETE FROM changes WHERE run = ?1 OR other = ?1", slug)
}
