package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/objects"
)

// recorder keeps what stores have asked, each query once, by the schemas that were
// looked in.
type recorder struct {
	mu    sync.Mutex
	asked map[string]map[string]bool
}

func (r *recorder) add(path, q string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.asked == nil {
		r.asked = map[string]map[string]bool{}
	}
	if r.asked[path] == nil {
		r.asked[path] = map[string]bool{}
	}
	r.asked[path][q] = true
}

// recordingConnector opens connections that tell what is asked by them.
type recordingConnector struct {
	connector
	path string
	to   *recorder
}

type recordingConn struct {
	conn
	of recordingConnector
}

func (c recordingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	dc, err := c.connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return recordingConn{dc.(conn), c}, nil
}

func (c recordingConn) PrepareContext(ctx context.Context, q string) (driver.Stmt, error) {
	c.of.to.add(c.of.path, q)
	return c.conn.PrepareContext(ctx, q)
}

func (c recordingConn) ExecContext(ctx context.Context, q string, args []driver.NamedValue) (driver.Result, error) {
	c.of.to.add(c.of.path, q)
	return c.conn.ExecContext(ctx, q, args)
}

func (c recordingConn) QueryContext(ctx context.Context, q string, args []driver.NamedValue) (driver.Rows, error) {
	c.of.to.add(c.of.path, q)
	return c.conn.QueryContext(ctx, q, args)
}

// record lets a store tell what it asks.
func (r *recorder) record(t *testing.T, db *DB) *DB {
	t.Helper()
	pool := func(path string, readOnly bool) *sqlx.DB {
		c := db.config.Copy()
		c.RuntimeParams["search_path"] = path
		p := sqlx.NewDb(sql.OpenDB(recordingConnector{connector{Connector: stdlib.GetConnector(*c)}, path, r}), "pgx")
		p.SetMaxOpenConns(writers)
		t.Cleanup(func() { p.Close() })
		return p
	}
	bodies := found(objects.OpenDir(t.TempDir()))(t)
	t.Cleanup(func() { bodies.Close() })
	return newDB(db.config, pool(readerPath, true), pool(writerPath, false), bodies, t.TempDir())
}
