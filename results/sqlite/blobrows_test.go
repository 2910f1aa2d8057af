package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/recent"
)

// TestBlocks holds that short pieces lie together, that what is deleted is in no block any
// more, and that no block stays which nobody needs.
func TestBlocks(t *testing.T) {
	db := open(t)
	tx := must.Get(db.w.BeginTxx(t.Context(), nil))(t)
	defer tx.Rollback()
	must.Get(tx.Exec("PRAGMA defer_foreign_keys = ON"))(t) // the bodies are nobody's
	bodies := blobRows{tx, recent.New[[]byte](blocksKept)}
	var list []blob.Piece
	want := map[int64][]byte{}
	for of := range int64(100) {
		data := bytes.Repeat(fmt.Appendf(nil, "of body %03d. ", of), 700)
		if of == 50 {
			data = bytes.Repeat(data, 10) // too long for a block
		}
		want[of] = data
		list = append(list, blob.Piece{Key: blob.Key{Kind: blob.Raw, Of: of}, Size: len(data), Data: must.Get(blob.Pack(data))(t)})
	}
	must.Do(t, bodies.Put(t.Context(), list))
	blocks := func() (n int, all []byte) {
		rows := must.Get(tx.Queryx("SELECT size, data FROM body_blocks"))(t)
		defer rows.Close()
		for rows.Next() {
			var size int
			var data []byte
			must.Do(t, rows.Scan(&size, &data))
			n, all = n+1, append(all, must.Get(blob.Unpack(data, size))(t)...)
		}
		return n, all
	}
	if n, _ := blocks(); n != 2 {
		t.Errorf("%d blocks of 99 short pieces, want 2", n)
	}
	must.Do(t, bodies.Delete(t.Context(), blob.Raw, []int64{7, 50, 93}))
	n, all := blocks()
	if n == 0 || bytes.Contains(all, []byte("of body 007")) || bytes.Contains(all, []byte("of body 093")) || !bytes.Contains(all, []byte("of body 008")) {
		t.Errorf("%d blocks with what was deleted, or without what was not", n)
	}
	for of, data := range want {
		got, err := bodies.Read(t.Context(), blob.Key{Kind: blob.Raw, Of: of}, 0, -1)
		switch of {
		case 7, 50, 93:
			if !errors.Is(err, results.ErrNotFound) {
				t.Errorf("body %d is there: %v", of, err)
			}
		default:
			if err != nil || !bytes.Equal(got, data) {
				t.Errorf("body %d: %d bytes, %v", of, len(got), err)
			}
		}
	}
	must.Get(tx.Exec("UPDATE body_blocks SET data = CAST(x'00' || substr(data, 2) AS BLOB)"))(t)
	err := blobRows{tx, recent.New[[]byte](blocksKept)}.Each(t.Context(), blob.Raw, []int64{8}, func(blob.Piece) error { return nil })
	if !errors.Is(err, results.ErrDamaged) {
		t.Errorf("a damaged block: %v", err)
	}
	must.Get(tx.Exec("DELETE FROM raw_chunks"))(t)
	if n, _ := blocks(); n != 0 {
		t.Errorf("%d blocks of nobody", n)
	}
}
