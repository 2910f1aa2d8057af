package sqlite

import (
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// blobRows keeps bodies in the file, a piece a row.
type blobRows struct{ db sqlx.ExtContext }

// blobTable is where the pieces of a kind are: the table, and the columns that
// name the body and the piece.
func blobTable(kind blob.Kind) (table, of, n string) {
	if kind == blob.Raw {
		return "raw_chunks", "raw_id", "seq"
	}
	return "trace_frames", "trial_id", "frame"
}

// Put implements bodies.
func (b blobRows) Put(ctx context.Context, pieces []blob.Piece) error {
	for _, kind := range []blob.Kind{blob.Trace, blob.Raw} {
		table, of, n := blobTable(kind)
		rows := sqlstore.NewBatch(b.db, table, of+", "+n+", size, data", sqlstore.BlobsAtOnce)
		rows.OnConflict("(" + of + ", " + n + ") DO UPDATE SET size = excluded.size, data = excluded.data")
		for _, p := range pieces {
			if p.Kind != kind {
				continue
			}
			if err := rows.Add(ctx, p.Of, p.N, p.Size, p.Data); err != nil {
				return err
			}
		}
		if err := rows.Flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Read implements Blobs.
func (b blobRows) Read(ctx context.Context, key blob.Key, from, size int) ([]byte, error) {
	table, of, n := blobTable(key.Kind)
	var p blob.Piece
	q := "SELECT size, data\nFROM " + table + "\nWHERE " + of + " = ?\n  AND " + n + " = ?"
	if err := sqlx.GetContext(ctx, b.db, &p, q, key.Of, key.N); err != nil {
		return nil, sqlstore.MapError("read "+string(key.Kind), err)
	}
	return p.Cut(from, size)
}

// Delete implements Blobs.
func (b blobRows) Delete(ctx context.Context, kind blob.Kind, of []int64) error {
	table, column, _ := blobTable(kind)
	_, err := b.db.ExecContext(ctx, "DELETE FROM "+table+"\nWHERE "+column+" IN (SELECT value FROM json_each(?))", sqlstore.IDList(of))
	return sqlstore.MapError("delete "+string(kind), err)
}

// Taken implements Blobs.
func (b blobRows) Taken(ctx context.Context, kind blob.Kind, of []int64) (int64, error) {
	table, column, _ := blobTable(kind)
	var n int64
	q := "SELECT COALESCE(sum(length(data)), 0)\nFROM " + table + "\nWHERE " + column + " IN (SELECT value FROM json_each(?))"
	err := sqlx.GetContext(ctx, b.db, &n, q, sqlstore.IDList(of))
	return n, sqlstore.MapError("measure "+string(kind), err)
}

// Each implements Blobs.
func (b blobRows) Each(ctx context.Context, kind blob.Kind, of []int64, each func(blob.Piece) error) error {
	table, column, n := blobTable(kind)
	q := "SELECT " + column + " AS of, " + n + " AS n, size, data\nFROM " + table + "\nWHERE " + column + " IN (SELECT value FROM json_each(?))\nORDER BY " + column + ", " + n
	rows, err := b.db.QueryxContext(ctx, q, sqlstore.IDList(of))
	if err != nil {
		return sqlstore.MapError("read "+string(kind), err)
	}
	defer rows.Close()
	for rows.Next() {
		p := blob.Piece{Key: blob.Key{Kind: kind}}
		if err := rows.Scan(&p.Of, &p.N, &p.Size, &p.Data); err != nil {
			return sqlstore.MapError("read "+string(kind), err)
		}
		if err := each(p); err != nil {
			return err
		}
	}
	return sqlstore.MapError("read "+string(kind), rows.Err())
}
