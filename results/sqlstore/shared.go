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

// BlobsAtOnce is how many pieces one statement inserts.
const BlobsAtOnce = blobsAtOnce

// RankUpTo sets how many hits are put in order of relevance at most, and how many
// steps a word may be in that has a say in it.
func (db *DB) RankUpTo(n int) { db.ranked = n }

// MapError is the one place where errors of drivers become the sentinels of
// package results. It returns nil for nil.
func MapError(what string, err error) error { return mapError(what, err) }

// ListOf reads the rows of a query. A list that has nothing is empty, not nil.
func ListOf[T any](ctx context.Context, db sqlx.QueryerContext, what, q string, args ...any) ([]T, error) {
	return listOf[T](ctx, db, what, q, args...)
}

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

// IDList writes ids as a JSON array, which SQL takes apart again.
func IDList(ids []int64) string { return idList(ids) }

// ColumnName is the column of a field: words in lower case with _ between them.
func ColumnName(field string) string { return columnName(field) }

// IndexRun puts the steps of a run into the text index, or takes them out of it.
func IndexRun(ctx context.Context, tx *sqlx.Tx, at Parts, by Dialect, run int64, in bool) error {
	return indexRun(ctx, tx, at, by, run, in)
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
