package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/jmoiron/sqlx"
	"github.com/mattn/go-sqlite3"

	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// connect opens a database file. DurationMS is column duration_ms.
func connect(ctx context.Context, dsn string) (*sqlx.DB, error) {
	return connectBy(ctx, &connector{dsn, &sqlite3.SQLiteDriver{}, nil})
}

// connectBy is connect for connections that are opened in a way of their own.
func connectBy(ctx context.Context, c driver.Connector) (*sqlx.DB, error) {
	return pinged(ctx, sqlx.NewDb(sql.OpenDB(c), "sqlite3"))
}

func pinged(ctx context.Context, db *sqlx.DB) (*sqlx.DB, error) {
	db.MapperFunc(sqlstore.ColumnName)
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

type connector struct {
	dsn    string
	driver *sqlite3.SQLiteDriver
	pin    *pin // nil: whatever is there
}

// pin is what all connections of a pool read: one file, and one state of it in a snapshot.
type pin struct {
	path     string
	file     fs.FileInfo
	snapshot bool

	mu    sync.Mutex
	stamp string // of the state, from the first connection on
}

// errMoved means that a connection reads another file or state than those before it.
var errMoved = errors.New("the database was replaced or written to in the meantime")

// conn is a connection that takes values as sqlstore does.
type conn struct{ *sqlite3.SQLiteConn }

// CheckNamedValue implements driver.NamedValueChecker.
func (c conn) CheckNamedValue(v *driver.NamedValue) error { return sqlstore.CheckValue(v) }

// withoutHidden runs on every reader connection. Views are not checked when made, so older schemas work.
const withoutHidden = `PRAGMA query_only = OFF;
PRAGMA temp_store = MEMORY;
CREATE TEMP VIEW runs AS SELECT * FROM main.runs WHERE hidden = 0;
PRAGMA query_only = ON;`

// connectReader opens connections with a view of runs that leaves out hidden ones, so that no query can show them.
func connectReader(ctx context.Context, dsn string, to *pin) (*sqlx.DB, error) {
	hook := func(c *sqlite3.SQLiteConn) error {
		_, err := c.Exec(withoutHidden, nil)
		return err
	}
	return connectBy(ctx, &connector{dsn, &sqlite3.SQLiteDriver{ConnectHook: hook}, to})
}

// Connect implements driver.Connector.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	opened, err := c.driver.Open(c.dsn)
	if err != nil {
		return nil, err
	}
	file := opened.(*sqlite3.SQLiteConn)
	if c.pin != nil {
		if err := c.pin.hold(ctx, file); err != nil {
			return nil, errors.Join(err, file.Close())
		}
	}
	return conn{file}, nil
}

// hold fails unless a new connection reads what the pool reads. A snapshot is a transaction that never ends.
func (p *pin) hold(ctx context.Context, c *sqlite3.SQLiteConn) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.snapshot {
		if _, err := c.ExecContext(ctx, "BEGIN", nil); err != nil {
			return err
		}
	}
	stamp, err := readStamp(ctx, c)
	if err != nil {
		return err
	}
	if p.stamp == "" {
		p.stamp = stamp
	}
	// SQLite opens the log beside the file at the first read, so the path is looked at after it.
	if now, err := os.Stat(p.path); err != nil || !os.SameFile(now, p.file) || p.snapshot && p.stamp != stamp {
		return errMoved
	}
	return nil
}

// readStamp reads what changes with each write; empty in the oldest databases.
func readStamp(ctx context.Context, c *sqlite3.SQLiteConn) (string, error) {
	rows, err := c.QueryContext(ctx, "SELECT value FROM meta WHERE key = 'all'", nil)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	row := make([]driver.Value, 1)
	if err := rows.Next(row); err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read stamp of database: %w", err)
	}
	return fmt.Sprint(row[0]), nil
}

// Driver implements driver.Connector.
func (c *connector) Driver() driver.Driver { return c.driver }
