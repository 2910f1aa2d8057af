package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// channel is where a trigger of meta notifies of changes.
const channel = "clawatlas"

const (
	// quietMost is how long silence lasts until the connection is tested; provedIn bounds the test.
	quietMost = 5 * time.Second
	provedIn  = 5 * time.Second
	// listenAgain is how long after a connection has ended the next one is opened.
	listenAgain = time.Second
)

// Follow listens for changes until ctx ends, reconnecting as needed. It reports each possible change and whether the next
// will be announced: replicas and lost servers announce none.
func (db *DB) Follow(ctx context.Context, changed func(told bool)) {
	for ctx.Err() == nil {
		_ = db.listen(ctx, changed) // whoever asks the server is told what is wrong with it
		changed(false)
		select {
		case <-ctx.Done():
		case <-time.After(listenAgain):
		}
	}
}

// listen ends with its connection.
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

// hear waits for one notification and tests the connection after long silence.
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

// proves checks that notifications arrive: a pooler may use another connection per statement.
func (db *DB) proves(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, provedIn)
	defer cancel()
	word := rand.Text()
	if _, err := db.r.ExecContext(ctx, "SELECT pg_notify('"+channel+"', ?)", word); err != nil {
		return fmt.Errorf("tell of nothing: %w", err)
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil || n.Payload == word {
			return err
		}
	}
}
