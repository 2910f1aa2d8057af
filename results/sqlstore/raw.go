package sqlstore

import (
	"bytes"
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
)

// rawChunk is how many bytes of a raw record are compressed together; only the last piece has fewer.
const rawChunk = 4 << 20

type rawWriter struct {
	run   *RunTx
	n     int64 // from 0, in the run
	trial int64 // -1: the run's own
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
	seq, size := w.seq, w.buf.Len()
	w.seq++
	err := w.run.packer.submit(w.buf.Bytes(), blob.Pack, func(data []byte) error {
		return w.run.addPiece(blob.Piece{Key: blob.Key{Kind: blob.Raw, Of: w.n, N: seq}, Size: size, Data: data})
	})
	w.buf.Reset()
	return err
}

// Close writes what is left.
func (w *rawWriter) Close() error {
	if w.buf.Len() > 0 {
		return w.cut()
	}
	return nil
}

// seal keeps the record with its size and the digest of the original bytes.
func (w *rawWriter) seal(sum [32]byte) error {
	var trial any
	if w.trial >= 0 {
		trial = w.trial
	}
	return w.run.add(rawRows, w.n, nil, trial, w.name, w.media, w.size, sum[:])
}

// Raws lists the raw records of a trial, or of the run itself if trial is 0.
func (db *DB) Raws(ctx context.Context, run, trial int64) ([]results.Raw, error) {
	const q = `SELECT id, name, media, size
FROM raws
WHERE run_id = ?
  AND trial_id IS NOT DISTINCT FROM ?
ORDER BY id
LIMIT 10000`
	var t any
	if trial != 0 {
		t = trial
	}
	return ListOf[results.Raw](ctx, db.r, "list raw records", q, run, t)
}

// FindRaw describes one raw record.
func (db *DB) FindRaw(ctx context.Context, id int64) (results.Raw, error) {
	const q = `SELECT id, name, media, size
FROM raws
WHERE id = ?`
	return oneOf[results.Raw](ctx, db.r, "find raw record", q, id)
}
