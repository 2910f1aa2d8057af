package sqlite

import (
	"context"
	"database/sql/driver"

	"github.com/jmoiron/sqlx"
	"github.com/mattn/go-sqlite3"
)

// reader opens connections that see no hidden run, whatever they ask: a view of
// the connection's own stands before the table of runs, so that no query can
// forget to leave them out.
type reader struct {
	dsn    string
	driver *sqlite3.SQLiteDriver
}

// withoutHidden is read by every connection of the pool. Nothing is checked when
// a view is made, so that the database may be of an older schema.
const withoutHidden = `PRAGMA query_only = OFF;
PRAGMA temp_store = MEMORY;
CREATE TEMP VIEW runs AS SELECT * FROM main.runs WHERE hidden = 0;
PRAGMA query_only = ON;`

func connectReader(ctx context.Context, dsn string) (*sqlx.DB, error) {
	hook := func(c *sqlite3.SQLiteConn) error {
		_, err := c.Exec(withoutHidden, nil)
		return err
	}
	return connectBy(ctx, &reader{dsn, &sqlite3.SQLiteDriver{ConnectHook: hook}})
}

// Connect implements driver.Connector.
func (r *reader) Connect(context.Context) (driver.Conn, error) { return r.driver.Open(r.dsn) }

// Driver implements driver.Connector.
func (r *reader) Driver() driver.Driver { return r.driver }
