package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jmoiron/sqlx"
)

// What the packages of the stores share with this one.

// RankUpTo sets how many hits are put in order of relevance at most, and how many
// steps a word may be in that has a say in it.
func (db *DB) RankUpTo(n int) { db.ranked = n }

// NewestKeys reads keys of steps with commas between them, and puts the newest first.
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

// ForgetRun deletes a run of a copy of a database, and that it was there.
func ForgetRun(ctx context.Context, tx *sqlx.Tx, at Parts, by Dialect, slug string) error {
	r, err := findStored(ctx, tx, slug)
	if err != nil {
		return err
	}
	if err := errors.Join(deleteRun(ctx, tx, at, by, r), leaveStates(ctx, tx, slug, false)); err != nil {
		return err
	}
	return exec(ctx, tx, "forget run "+slug, "DELETE FROM changes WHERE run = ?1 OR other = ?1", slug)
}
