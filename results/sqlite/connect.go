package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"

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
