package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// channel is the notification channel. A trigger on the table meta sends a notification for each
// change.
const channel = "clawatlas"

const (
	// quietMost is the idle time after which the connection is tested; provedIn is the timeout of
	// that test.
	quietMost = 5 * time.Second
	provedIn  = 5 * time.Second
	// listenAgain is the delay before reconnecting.
	listenAgain = time.Second
)

// Follow listens for changes until ctx ends and reconnects if necessary. It calls changed whenever
// the data may have changed. told is true if the next change will be announced, and false for
// replicas and unreachable servers, which announce nothing.
func (db *DB) Follow(ctx context.Context, changed func(told bool)) {
	for ctx.Err() == nil {
		_ = db.listen(ctx, changed) // requests report the server's errors themselves
		changed(false)
		select {
		case <-ctx.Done():
		case <-time.After(listenAgain):
		}
	}
}

// listen listens for changes until the connection ends.
func (db *DB) listen(ctx context.Context, changed func(told bool)) error {
	conn, err := pgx.ConnectConfig(ctx, db.config.Copy())
	if err != nil {
		return err
	}
	defer func() {
		short, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		conn.Close(short)
	}()
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	if err := db.proves(ctx, conn); err != nil {
		return err
	}
	for {
		changed(true)
		if err := hear(ctx, conn); err != nil {
			return err
		}
	}
}

// hear waits for a notification and tests the connection after each idle period.
func hear(ctx context.Context, conn *pgx.Conn) error {
	for {
		quiet, cancel := context.WithTimeout(ctx, quietMost)
		_, err := conn.WaitForNotification(quiet)
		cancel()
		if err == nil || ctx.Err() != nil || conn.IsClosed() || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		short, cancel := context.WithTimeout(ctx, provedIn)
		err = conn.Ping(short)
		cancel()
		if err != nil {
			return err
		}
	}
}

// proves tests whether notifications arrive. They may not if there is a connection pooler, which
// can switch connections between statements.
func (db *DB) proves(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, provedIn)
	defer cancel()
	word := rand.Text()
	if _, err := db.r.ExecContext(ctx, "SELECT pg_notify('"+channel+"', ?)", word); err != nil {
		return fmt.Errorf("send a test notification: %w", err)
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil || n.Payload == word {
			return err
		}
	}
}
