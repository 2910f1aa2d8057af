package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// OpenMoment opens a database for reading in one snapshot, also one of an older schema. Bodies deleted meanwhile are gone.
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

// momentConn is a connection in one transaction from its first query on.
type momentConn struct{ conn }

// at lets a connection read at the moment of a snapshot, which another one keeps.
func (c conn) at(ctx context.Context, snapshot string) (driver.Conn, error) {
	for _, q := range []string{beginMoment, "SET TRANSACTION SNAPSHOT '" + snapshot + "'"} {
		if _, err := c.ExecContext(ctx, q, nil); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return momentConn{c}, nil
}

// ResetSession implements driver.SessionResetter. A cancelled query ends the transaction.
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
