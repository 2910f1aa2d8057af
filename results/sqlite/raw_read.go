package sqlite

import (
	"context"
	"errors"
	"io"
	"sort"
)

// RawReader reads a raw record. A seek costs nothing; a read unpacks the chunk
// that it falls into, so a part of a large record costs no more than its own.
func (db *DB) RawReader(ctx context.Context, id int64) (io.ReadSeeker, error) {
	var sizes []int64
	const q = `SELECT size
FROM raw_chunks
WHERE raw_id = ?
ORDER BY seq
LIMIT 1000000`
	if err := db.r.SelectContext(ctx, &sizes, q, id); err != nil {
		return nil, mapError("list chunks of raw record", err)
	}
	r := &rawReader{ctx: ctx, db: db, id: id, ends: make([]int64, len(sizes)), seq: -1}
	for i, n := range sizes {
		r.size += n
		r.ends[i] = r.size
	}
	return r, nil
}

type rawReader struct {
	ctx  context.Context //nolint:containedctx // lives as long as one request
	db   *DB
	id   int64
	ends []int64 // where each chunk ends
	size int64
	at   int64
	seq  int // of the chunk in data; -1: none
	data []byte
}

// Seek implements io.Seeker.
func (r *rawReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, errors.New("seek raw record: before its beginning")
	}
	r.at = offset
	return offset, nil
}

// Read implements io.Reader.
func (r *rawReader) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	seq := sort.Search(len(r.ends), func(i int) bool { return r.ends[i] > r.at })
	if seq != r.seq {
		data, err := r.chunk(seq)
		if err != nil {
			return 0, err
		}
		r.seq, r.data = seq, data
	}
	begin := r.ends[seq] - int64(len(r.data))
	n := copy(p, r.data[r.at-begin:])
	r.at += int64(n)
	return n, nil
}

func (r *rawReader) chunk(seq int) ([]byte, error) {
	var chunk struct {
		Size int
		Data []byte
	}
	const q = `SELECT size, data
FROM raw_chunks
WHERE raw_id = ?
ORDER BY seq
LIMIT 1
OFFSET ?`
	if err := r.db.r.GetContext(r.ctx, &chunk, q, r.id, seq); err != nil {
		return nil, mapError("read raw record", err)
	}
	data, err := blobs.unpack(chunk.Data, chunk.Size)
	if err == nil && len(data) != chunk.Size {
		err = errors.New("read raw record: a chunk is damaged")
	}
	return data, err
}
