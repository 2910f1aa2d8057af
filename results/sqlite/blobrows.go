package sqlite

import (
	"bytes"
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/recent"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// Short pieces are compressed together in blocks. Blocks of traces are smaller, because pages read
// them more often.
const (
	shortPiece = 64 << 10 // size in bytes, before compression, below which a piece shares a block
	traceBlock = 128 << 10
	rawBlock   = 512 << 10
)

// blobRows stores blobs in the database file, one row per piece.
type blobRows struct {
	db   sqlx.ExtContext
	last *recent.Cache[[]byte] // cache of decompressed blocks, by their compressed bytes
}

// blocksKept is the size of the cache of decompressed blocks, in bytes. The cache helps because
// trials are read in sequence.
const blocksKept = 1 << 20

// blobTable returns the table for a kind of blob and its columns for the blob's id and the piece's
// index.
func blobTable(kind blob.Kind) (table, of, n string) {
	if kind == blob.Raw {
		return "raw_chunks", "raw_id", "seq"
	}
	return "trace_frames", "trial_id", "frame"
}

type blobRow struct {
	Size, Start int
	Data        []byte
	Whole       *int // decompressed size of the block in bytes; nil if the piece is not in a block
	Packed      string
}

// Put stores pieces.
func (b blobRows) Put(ctx context.Context, pieces []blob.Piece) error {
	for _, kind := range []blob.Kind{blob.Trace, blob.Raw} {
		table, of, n := blobTable(kind)
		rows := sqlstore.NewBatch(b.db, table, of+", "+n+", size, data, block, start", sqlstore.BlobsAtOnce)
		rows.OnConflict("(" + of + ", " + n + ") DO UPDATE SET size = excluded.size, data = excluded.data, block = excluded.block, " +
			"start = excluded.start")
		var short []blob.Piece
		for _, p := range pieces {
			switch {
			case p.Kind != kind:
			case p.Size < shortPiece:
				short = append(short, p)
			default:
				if err := rows.Add(ctx, p.Of, p.N, p.Size, p.Data, nil, 0); err != nil {
					return err
				}
			}
		}
		if err := b.putShort(ctx, kind, short, rows); err != nil {
			return err
		}
		if err := rows.Flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

// putShort stores short pieces of one kind in blocks of similar size.
func (b blobRows) putShort(ctx context.Context, kind blob.Kind, pieces []blob.Piece, rows *sqlstore.Batch) error {
	total, most := 0, traceBlock
	if kind == blob.Raw {
		most = rawBlock
	}
	for _, p := range pieces {
		total += p.Size
	}
	most = total / max(1, (total+most-1)/most)
	for len(pieces) > 0 {
		n, size := 1, pieces[0].Size
		for n < len(pieces) && size < most {
			size += pieces[n].Size
			n++
		}
		if err := b.putBlock(ctx, pieces[:n], rows); err != nil {
			return err
		}
		pieces = pieces[n:]
	}
	return nil
}

// putBlock stores pieces in one block. It stores a single piece without a block.
func (b blobRows) putBlock(ctx context.Context, pieces []blob.Piece, rows *sqlstore.Batch) error {
	if len(pieces) == 1 {
		p := &pieces[0]
		return rows.Add(ctx, p.Of, p.N, p.Size, p.Data, nil, 0)
	}
	var whole []byte
	starts := make([]int, len(pieces))
	for i := range pieces {
		data, err := pieces[i].Cut(0, -1)
		if err != nil {
			return err
		}
		starts[i] = len(whole)
		whole = append(whole, data...)
	}
	packed, err := blob.Pack(whole)
	if err != nil {
		return err
	}
	res, err := b.db.ExecContext(ctx, "INSERT INTO body_blocks (size, data)\nVALUES (?, ?)", len(whole), packed)
	if err != nil {
		return sqlstore.MapError("store bodies", err)
	}
	block, err := res.LastInsertId()
	if err != nil {
		return sqlstore.MapError("store bodies", err)
	}
	for i, p := range pieces {
		if err := rows.Add(ctx, p.Of, p.N, p.Size, []byte{}, block, starts[i]); err != nil {
			return err
		}
	}
	return nil
}

func (b blobRows) row(ctx context.Context, key blob.Key) (r blobRow, err error) {
	table, of, n := blobTable(key.Kind)
	q := "SELECT p.size, p.start, p.data, b.size AS whole, COALESCE(b.data, '') AS packed\nFROM " + table +
		" p\nLEFT JOIN body_blocks b ON b.id = p.block\nWHERE p." + of + " = ?\n  AND p." + n + " = ?"
	err = sqlx.GetContext(ctx, b.db, &r, q, key.Of, key.N)
	return r, sqlstore.MapError("read "+string(key.Kind), err)
}

func (b blobRows) inBlock(r *blobRow) ([]byte, error) {
	whole, ok := b.last.Get(r.Packed)
	if !ok {
		var err error
		if whole, err = blob.Unpack([]byte(r.Packed), *r.Whole); err != nil {
			return nil, err
		}
		b.last.Put(r.Packed, whole, len(r.Packed)+len(whole))
	}
	return blob.Cut(whole, r.Start, r.Size)
}

// Read implements Blobs.
func (b blobRows) Read(ctx context.Context, key blob.Key, from, size int) ([]byte, error) {
	r, err := b.row(ctx, key)
	if err != nil {
		return nil, err
	}
	if r.Whole == nil {
		p := blob.Piece{Size: r.Size, Data: r.Data}
		return p.Cut(from, size)
	}
	data, err := b.inBlock(&r)
	if err != nil {
		return nil, err
	}
	data, err = blob.Cut(data, from, size)
	return bytes.Clone(data), err // copy, because the cache holds the block
}

// Delete implements Blobs. It recompresses the remaining pieces of shared blocks, so that no
// deleted bytes remain in the file.
func (b blobRows) Delete(ctx context.Context, kind blob.Kind, of []int64) error {
	table, column, _ := blobTable(kind)
	list := sqlstore.IDList(of)
	gone := column + " IN (SELECT value FROM json_each(?))"
	shared := "block IN (SELECT block FROM " + table + " WHERE " + gone + ") AND NOT " + gone
	var kept []blob.Piece
	err := b.each(ctx, kind, "WHERE "+shared, []any{list, list}, func(p blob.Piece) error {
		kept = append(kept, p)
		return nil
	})
	if err != nil {
		return err
	}
	if len(kept) > 0 {
		if _, err := b.db.ExecContext(ctx, "DELETE FROM "+table+"\nWHERE "+shared, list, list); err != nil {
			return sqlstore.MapError("delete "+string(kind), err)
		}
	}
	if _, err := b.db.ExecContext(ctx, "DELETE FROM "+table+"\nWHERE "+gone, list); err != nil {
		return sqlstore.MapError("delete "+string(kind), err)
	}
	return b.Put(ctx, kept)
}

// Taken implements Blobs. The size of a piece in a block is its proportional share of the block.
func (b blobRows) Taken(ctx context.Context, kind blob.Kind, of []int64) (int64, error) {
	table, column, _ := blobTable(kind)
	var n int64
	q := "SELECT CAST(round(COALESCE(sum(CASE WHEN p.block IS NULL THEN length(p.data) ELSE 1.0 * length(b.data) * p.size / max(1, " +
		"b.size) END), 0)) AS INTEGER)\nFROM " +
		table + " p\nLEFT JOIN body_blocks b ON b.id = p.block\nWHERE p." + column + " IN (SELECT value FROM json_each(?))"
	err := sqlx.GetContext(ctx, b.db, &n, q, sqlstore.IDList(of))
	return n, sqlstore.MapError("measure "+string(kind), err)
}

// Each implements Blobs.
func (b blobRows) Each(ctx context.Context, kind blob.Kind, of []int64, each func(blob.Piece) error) error {
	_, column, _ := blobTable(kind)
	return b.each(ctx, kind, "WHERE "+column+" IN (SELECT value FROM json_each(?))", []any{sqlstore.IDList(of)}, each)
}

// each passes the pieces selected by a query to the function one at a time. It compresses pieces
// from blocks individually.
func (b blobRows) each(ctx context.Context, kind blob.Kind, where string, args []any, each func(blob.Piece) error) error {
	table, of, n := blobTable(kind)
	q := "SELECT " + of + " AS of, " + n + " AS n\nFROM " + table + "\n" + where + "\nORDER BY 1, 2"
	keys, err := sqlstore.ListOf[blob.Key](ctx, b.db, "list "+string(kind), q, args...)
	if err != nil {
		return err
	}
	for _, key := range keys {
		key.Kind = kind
		r, err := b.row(ctx, key)
		if err != nil {
			return err
		}
		if r.Whole != nil {
			data, err := b.inBlock(&r)
			if err != nil {
				return fmt.Errorf("piece %d of %s %d: %s: %w", key.N, kind, key.Of, err, results.ErrDamaged)
			}
			if r.Data, err = blob.Pack(data); err != nil {
				return err
			}
		}
		if err := each(blob.Piece{Key: key, Size: r.Size, Data: r.Data}); err != nil {
			return err
		}
	}
	return nil
}
