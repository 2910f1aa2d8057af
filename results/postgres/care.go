package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// Name is an address without user, password and options. Errors do not contain the address.
func Name(dsn string) (string, error) {
	config, err := parse(dsn)
	if err != nil {
		return "", err
	}
	host := net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port)))
	if strings.HasPrefix(config.Host, "/") { // a socket
		host = ""
	}
	return (&url.URL{Scheme: "postgres", Host: host, Path: "/" + config.Database}).String(), nil
}

// Found returns results.ErrNotFound if the database has no schema of ours.
func Found(ctx context.Context, dsn string) error {
	config, err := parse(dsn)
	if err != nil {
		return err
	}
	r := pool(config, readerPath, true)
	defer r.Close()
	version, err := versionOf(ctx, r)
	if err == nil && version == 0 {
		err = errNothing
	}
	if err != nil {
		return fmt.Errorf("open database %s: %w", config.Database, err)
	}
	return nil
}

// Verify returns id and stamp of the database over its own connection, because readers may use all others.
func (db *DB) Verify(ctx context.Context) (id, stamp string, err error) {
	db.probing.Do(func() {
		db.probe = pool(db.config, readerPath, true)
		db.probe.SetMaxOpenConns(1)
	})
	if err := checkVersion(ctx, db.probe, schemaVersion); err != nil {
		return "", "", err
	}
	const q = `SELECT a.value, b.value
FROM meta a, meta b
WHERE a.key = 'id' AND b.key = 'all'`
	err = db.probe.QueryRowContext(ctx, q).Scan(&id, &stamp)
	return id, stamp, sqlstore.MapError("read revision", err)
}

// Compact vacuums and analyzes all tables.
func (db *DB) Compact(ctx context.Context) error {
	if db.w == nil {
		return fmt.Errorf("compact: %w", results.ErrReadOnly)
	}
	tables, err := sqlstore.ListOf[string](ctx, db.w, "compact", `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename)
FROM pg_tables
WHERE schemaname = 'main'
ORDER BY tablename`)
	if err != nil || len(tables) == 0 {
		return err
	}
	_, err = db.w.ExecContext(ctx, "VACUUM (ANALYZE) "+strings.Join(tables, ", "))
	return sqlstore.MapError("compact", err)
}

// Making waits until no other process fills a new database and locks others out until done is called.
func (db *DB) Making(ctx context.Context) (done func(), err error) {
	_, done, err = db.hold(ctx, "make database", "SELECT true FROM pg_advisory_lock(?)", "SELECT pg_advisory_unlock(?)", makeLock)
	return done, err
}

// hold takes a lock of the connection if the query says that it is free, else conn is nil. A crash ends the lock.
func (db *DB) hold(ctx context.Context, what, take, give string, lock ...any) (conn *sqlx.Conn, free func(), err error) {
	if db.w == nil {
		return nil, nil, fmt.Errorf("%s: %w", what, results.ErrReadOnly)
	}
	if conn, err = db.w.Connx(ctx); err != nil {
		return nil, nil, sqlstore.MapError(what, err)
	}
	mine := false
	if err := conn.GetContext(ctx, &mine, take, lock...); err != nil || !mine {
		return nil, nil, errors.Join(sqlstore.MapError(what, err), conn.Close())
	}
	return conn, func() {
		short, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_, _ = conn.ExecContext(short, give, lock...) // a connection that is cut off has none
		conn.Close()
	}, nil
}

// analyze updates the planner's statistics of tables that more than doubled, minutes before the server would.
func (db *DB) analyze(ctx context.Context) error {
	const grown = `SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname)
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'main'
  AND c.relkind = 'r'
  AND pg_relation_size(c.oid) > GREATEST(65536, 2 * CAST(c.relpages AS bigint) * CAST(current_setting('block_size') AS bigint))
ORDER BY c.relname`
	tables, err := sqlstore.ListOf[string](ctx, db.w, "list tables that have grown", grown)
	if err != nil || len(tables) == 0 {
		return err
	}
	_, err = db.w.ExecContext(ctx, "ANALYZE "+strings.Join(tables, ", "))
	return sqlstore.MapError("list tables that have grown", err)
}

// Rebuilding keeps other processes from rebuilding the boards of a benchmark until done is called. mine is false while
// another one rebuilds. If its connection breaks, writes to the benchmark fail until done.
func (db *DB) Rebuilding(ctx context.Context, benchmark string) (done func(), mine bool, err error) {
	conn, free, err := db.hold(ctx, "rebuild boards",
		"SELECT pg_try_advisory_lock(?, hashtext(?))",
		"SELECT pg_advisory_unlock(?, hashtext(?))",
		rebuildLocks, benchmark)
	if err != nil || conn == nil {
		return nil, false, err
	}
	if err := db.analyze(ctx); err != nil { // boards are made, and then shown, of what has come
		free()
		return nil, false, err
	}
	db.rebuilding.Store(benchmark, conn)
	return func() { db.rebuilding.Delete(benchmark); free() }, true, nil
}

// stillRebuilds fails if this process rebuilds the boards and its lock was lost, because a newer rebuild must win.
func (db *DB) stillRebuilds(ctx context.Context, benchmark string) error {
	held, ok := db.rebuilding.Load(benchmark)
	if !ok {
		return nil
	}
	if err := held.(*sqlx.Conn).PingContext(ctx); err != nil {
		return fmt.Errorf("another program may have begun to rebuild the same boards: %w", errors.Join(results.ErrUnavailable, err))
	}
	return nil
}
