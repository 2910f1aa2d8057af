package sqlite

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// Pack writes a compact copy of the database to w as a zstd frame, from which Create can begin. dir
// is the directory of a temporary file.
func (db *DB) Pack(ctx context.Context, w io.Writer, dir string) error {
	path := filepath.Join(dir, "packed.db")
	if err := db.Backup(ctx, path); err != nil {
		return err
	}
	defer os.Remove(path)
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(8<<20))
	if err != nil {
		return err
	}
	if _, err := io.Copy(z, f); err != nil {
		return err
	}
	return z.Close()
}

// unpack writes the output of Pack to the file, which must not be open in SQLite yet.
func (a *aside) unpack(packed []byte) error {
	if len(packed) == 0 {
		return nil
	}
	z, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer z.Close()
	_, err = io.Copy(a.lock, z)
	return err
}

// renew gives a copy of a database a new id and shifts its times so that the latest is now.
func (db *DB) renew(ctx context.Context, now time.Time) error {
	tx, err := db.w.BeginTxx(ctx, nil)
	if err != nil {
		return sqlstore.MapError("renew", err)
	}
	defer tx.Rollback()
	var last int64
	if err := tx.GetContext(ctx, &last, "SELECT COALESCE(max(at), 0) FROM changes"); err != nil {
		return sqlstore.MapError("renew", err)
	}
	later, day := now.UnixMilli()-last, now.UTC().Format(time.DateOnly)
	const q = `UPDATE meta SET value = lower(hex(randomblob(16))) WHERE key = 'id';
UPDATE benchmarks SET revision = lower(hex(randomblob(8)));
UPDATE runs SET ingested_at = ingested_at + ?;
UPDATE changes SET at = at + ?;
UPDATE board_states SET day = ?;
UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key IN ('all', 'base')`
	if _, err := tx.ExecContext(ctx, q, later, later, day); err != nil {
		return sqlstore.MapError("renew", err)
	}
	return sqlstore.MapError("renew", tx.Commit())
}
