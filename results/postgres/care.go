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

// Name returns the URL of a database without user, password and options. Error messages do not
// contain the URL.
func Name(dsn string) (string, error) {
	config, err := parse(dsn)
	if err != nil {
		return "", err
	}
	host := net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port)))
	if strings.HasPrefix(config.Host, "/") { // Unix socket
		host = ""
	}
	return (&url.URL{Scheme: "postgres", Host: host, Path: "/" + config.Database}).String(), nil
}

// Found returns results.ErrNotFound if the database does not contain the tables of clawatlas.
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

// Verify returns the id and the revision of the database. It uses a separate connection, because
// readers may occupy all others.
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

// Making waits for the lock that protects the filling of a new database, and holds it until done is
// called.
func (db *DB) Making(ctx context.Context) (done func(), err error) {
	_, done, err = db.hold(ctx, "make database", "SELECT true FROM pg_advisory_lock(?)", "SELECT pg_advisory_unlock(?)", makeLock)
	return done, err
}

// hold acquires an advisory lock with the query take on a separate connection. conn is nil if
// another process holds the lock. The lock is released when the connection ends.
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
		_, _ = conn.ExecContext(short, give, lock...) // fails if the connection is broken, in which case the lock is already released
		conn.Close()
	}, nil
}

// analyze updates the planner's statistics of tables that have more than doubled in size.
// Autovacuum would do so only after minutes.
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

// Rebuilding prevents other processes from rebuilding the leaderboards of a benchmark until done is
// called; mine is false if another process holds the lock. If the connection that holds the lock
// breaks, writes to the benchmark fail until done is called.
func (db *DB) Rebuilding(ctx context.Context, benchmark string) (done func(), mine bool, err error) {
	conn, free, err := db.hold(ctx, "rebuild boards",
		"SELECT pg_try_advisory_lock(?, hashtext(?))",
		"SELECT pg_advisory_unlock(?, hashtext(?))",
		rebuildLocks, benchmark)
	if err != nil || conn == nil {
		return nil, false, err
	}
	if err := db.analyze(ctx); err != nil { // the queries that compute and show leaderboards need fresh statistics
		free()
		return nil, false, err
	}
	db.rebuilding.Store(benchmark, conn)
	return func() { db.rebuilding.Delete(benchmark); free() }, true, nil
}

// stillRebuilds returns an error if this process is rebuilding the leaderboards but has lost the
// lock. Another process may then have started a newer rebuild.
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
