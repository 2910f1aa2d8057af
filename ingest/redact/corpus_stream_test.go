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

// TestCorpusInStreams holds that no kind is left in a record that is kept, read
// whole or line by line in pieces of any size: the bytes that are kept and what
// is decoded from them.
func TestCorpusInStreams(t *testing.T) {
	if testing.Short() {
		t.Skip("tries every kind in every place once more, in pieces")
	}
	var file bytes.Buffer
	var order []kind
	for _, k := range kinds() {
		for _, p := range places() {
			if skipped(k, p.name) != "" {
				continue
			}
			for i, text := range p.put(k) {
				if (i+len(order))%3 != 0 && p.name != "message in JSON" { // TestCorpus tries all
					continue
				}
				file.WriteString(quoted(map[string]any{"type": "message", "text": text}) + "\n")
				order = append(order, k)
			}
		}
	}
	fsys := slowFS{fstest.MapFS{"a.jsonl": {Data: file.Bytes()}}, 7}
	in := &ingest.Input{FS: fsys, Redact: redact.New()}
	check := func(how string, kept []byte) {
		t.Helper()
		lines := strings.Split(strings.TrimSuffix(string(kept), "\n"), "\n")
		if len(lines) != len(order) {
			t.Fatalf("%s: %d lines, want %d", how, len(lines), len(order))
		}
		for i, line := range lines {
			if s := leaked(order[i], line); s != "" {
				t.Errorf("%s: %s: %.80q left in %.300q", how, order[i].name, s, line)
			}
		}
	}
	rec, err := in.Record("a.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	check("whole", rec.Data)
	for _, n := range []int{1, 7, 64 << 10} {
		var kept bytes.Buffer
		in.FS = slowFS{fsys.MapFS, n}
		lines, err := in.Lines("a.jsonl", &kept)
		if err != nil {
			t.Fatal(err)
		}
		for err == nil {
			_, _, err = lines.Next()
		}
		if !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		check("by lines", kept.Bytes())
	}
}
