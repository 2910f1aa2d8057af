package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// connector opens connections that take the queries of sqlstore.
type connector struct {
	driver.Connector
	snapshot string // that the connections read; empty: what is there
}

// conn is a connection of pgx. All queries go through it.
type conn struct{ *stdlib.Conn }

// surely makes commits durable, because objects are deleted after them, and detects dead clients in a minute.
const surely = `SELECT set_config('synchronous_commit', 'local', false) FROM pg_settings WHERE name = 'synchronous_commit' AND setting = 'off'
UNION ALL
SELECT set_config(name, value, false) FROM (VALUES ('tcp_keepalives_idle', '30'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3')) v (name, value)`

// pool opens connections that see the schemas of path, the first one first.
func pool(config *pgx.ConnConfig, path string, readOnly bool) *sqlx.DB {
	return poolAt(config, path, readOnly, "")
}

// poolAt is pool for connections that read the snapshot of another one, if it is named.
func poolAt(config *pgx.ConnConfig, path string, readOnly bool, snapshot string) *sqlx.DB {
	c := config.Copy()
	c.RuntimeParams["search_path"] = path
	if readOnly {
		c.RuntimeParams["default_transaction_read_only"] = "on"
	}
	var set []stdlib.OptionOpenDB
	if !readOnly {
		set = append(set, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
			_, err := conn.Exec(ctx, surely)
			return err
		}))
	}
	return sqlx.NewDb(sql.OpenDB(connector{stdlib.GetConnector(*c, set...), snapshot}), "pgx")
}

// Connect implements driver.Connector.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	dc, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if own := (conn{dc.(*stdlib.Conn)}); c.snapshot != "" {
		return own.at(ctx, c.snapshot)
	} else {
		return own, nil
	}
}

// Prepare implements driver.Conn.
func (c conn) Prepare(q string) (driver.Stmt, error) { return c.Conn.Prepare(translate(q)) }

// PrepareContext implements driver.ConnPrepareContext.
func (c conn) PrepareContext(ctx context.Context, q string) (driver.Stmt, error) {
	return c.Conn.PrepareContext(ctx, translate(q))
}

// ExecContext implements driver.ExecerContext.
func (c conn) ExecContext(ctx context.Context, q string, args []driver.NamedValue) (driver.Result, error) {
	return c.Conn.ExecContext(ctx, translate(q), args)
}

// QueryContext implements driver.QueryerContext.
func (c conn) QueryContext(ctx context.Context, q string, args []driver.NamedValue) (driver.Rows, error) {
	return c.Conn.QueryContext(ctx, translate(q), args)
}

// CheckNamedValue implements driver.NamedValueChecker. An execution mode is no value.
func (c conn) CheckNamedValue(v *driver.NamedValue) error {
	if _, how := v.Value.(pgx.QueryExecMode); how {
		return nil
	}
	return sqlstore.CheckValue(v)
}
