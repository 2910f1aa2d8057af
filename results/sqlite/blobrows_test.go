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
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// TestBlocks checks that short pieces are compressed together, and that blocks are deleted with
// their run.
func TestBlocks(t *testing.T) {
	db := open(t)
	fill(t, db, 1)
	tx := must.Get(db.w.BeginTxx(t.Context(), nil))(t)
	defer tx.Rollback()
	must.Get(tx.Exec("PRAGMA defer_foreign_keys = ON"))(t) // the raw records are missing
	must.Get(tx.Exec("DELETE FROM body_blocks"))(t)
	bodies := blobRows{tx, recent.New[[]byte](blocksKept), false}
	var list []blob.Piece
	want := map[int64][]byte{}
	for of := int64(1000); of < 1100; of++ {
		data := bytes.Repeat(fmt.Appendf(nil, "of body %03d. ", of), 700)
		p := blob.Piece{Key: blob.Key{Kind: blob.Raw, Of: of}, Data: data}
		if of == 1050 { // too long to share a block
			data = bytes.Repeat(data, 10)
			p.Data = must.Get(blob.Pack(data))(t)
		}
		want[of], p.Size = data, len(data)
		list = append(list, p)
	}
	run := must.Get(sqlstore.ListOf[int64](t.Context(), tx, "", "SELECT id FROM runs"))(t)[0]
	must.Do(t, bodies.put(t.Context(), run, list))
	blocks := func() (n int) {
		must.Do(t, tx.Get(&n, "SELECT count(*) FROM body_blocks"))
		return n
	}
	if n := blocks(); n != 3 {
		t.Errorf("%d blocks of 99 short pieces and a long one, want 3", n)
	}
	for of, data := range want {
		got, err := bodies.Read(t.Context(), blob.Key{Kind: blob.Raw, Of: of}, 0, -1)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("body %d: %d bytes, %v", of, len(got), err)
		}
	}
	must.Get(tx.Exec("UPDATE body_blocks SET data = CAST(x'00' || substr(data, 2) AS BLOB)"))(t)
	err := blobRows{tx, recent.New[[]byte](blocksKept), false}.Each(t.Context(), blob.Raw, []int64{1008}, func(blob.Key, []byte) error { return nil })
	if !errors.Is(err, results.ErrDamaged) {
		t.Errorf("a damaged block: %v", err)
	}
	must.Get(tx.Exec("DELETE FROM runs"))(t)
	if n := blocks(); n != 0 {
		t.Errorf("%d blocks of a deleted run", n)
	}
}
