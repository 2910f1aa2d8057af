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

// MapError turns errors of the drivers into the sentinels of package results; nil stays nil.
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

// mapped is an error of a driver under a sentinel, said in one line: pgx lists each attempt to connect.
type mapped struct{ is, err error }

func (m mapped) Error() string {
	lines := strings.Split(strings.TrimSpace(m.err.Error()), "\n")
	return m.is.Error() + " (" + strings.TrimSpace(lines[len(lines)-1]) + ")"
}

func (m mapped) Unwrap() []error { return []error{m.is, m.err} }

// sentinelOf is the sentinel for a code of SQLite, a server's SQLSTATE or a lost connection; nil if there is none.
func sentinelOf(err error) error {
	var se sqlite3.Error
	if errors.As(err, &se) {
		switch {
		case se.Code == sqlite3.ErrReadonly, se.Code == sqlite3.ErrCantOpen, se.Code == sqlite3.ErrPerm, se.Code == sqlite3.ErrFull:
			return results.ErrReadOnly
		case se.ExtendedCode == sqlite3.ErrConstraintUnique || se.ExtendedCode == sqlite3.ErrConstraintPrimaryKey:
			return results.ErrConflict
		}
		return nil
	}
	var said interface{ SQLState() string }
	if !errors.As(err, &said) {
		var lost *net.OpError
		if errors.As(err, &lost) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) {
			return results.ErrUnavailable
		}
		return nil
	}
	switch state := said.SQLState(); {
	case state == "23505": // unique_violation
		return results.ErrConflict
	case state == "25006", state == "53100", state == "42501": // read only, disk full, no right
		return results.ErrReadOnly
	case state == "40001", state == "40P01": // serialization_failure, deadlock_detected
		return ErrAgain
	case strings.HasPrefix(state, "08"), strings.HasPrefix(state, "53"), strings.HasPrefix(state, "57P"): // connection, resources, shutdown
		return results.ErrUnavailable
	}
	return nil
}

// rowsMost is the LIMIT of lists that pages sum over.
const rowsMost = 1_000_000

// whole is MapError for a list that is summed over: at its limit a sum would be wrong, so that is an error.
func whole(what string, n int, err error) error {
	if err == nil && n >= rowsMost {
		return fmt.Errorf("%s: more than %d rows, the limit for one request", what, rowsMost-1)
	}
	return MapError(what, err)
}

// wholeOf is ListOf for a list that is summed over, see whole.
func wholeOf[T any](ctx context.Context, db sqlx.QueryerContext, what, q string, args ...any) ([]T, error) {
	list := []T{}
	err := sqlx.SelectContext(ctx, db, &list, q, args...)
	return list, whole(what, len(list), err)
}

// mapErrorNone is the error of something that does not exist.
func mapErrorNone(what string) error { return fmt.Errorf("%s: %w", what, results.ErrNotFound) }
