package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jmoiron/sqlx"
	"github.com/mattn/go-sqlite3"

	"github.com/clawatlas/clawatlas/results"
)

// MapError wraps a driver error in the corresponding sentinel error of package results. It returns
// nil for nil.
func MapError(what string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%s: %w", what, results.ErrNotFound)
	}
	var se sqlite3.Error
	if errors.As(err, &se) && se.Code == sqlite3.ErrNotADB {
		return fmt.Errorf("%s: the file is not a database: %w", what, err)
	}
	if is := sentinelOf(err); is != nil && !errors.Is(err, is) {
		err = mapped{is, err}
	}
	return fmt.Errorf("%s: %w", what, err)
}

// mapped is a driver error with its sentinel error and a message of one line, because pgx describes
// every connection attempt.
type mapped struct{ is, err error }

func (m mapped) Error() string {
	var lost *net.OpError
	if errors.As(m.err, &lost) {
		return m.is.Error() + " (" + lost.Error() + ")"
	}
	lines := strings.Split(strings.TrimSpace(m.err.Error()), "\n")
	return m.is.Error() + " (" + strings.TrimSpace(lines[len(lines)-1]) + ")"
}

func (m mapped) Unwrap() []error { return []error{m.is, m.err} }

// sentinelOf returns the sentinel error for an SQLite code, an SQLSTATE or a lost connection; nil
// if there is none.
func sentinelOf(err error) error {
	var se sqlite3.Error
	if errors.As(err, &se) {
		switch {
		case se.Code == sqlite3.ErrReadonly, se.Code == sqlite3.ErrCantOpen, se.Code == sqlite3.ErrPerm, se.Code == sqlite3.ErrFull:
			return results.ErrReadOnly
		case se.ExtendedCode == sqlite3.ErrConstraintUnique || se.ExtendedCode == sqlite3.ErrConstraintPrimaryKey:
			return results.ErrConflict
		case se.Code == sqlite3.ErrCorrupt:
			return results.ErrCorrupt
		}
		return nil
	}
	var said interface{ SQLState() string }
	if !errors.As(err, &said) {
		var lost *net.OpError
		if errors.As(err, &lost) || errors.As(err, new(*net.DNSError)) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) {
			return results.ErrUnavailable
		}
		return nil
	}
	switch state := said.SQLState(); {
	case state == "23505": // unique_violation
		return results.ErrConflict
	case state == "25006", state == "53100", state == "42501": // read only, disk full, insufficient privilege
		return results.ErrReadOnly
	case state == "40001", state == "40P01": // serialization_failure, deadlock_detected
		return ErrAgain
	case strings.HasPrefix(state, "08"), strings.HasPrefix(state, "53"), strings.HasPrefix(state, "57P"): // connection failure, insufficient resources, server shutdown
		return results.ErrUnavailable
	}
	return nil
}

// rowsMost is the LIMIT of queries whose rows pages sum up.
const rowsMost = 1_000_000

// whole is like MapError, for a list whose values are summed up. It also returns an error if the
// list has reached the limit, because the sum would be wrong.
func whole(what string, n int, err error) error {
	if err == nil && n >= rowsMost {
		return fmt.Errorf("%s: more than %d rows, the limit for one request", what, rowsMost-1)
	}
	return MapError(what, err)
}

// wholeOf is like ListOf, for a list whose values are summed up, see whole.
func wholeOf[T any](ctx context.Context, db sqlx.QueryerContext, what, q string, args ...any) ([]T, error) {
	list := []T{}
	err := sqlx.SelectContext(ctx, db, &list, q, args...)
	return list, whole(what, len(list), err)
}

// mapErrorNone returns results.ErrNotFound with a description of what was not found.
func mapErrorNone(what string) error { return fmt.Errorf("%s: %w", what, results.ErrNotFound) }
