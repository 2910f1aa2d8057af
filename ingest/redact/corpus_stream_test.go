package redact_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/redact"
)

// slowFS gives its files a few bytes at a time, so that every secret lies across
// the borders of what is read.
type slowFS struct {
	fstest.MapFS
	n int
}

func (s slowFS) Open(name string) (fs.File, error) {
	f, err := s.MapFS.Open(name)
	return slowFile{f, s.n}, err
}

type slowFile struct {
	fs.File
	n int
}

func (f slowFile) Read(b []byte) (int, error) { return f.File.Read(b[:min(len(b), f.n)]) }

// TestStreams holds that a secret is found in a record that is read whole or line by line,
// in pieces of any size.
func TestStreams(t *testing.T) {
	secret := "ghp_" + strings.Repeat("a1B2c3D4e", 4)
	want := "a\nuse [redacted:github-token] now\nb"
	for _, n := range []int{1, 7, 64 << 10} {
		fsys := slowFS{fstest.MapFS{"a.jsonl": {Data: []byte("a\nuse " + secret + " now\nb")}}, n}
		in := &ingest.Input{FS: fsys, Redact: redact.New()}
		if rec, err := in.Record("a.jsonl"); err != nil || string(rec.Data) != want {
			t.Errorf("whole, %d bytes at a time: %q, %v", n, rec.Data, err)
		}
		var kept bytes.Buffer
		lines, err := in.Lines("a.jsonl", &kept)
		for err == nil {
			_, _, err = lines.Next()
		}
		if !errors.Is(err, io.EOF) || kept.String() != want {
			t.Errorf("by lines, %d bytes at a time: %q, %v", n, kept.String(), err)
		}
	}
}
