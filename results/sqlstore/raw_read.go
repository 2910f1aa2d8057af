package sqlstore

import (
	"context"
	"errors"
	"io"

	"github.com/clawatlas/clawatlas/results/blob"
)

// RawReader reads a raw record; a read unpacks only the piece it needs.
func (db *DB) RawReader(ctx context.Context, id int64) (io.ReadSeeker, error) {
	raw, err := db.FindRaw(ctx, id)
	if err != nil {
		return nil, err
	}
	return &rawReader{ctx: ctx, from: db.blobs(), id: id, size: raw.Size, piece: -1}, nil
}

type rawReader struct {
	ctx   context.Context //nolint:containedctx // lives as long as one request
	from  Blobs
	id    int64
	size  int64
	at    int64
	piece int // in data; -1: none
	data  []byte
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
	if n := int(r.at / rawChunk); n != r.piece {
		data, err := r.from.Read(r.ctx, blob.Key{Kind: blob.Raw, Of: r.id, N: n}, 0, -1)
		if err == nil && int64(len(data)) != min(rawChunk, r.size-int64(n)*rawChunk) {
			err = errors.New("read raw record: a piece is damaged")
		}
		if err != nil {
			return 0, err
		}
		r.piece, r.data = n, data
	}
	n := copy(p, r.data[r.at%rawChunk:])
	r.at += int64(n)
	return n, nil
}
