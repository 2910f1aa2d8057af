package sqlstore

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
)

// rawChunk is the number of bytes of a raw record that are compressed as one piece. Only the last
// piece may be shorter.
const rawChunk = 4 << 20

type rawWriter struct {
	run   *RunTx
	n     int64 // index of the record within the run
	trial int64 // index of the trial; -1 for a record of the run
	name  string
	media string
	buf   bytes.Buffer
	seq   int
	size  int64
}

// Write implements io.Writer.
func (w *rawWriter) Write(p []byte) (int, error) {
	n := len(p)
	w.size += int64(n)
	for len(p) > 0 {
		room := min(rawChunk-w.buf.Len(), len(p))
		w.buf.Write(p[:room])
		p = p[room:]
		if w.buf.Len() == rawChunk {
			if err := w.cut(); err != nil {
				return 0, err
			}
		}
	}
	return n, nil
}

func (w *rawWriter) cut() error {
	err := w.run.addPiece(blob.Key{Kind: blob.Raw, Of: w.n, N: w.seq}, w.buf.Bytes())
	w.seq++
	w.buf.Reset()
	return err
}

// Close writes the last piece.
func (w *rawWriter) Close() error {
	if w.buf.Len() > 0 {
		return w.cut()
	}
	return nil
}

// seal stores the row of the record with its size and the digest of its original bytes.
func (w *rawWriter) seal(sum [32]byte) error {
	var trial any
	if w.trial >= 0 {
		trial = w.trial
	}
	media := w.media
	if media == jsonMedia {
		media = ""
	}
	return w.run.add(rawRows, w.n, nil, trial, w.name, media, w.size, sum[:])
}

// jsonMedia is the media type of most raw records, for which the column is empty.
const jsonMedia = "application/json"

const rawColumns = "w.id, w.name, COALESCE(NULLIF(w.media, ''), '" + jsonMedia + "') AS media, w.size"

// Raws returns the raw records of a trial, or those of the run itself if trial is 0.
func (db *DB) Raws(ctx context.Context, run, trial int64) ([]results.Raw, error) {
	const q = `SELECT ` + rawColumns + `
FROM raws w
WHERE w.run_id = ?
  AND w.trial_id IS NOT DISTINCT FROM ?
ORDER BY w.id
LIMIT 10000`
	var t any
	if trial != 0 {
		t = trial
	}
	return ListOf[results.Raw](ctx, db.r, "list raw records", q, run, t)
}

// FindRaw returns the description of a raw record.
func (db *DB) FindRaw(ctx context.Context, id int64) (results.Raw, error) {
	const q = `SELECT ` + rawColumns + `
FROM raws w
WHERE w.id = ?`
	return oneOf[results.Raw](ctx, db.r, "find raw record", q, id)
}

// RawReader returns a reader for a raw record, which decompresses only the piece that it is
// reading.
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
	piece int // index of the piece in data; -1 for none
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
