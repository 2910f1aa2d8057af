package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// OpenMoment opens a database for reading in one snapshot. It also accepts databases of schema
// version carriedVersion. Blobs that are deleted after the snapshot cannot be read.
func OpenMoment(ctx context.Context, dsn string, bodies objects.Store) (*DB, error) {
	db, err := openReader(ctx, dsn, bodies, carriedVersion)
	if err != nil {
		return nil, err
	}
	db.keeper, err = db.r.Connx(ctx)
	if err == nil {
		_, err = db.keeper.ExecContext(ctx, beginMoment)
	}
	var id string
	if err == nil {
		err = db.keeper.GetContext(ctx, &id, "SELECT pg_export_snapshot()")
	}
	if err != nil {
		return nil, errors.Join(sqlstore.MapError(fmt.Sprintf("open database %s", db.config.Database), err), db.Close())
	}
	at := newDB(db.config, readers(db.config, id), nil, bodies, "")
	at.keeper, at.keepers = db.keeper, db.r
	return at, nil
}

const beginMoment = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

// momentConn is a connection that stays in a single transaction.
type momentConn struct{ conn }

// at begins a transaction that reads a snapshot exported by another connection.
func (c conn) at(ctx context.Context, snapshot string) (driver.Conn, error) {
	for _, q := range []string{beginMoment, "SET TRANSACTION SNAPSHOT '" + snapshot + "'"} {
		if _, err := c.ExecContext(ctx, q, nil); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return momentConn{c}, nil
}

// ResetSession implements driver.SessionResetter. It returns driver.ErrBadConn if a cancelled query
// has aborted the transaction.
func (c momentConn) ResetSession(context.Context) error {
	if pg := c.Conn.Conn().PgConn(); pg.IsClosed() || pg.TxStatus() != 'T' {
		return driver.ErrBadConn
	}
	return nil
}

func (db *DB) endMoment() error {
	if db.keeper == nil {
		return nil
	}
	_, err := db.keeper.ExecContext(context.Background(), "ROLLBACK")
	err = errors.Join(err, db.keeper.Close())
	if db.keepers != nil {
		err = errors.Join(err, db.keepers.Close())
	}
	return err
}
