package sqlite

import (
	"context"
	"errors"
	"fmt"
)

// Publish writes a compact copy of the database to path, whole or not at all,
// in place of what is there. A server that has the former file open goes on
// reading it until it looks again.
func (db *DB) Publish(ctx context.Context, path string) error {
	sweep(path)
	aside, err := newAside(path)
	if err != nil {
		return fmt.Errorf("publish %s: %w", path, err)
	}
	defer aside.remove()
	if err := db.vacuumInto(ctx, aside.name); err != nil {
		return mapError("publish "+path, err)
	}
	if err := aside.replace(path); err != nil {
		return fmt.Errorf("publish %s: %w", path, err)
	}
	return nil
}

// vacuumInto copies the database. To SQLite that is a write, although it leaves
// the database itself alone, so a reader's connection is let do it.
func (db *DB) vacuumInto(ctx context.Context, path string) error {
	const copyTo = "VACUUM INTO ?"
	if db.w != nil {
		_, err := db.w.ExecContext(ctx, copyTo, path)
		return err
	}
	conn, err := db.r.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "PRAGMA query_only = OFF"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, copyTo, path)
	_, back := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA query_only = ON")
	return errors.Join(err, back)
}
