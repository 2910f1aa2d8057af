package sqlstore

import (
	"context"
	"strings"

	"github.com/jmoiron/sqlx"
)

// ListOf returns the rows of a query. If there are none, it returns an empty list, not nil.
func ListOf[T any](ctx context.Context, db sqlx.QueryerContext, what, q string, args ...any) ([]T, error) {
	list := []T{}
	err := sqlx.SelectContext(ctx, db, &list, q, args...)
	return list, MapError(what, err)
}

func mapOf[K comparable, V any](ctx context.Context, db sqlx.QueryerContext, what, q string, args ...any) (map[K]V, error) {
	type row struct {
		Key   K
		Value V
	}
	rows, err := ListOf[row](ctx, db, what, q, args...)
	if err != nil {
		return nil, err
	}
	m := make(map[K]V, len(rows))
	for _, r := range rows {
		m[r.Key] = r.Value
	}
	return m, nil
}

// oneOf returns the single row of a query, or results.ErrNotFound if there is none.
func oneOf[T any](ctx context.Context, db sqlx.QueryerContext, what, q string, args ...any) (v T, err error) {
	err = sqlx.GetContext(ctx, db, &v, q, args...)
	return v, MapError(what, err)
}

// valuesOf returns the decoded values of a query with a single column of JSON.
func valuesOf[T any](ctx context.Context, db sqlx.QueryerContext, what, q string, args ...any) ([]T, error) {
	rows, err := ListOf[string](ctx, db, what, q, args...)
	if err != nil {
		return nil, err
	}
	return each(rows, func(text string) (v T, err error) { return v, fromJSON(text, &v) })
}

func each[R, T any](rows []R, of func(R) (T, error)) ([]T, error) {
	list := make([]T, len(rows))
	for i := range rows {
		var err error
		if list[i], err = of(rows[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

type statement struct {
	query string
	args  []any
}

func exec(ctx context.Context, tx sqlx.ExecerContext, what, q string, args ...any) error {
	_, err := tx.ExecContext(ctx, q, args...)
	return MapError(what, err)
}

func insert(ctx context.Context, tx sqlx.ExecerContext, what, table, columns string, args ...any) error {
	return exec(ctx, tx, what, "INSERT INTO "+table+" ("+columns+") VALUES (?"+strings.Repeat(", ?", len(args)-1)+")", args...)
}

func execAll(ctx context.Context, tx sqlx.ExecerContext, what string, list ...statement) error {
	for _, s := range list {
		if err := exec(ctx, tx, what, s.query, s.args...); err != nil {
			return err
		}
	}
	return nil
}

func insertAll[T any](ctx context.Context, b *Batch, list []T, row func(i int, v *T) ([]any, error)) error {
	for i := range list {
		args, err := row(i, &list[i])
		if err == nil {
			err = b.Add(ctx, args...)
		}
		if err != nil {
			return err
		}
	}
	return b.Flush(ctx)
}
