package sqlite

import (
	"bytes"
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/recent"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// Blocks of traces are smaller, because pages read them more often.
const (
	traceBlock = 128 << 10 // size in bytes, before compression
	rawBlock   = 512 << 10
)

// blobRows stores blobs in the database file, one row per piece. The bytes of a run are in blocks,
// which are deleted with it.
type blobRows struct {
	db   sqlx.ExtContext
	last *recent.Cache[[]byte] // cache of decompressed blocks, by their compressed bytes
	old  bool                  // set before schema 39, when long pieces were stored without a block
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
	Size, Start, Whole int // Whole is the decompressed size of the block
	Packed             string
}

// put stores pieces of a run; those below blob.Short are not compressed yet.
func (b blobRows) put(ctx context.Context, run int64, pieces []blob.Piece) error {
	for _, kind := range []blob.Kind{blob.Trace, blob.Raw} {
		table, of, n := blobTable(kind)
		rows := sqlstore.NewBatch(b.db, table, of+", "+n+", size, block, start", sqlstore.BlobsAtOnce)
		var short []blob.Piece
		for _, p := range pieces {
			switch {
			case p.Kind != kind:
			case p.Size < blob.Short:
				short = append(short, p)
			default:
				if err := b.putBlock(ctx, run, p.Size, p.Data, []blob.Piece{p}, rows); err != nil {
					return err
				}
			}
		}
		if err := b.putShort(ctx, run, kind, short, rows); err != nil {
			return err
		}
		if err := rows.Flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

// putShort stores short pieces of one kind in blocks of similar size.
func (b blobRows) putShort(ctx context.Context, run int64, kind blob.Kind, pieces []blob.Piece, rows *sqlstore.Batch) error {
	total, most := 0, traceBlock
	if kind == blob.Raw {
		most = rawBlock
	}
	for _, p := range pieces {
		total += p.Size
	}
	most = total / max(1, (total+most-1)/most)
	for len(pieces) > 0 {
		var whole []byte
		n := 0
		for n == 0 || n < len(pieces) && len(whole) < most {
			whole = append(whole, pieces[n].Data...)
			n++
		}
		packed, err := blob.Pack(whole)
		if err != nil {
			return err
		}
		if err := b.putBlock(ctx, run, len(whole), packed, pieces[:n], rows); err != nil {
			return err
		}
		pieces = pieces[n:]
	}
	return nil
}

// putBlock stores a compressed block, in which the pieces lie one after another.
func (b blobRows) putBlock(ctx context.Context, run int64, size int, packed []byte, pieces []blob.Piece, rows *sqlstore.Batch) error {
	res, err := b.db.ExecContext(ctx, "INSERT INTO body_blocks (run_id, size, data)\nVALUES (?, ?, ?)", run, size, packed)
	if err != nil {
		return sqlstore.MapError("store bodies", err)
	}
	block, err := res.LastInsertId()
	if err != nil {
		return sqlstore.MapError("store bodies", err)
	}
	start := 0
	for _, p := range pieces {
		if err := rows.Add(ctx, p.Of, p.N, p.Size, block, start); err != nil {
			return err
		}
		start += p.Size
	}
	return nil
}

// piece returns the decompressed bytes of a piece, which belong to the cache.
func (b blobRows) piece(ctx context.Context, key blob.Key) ([]byte, error) {
	var r blobRow
	table, of, n := blobTable(key.Kind)
	columns := "p.size, p.start, b.size AS whole, b.data AS packed"
	if b.old {
		columns = "p.size, COALESCE(p.start, 0) AS start, COALESCE(b.size, p.size) AS whole, COALESCE(b.data, p.data) AS packed"
	}
	q := "SELECT " + columns + "\nFROM " + table +
		" p\nLEFT JOIN body_blocks b ON b.id = p.block\nWHERE p." + of + " = ?\n  AND p." + n + " = ?"
	if err := sqlx.GetContext(ctx, b.db, &r, q, key.Of, key.N); err != nil {
		return nil, sqlstore.MapError("read "+string(key.Kind), err)
	}
	whole, ok := b.last.Get(r.Packed)
	if !ok {
		var err error
		if whole, err = blob.Unpack([]byte(r.Packed), r.Whole); err != nil {
			return nil, sqlstore.DamagedPiece(key, err)
		}
		b.last.Put(r.Packed, whole, len(r.Packed)+len(whole))
	}
	return blob.Cut(whole, r.Start, r.Size)
}

// Read implements Blobs.
func (b blobRows) Read(ctx context.Context, key blob.Key, from, size int) ([]byte, error) {
	data, err := b.piece(ctx, key)
	if err != nil {
		return nil, err
	}
	data, err = blob.Cut(data, from, size)
	return bytes.Clone(data), err
}

// Delete implements Blobs. All rows of blobs are deleted with the row of their run.
func (blobRows) Delete(context.Context, int64) error { return nil }

// Taken implements Blobs. The size of a piece is its proportional share of its block.
func (b blobRows) Taken(ctx context.Context, kind blob.Kind, of []int64) (int64, error) {
	table, column, _ := blobTable(kind)
	var n int64
	q := "SELECT CAST(round(COALESCE(sum(1.0 * length(b.data) * p.size / max(1, b.size)), 0)) AS INTEGER)\nFROM " +
		table + " p\nJOIN body_blocks b ON b.id = p.block\nWHERE p." + column + " IN (SELECT value FROM json_each(?))"
	err := sqlx.GetContext(ctx, b.db, &n, q, sqlstore.IDList(of))
	return n, sqlstore.MapError("measure "+string(kind), err)
}

// Each implements Blobs.
func (b blobRows) Each(ctx context.Context, kind blob.Kind, of []int64, each func(blob.Key, []byte) error) error {
	table, column, n := blobTable(kind)
	q := "SELECT " + column + " AS of, " + n + " AS n\nFROM " + table + "\nWHERE " + column +
		" IN (SELECT value FROM json_each(?))\nORDER BY 1, 2"
	keys, err := sqlstore.ListOf[blob.Key](ctx, b.db, "list "+string(kind), q, sqlstore.IDList(of))
	if err != nil {
		return err
	}
	for _, key := range keys {
		key.Kind = kind
		data, err := b.piece(ctx, key)
		if err != nil {
			return err
		}
		if err := each(key, data); err != nil {
			return err
		}
	}
	return nil
}
