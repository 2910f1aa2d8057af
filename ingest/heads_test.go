package ingest_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results/must"
)

// greedy is a format that reads all that it can of a file.
type greedy struct {
	read map[string]int // bytes by path
	err  map[string]error
}

func (greedy) Name() string { return "greedy" }

func (g greedy) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	for _, e := range entries {
		if e.Type().IsRegular() {
			name := path.Join(dir, e.Name())
			data, err := fs.ReadFile(fsys, name)
			g.read[name], g.err[name] = len(data), err
		}
	}
	return nil
}

func (greedy) Read(context.Context, *ingest.Input, ingest.Writer) error { return nil }

// streamed is a file system without random access that counts what is read.
type streamed struct {
	fs.FS
	bytes int
}

func (s *streamed) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return f, err
	}
	return streamedFile{f, s}, nil
}

type streamedFile struct {
	fs.File
	in *streamed
}

func (f streamedFile) Read(p []byte) (int, error) {
	n, err := iotest.OneByteReader(f.File).Read(p)
	f.in.bytes += n
	return n, err
}

// TestDetectionHasHeads holds that no format gets more than the head of a file, that it
// is told where that is not the whole, and that the source is asked once for it.
func TestDetectionHasHeads(t *testing.T) {
	data := func(n int) *fstest.MapFile { return &fstest.MapFile{Data: bytes.Repeat([]byte("x"), n)} }
	fsys := &streamed{FS: fstest.MapFS{
		"a/empty": data(0), "a/short": data(1000), "a/exact": data(head.Max), "a/long": data(3 * head.Max),
		"a/b/c/long": data(head.Max + 1),
	}}
	one, two := greedy{map[string]int{}, map[string]error{}}, greedy{map[string]int{}, map[string]error{}}
	must.Get((&ingest.Loader{Formats: []ingest.Format{one, two}}).Find(ingest.Source{FS: fsys, Name: "s"}))(t)
	for _, g := range []greedy{one, two} {
		for name, want := range map[string]int{"a/empty": 0, "a/short": 1000, "a/exact": head.Max, "a/long": head.Max,
			"a/b/c/long": head.Max} {
			got, read := g.read[name]
			cut := path.Base(name) == "long"
			if err := g.err[name]; !read || got != want || (err != nil) != cut || errors.Is(err, io.EOF) {
				t.Errorf("%s: %d bytes and error %v, want %d, cut %v", name, got, err, want, cut)
			}
		}
	}
	if want := 1000 + 3*head.Max; fsys.bytes != want {
		t.Errorf("%d bytes were read of the source, want %d", fsys.bytes, want)
	}
}

// TestHeadsAreBounded holds that a directory of more heads than are kept is read all
// the same, and that what is kept stays within its bound.
func TestHeadsAreBounded(t *testing.T) {
	fsys := fstest.MapFS{}
	long := &fstest.MapFile{Data: bytes.Repeat([]byte("x"), head.Max)}
	for i := range ingest.HeadsMax/head.Max + 10 {
		fsys[path.Join("d", string(rune('a'+i%26)), string(rune(0x4e00+i)))] = long
	}
	h := ingest.NewHeads(fsys)
	for range 2 {
		for name := range fsys {
			if data, err := fs.ReadFile(h, name); err != nil || len(data) != head.Max {
				t.Fatalf("%s: %d bytes, %v", name, len(data), err)
			}
		}
		if kept := h.Size(); kept > ingest.HeadsMax || kept < ingest.HeadsMax/2 {
			t.Errorf("%d bytes are kept, the bound is %d", kept, ingest.HeadsMax)
		}
	}
	if h.Leave("d"); h.Size() != 0 {
		t.Errorf("%d bytes are kept of a directory that was left", h.Size())
	}
}
