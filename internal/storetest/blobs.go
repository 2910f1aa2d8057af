package storetest

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/must"
)

// Blobs keeps bodies in pieces.
type Blobs interface {
	Put(ctx context.Context, pieces []blob.Piece) error
	Read(ctx context.Context, key blob.Key, from, size int) ([]byte, error)
	Delete(ctx context.Context, kind blob.Kind, of []int64) error
	Taken(ctx context.Context, kind blob.Kind, of []int64) (int64, error)
	Each(ctx context.Context, kind blob.Kind, of []int64, each func(blob.Piece) error) error
}

// RunBlobs holds what every place for bodies must keep to. open makes an empty one.
func RunBlobs(t *testing.T, open func(t *testing.T) Blobs) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, Blobs)
	}{
		{"read whole", blobsWhole},
		{"read ranges", blobsRanges},
		{"absent", blobsAbsent},
		{"put again", blobsAgain},
		{"deleted", blobsDeleted},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
}

func piece(t *testing.T, kind blob.Kind, of int64, n int, data []byte) blob.Piece {
	t.Helper()
	return blob.Piece{Key: blob.Key{Kind: kind, Of: of, N: n}, Size: len(data), Data: must.Get(blob.Pack(data))(t)}
}

// blobsWhole puts more pieces than would go together, of bodies whose numbers meet.
func blobsWhole(t *testing.T, db Blobs) {
	const far = int64(7)<<32 | 5 // as the numbers of trials are
	var list []blob.Piece
	want := map[blob.Key][]byte{}
	for _, of := range []int64{1, 2, far} {
		for _, kind := range []blob.Kind{blob.Trace, blob.Raw} {
			for n := range 5 {
				data := bytes.Repeat([]byte{byte(of), byte(n), kind[0]}, n*100_000) // the first is empty
				list = append(list, piece(t, kind, of, n, data))
				want[list[len(list)-1].Key] = data
			}
		}
	}
	must.Do(t, db.Put(t.Context(), list))
	for key, data := range want {
		if got := must.Get(db.Read(t.Context(), key, 0, -1))(t); !bytes.Equal(got, data) {
			t.Errorf("%v: %d bytes of %d, or others", key, len(got), len(data))
		}
	}
	for _, kind := range []blob.Kind{blob.Trace, blob.Raw} {
		var packed int64
		var kept []blob.Piece
		for _, p := range list {
			if p.Kind == kind && p.Of != 2 {
				packed += int64(len(p.Data))
				kept = append(kept, p)
			}
		}
		var each []blob.Piece
		must.Do(t, db.Each(t.Context(), kind, []int64{far, 1}, func(p blob.Piece) error {
			p.Data = bytes.Clone(p.Data)
			each = append(each, p)
			return nil
		}))
		if !reflect.DeepEqual(each, kept) {
			t.Errorf("%d pieces of kind %s, want %d, or others", len(each), kind, len(kept))
		}
		stop := errors.New("stop")
		if err := db.Each(t.Context(), kind, []int64{1}, func(blob.Piece) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("%v, want that of who reads", err)
		}
		if got := must.Get(db.Taken(t.Context(), kind, []int64{1, far}))(t); got != packed {
			t.Errorf("two bodies of kind %s take %d bytes, want %d", kind, got, packed)
		}
	}
}

func blobsRanges(t *testing.T, db Blobs) {
	data := []byte("0123456789")
	must.Do(t, db.Put(t.Context(), []blob.Piece{piece(t, blob.Trace, 1, 0, data)}))
	key := blob.Key{Kind: blob.Trace, Of: 1}
	for _, c := range []struct {
		from, size int
		want       string
	}{{0, 10, "0123456789"}, {0, 1, "0"}, {3, 4, "3456"}, {9, 1, "9"}, {4, -1, "456789"}, {10, -1, ""}, {10, 0, ""}, {0, 0, ""}} {
		if got := must.Get(db.Read(t.Context(), key, c.from, c.size))(t); string(got) != c.want {
			t.Errorf("%d bytes from %d: %q, want %q", c.size, c.from, got, c.want)
		}
	}
	for _, c := range [][2]int{{0, 11}, {9, 2}, {11, 0}, {11, -1}, {-1, 3}} {
		if got, err := db.Read(t.Context(), key, c[0], c[1]); err == nil {
			t.Errorf("%d bytes from %d, which lie outside: %q and no error", c[1], c[0], got)
		}
	}
}

func blobsAbsent(t *testing.T, db Blobs) {
	must.Do(t, db.Put(t.Context(), nil))
	must.Do(t, db.Put(t.Context(), []blob.Piece{piece(t, blob.Raw, 1, 0, []byte("x"))}))
	for _, key := range []blob.Key{{Kind: blob.Raw, Of: 1, N: 1}, {Kind: blob.Raw, Of: 2}, {Kind: blob.Trace, Of: 1}} {
		_, err := db.Read(t.Context(), key, 0, -1)
		notFound(t, "a piece that is not there", err)
	}
	if n := must.Get(db.Taken(t.Context(), blob.Trace, []int64{1}))(t); n != 0 {
		t.Errorf("a body that is not there takes %d bytes", n)
	}
	must.Do(t, db.Delete(t.Context(), blob.Trace, []int64{1}))
	must.Do(t, db.Delete(t.Context(), blob.Raw, nil))
	if got := must.Get(db.Read(t.Context(), blob.Key{Kind: blob.Raw, Of: 1}, 0, -1))(t); string(got) != "x" {
		t.Errorf("%q after others were deleted", got)
	}
}

// blobsAgain puts what a run has left that could not be published.
func blobsAgain(t *testing.T, db Blobs) {
	for _, text := range []string{"before", "after"} {
		must.Do(t, db.Put(t.Context(), []blob.Piece{piece(t, blob.Trace, 1, 0, []byte(text))}))
		if got := must.Get(db.Read(t.Context(), blob.Key{Kind: blob.Trace, Of: 1}, 0, -1))(t); string(got) != text {
			t.Errorf("%q, want %q", got, text)
		}
	}
}

func blobsDeleted(t *testing.T, db Blobs) {
	var list []blob.Piece
	for of := range int64(4) {
		for _, kind := range []blob.Kind{blob.Trace, blob.Raw} {
			list = append(list, piece(t, kind, of, 0, []byte("a")), piece(t, kind, of, 1, []byte("b")))
		}
	}
	must.Do(t, db.Put(t.Context(), list))
	must.Do(t, db.Delete(t.Context(), blob.Trace, []int64{1, 3}))
	for _, p := range list {
		_, err := db.Read(t.Context(), p.Key, 0, -1)
		if p.Kind == blob.Trace && p.Of%2 == 1 {
			notFound(t, "a piece of a deleted body", err)
		} else {
			must.Do(t, err)
		}
	}
}
