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

// connect opens a database file. Columns are mapped to field names in snake case, such as
// duration_ms to DurationMS.
func connect(ctx context.Context, dsn string) (*sqlx.DB, error) {
	return connectBy(ctx, &connector{dsn, &sqlite3.SQLiteDriver{}, nil})
}

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
	pin    *pin // file and content that connections must read; nil for no restriction
}

// pin makes all connections of a pool read the same file and, in a snapshot, the same content.
type pin struct {
	path     string
	file     fs.FileInfo
	snapshot bool

	mu    sync.Mutex
	stamp string // revision of the content, set by the first connection
}

// errMoved means that a connection reads a different file or content than the earlier connections
// of the pool.
var errMoved = errors.New("the database was replaced or written to in the meantime")

type conn struct{ *sqlite3.SQLiteConn }

// CheckNamedValue implements driver.NamedValueChecker.
func (c conn) CheckNamedValue(v *driver.NamedValue) error { return sqlstore.CheckValue(v) }

// withoutHidden creates views that omit hidden runs; it is executed on every reader connection.
// SQLite does not check views when it creates them, so this works with older schemas.
const withoutHidden = `PRAGMA query_only = OFF;
PRAGMA temp_store = MEMORY;
CREATE TEMP VIEW runs AS SELECT * FROM main.runs WHERE hidden = 0;
PRAGMA query_only = ON;`

// connectReader opens reader connections with views that omit hidden runs, so that no query can
// return them.
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

// hold returns an error unless a new connection reads the same file and content as the pool. For a
// snapshot it begins a transaction that stays open.
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
	// SQLite opens the WAL file at the first read, so check the path afterwards.
	if now, err := os.Stat(p.path); err != nil || !os.SameFile(now, p.file) || p.snapshot && p.stamp != stamp {
		return errMoved
	}
	return nil
}

// readStamp returns the revision of the content, which changes with each write; empty in the oldest
// databases.
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
