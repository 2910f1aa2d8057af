package sqlstore

import (
	"context"

	"github.com/jmoiron/sqlx"
)

// notePrefix keeps notes apart from what the database says of itself.
const notePrefix = "note."

// Note returns what is noted under a key, and nothing where nothing is.
func (db *DB) Note(ctx context.Context, key string) (string, error) {
	return oneOf[string](ctx, db.r, "read note "+key, "SELECT COALESCE((SELECT value FROM meta WHERE key = ?), '')", notePrefix+key)
}

// SaveNote stores a value with the database, such as the version of its bundled data.
func (db *DB) SaveNote(ctx context.Context, key, value string) error {
	return db.inTx(ctx, "save note "+key, noBenchmark, func(tx *sqlx.Tx) error {
		return saveNote(ctx, tx, key, value)
	})
}

// saveNote is SaveNote in a transaction; errSame if the value is there already.
func saveNote(ctx context.Context, tx *sqlx.Tx, key, value string) error {
	const q = `INSERT INTO meta (key, value)
VALUES (?, ?)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
WHERE meta.value <> excluded.value`
	return changedBy(tx.ExecContext(ctx, q, notePrefix+key, value))
}
