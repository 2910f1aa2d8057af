package sqlite

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/clawatlas/clawatlas/results"
)

// TestRawReader reads parts of a record of three chunks, in any order.
func TestRawReader(t *testing.T) {
	const rawChunk = 4 << 20 // what is packed together
	db, ctx := open(t), t.Context()
	must(t, db.SaveDataset(ctx, dataset()))
	want := make([]byte, 2*rawChunk+12345)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range want {
		want[i] = byte('a' + rng.IntN(4))
	}
	run := &results.Run{Slug: "big", Benchmark: "bench", ModelName: "Model One", Evidence: results.Recomputed, Digest: "d", System: results.System{Framework: "f"}}
	tx := found(db.BeginRun(ctx, run))(t)
	w, seal, err := tx.OpenRaw(ctx, "big.wav", "audio/wav")
	if err != nil {
		t.Fatal(err)
	}
	found(w.Write(want))(t)
	must(t, errors.Join(w.Close(), seal([32]byte{1}), tx.Finish(ctx, run, nil)))
	raws, err := db.Raws(ctx, 1, 0)
	if err != nil || len(raws) != 1 {
		t.Fatalf("raws %+v, %v", raws, err)
	}
	r := found(db.RawReader(ctx, raws[0].ID))(t)
	for _, at := range []int{0, 2 * rawChunk, rawChunk - 3, len(want) - 5, rawChunk, 7} {
		found(r.Seek(int64(at), io.SeekStart))(t)
		n := min(10, len(want)-at)
		got := make([]byte, n)
		if _, err := io.ReadFull(r, got); err != nil || !bytes.Equal(got, want[at:at+n]) {
			t.Errorf("%d bytes at %d are %q, %v", n, at, got, err)
		}
	}
	if n, err := r.Seek(0, io.SeekEnd); n != int64(len(want)) || err != nil {
		t.Errorf("the end is at %d, %v", n, err)
	}
	if _, err := r.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("read at the end: %v", err)
	}
	if _, err := r.Seek(-1, io.SeekStart); err == nil {
		t.Error("a seek before the beginning is no error")
	}
	found(r.Seek(0, io.SeekStart))(t)
	if err := iotest.TestReader(r, want); err != nil {
		t.Error(err)
	}
}
