package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/sqlstore"
)

type connector struct {
	driver.Connector
	snapshot string // id of the exported snapshot to read; empty for the current data
}

// conn is a pgx connection that translates all queries to PostgreSQL's syntax.
type conn struct{ *stdlib.Conn }

// surely makes commits durable, because objects are deleted after them. It also sets TCP
// keepalives, so that dead clients are detected within a minute.
const surely = `SELECT set_config('synchronous_commit', 'local', false) FROM pg_settings WHERE name = 'synchronous_commit' AND setting = 'off'
UNION ALL
SELECT set_config(name, value, false) FROM (VALUES ('tcp_keepalives_idle', '30'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3')) v (name, value)`

// pool opens a connection pool whose connections use the given search path.
func pool(config *pgx.ConnConfig, path string, readOnly bool) *sqlx.DB {
	return poolAt(config, path, readOnly, "")
}

// poolAt is like pool, but its connections read the given exported snapshot unless it is empty.
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

// CheckNamedValue implements driver.NamedValueChecker. It accepts pgx's execution modes, which are
// options and not values.
func (c conn) CheckNamedValue(v *driver.NamedValue) error {
	if _, how := v.Value.(pgx.QueryExecMode); how {
		return nil
	}
	return sqlstore.CheckValue(v)
}

// Hints for SQLite's query planner, which are removed for PostgreSQL.
const (
	indexHint = " INDEXED BY "
	orderHint = "CROSS JOIN "
)

// Delimiters of query text that is only for databases with Dialect.RunColumn.
const (
	forOurs    = "/*!"
	forOursEnd = "*/"
)

// translate converts a query to PostgreSQL's syntax: it numbers the parameters, removes hints for
// SQLite's planner, and keeps the text between /*! and */.
func translate(q string) string {
	if !strings.ContainsAny(q, "?") && !strings.Contains(q, indexHint) && !strings.Contains(q, orderHint) && !strings.Contains(q, forOurs) {
		return q
	}
	var b strings.Builder
	b.Grow(len(q) + len(q)/8)
	last := 0
	for i := 0; i < len(q); {
		switch c := q[i]; {
		case c == '\'' || c == '"':
			end := strings.IndexByte(q[i+1:], c)
			if end < 0 {
				end = len(q) - i - 2
			}
			b.WriteString(q[i : i+end+2])
			i += end + 2
		case c == '?':
			i++
			start := i
			for i < len(q) && q[i] >= '0' && q[i] <= '9' {
				i++
			}
			n, err := strconv.Atoi(q[start:i])
			if err != nil { // a plain "?" without a number
				n = last + 1
			}
			last = max(last, n)
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(n))
		case c == ' ' && strings.HasPrefix(q[i:], indexHint):
			i += len(indexHint)
			for i < len(q) && (q[i] == '_' || q[i] >= 'a' && q[i] <= 'z') {
				i++
			}
		case c == 'C' && strings.HasPrefix(q[i:], orderHint):
			i += len("CROSS ")
		case c == '/' && strings.HasPrefix(q[i:], forOurs):
			i += len(forOurs)
		case c == '*' && strings.HasPrefix(q[i:], forOursEnd):
			i += len(forOursEnd)
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}
