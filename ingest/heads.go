package ingest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// headsMax is the maximum total size in bytes of the cached heads. Each format reads files that do
// not fit again.
const headsMax = 64 << 20

const headCost = 512

// errBeyondHead is returned when a format reads past the head of a file during detection.
var errBeyondHead = fmt.Errorf("detection reads at most %d KB of a file", head.Max>>10)

// heads is the file system passed to Detect. It exposes only the beginning of each file and reads
// it once for all formats. Reading further is an error, so that a truncated file is not taken for a
// complete one. A .parquet file is exposed in full because its columns are listed in a footer.
//
// A heads value serves one walk on one goroutine.
type heads struct {
	fs.FS
	kept map[string]map[string]*fileHead
	size int
}

type fileHead struct {
	info  fs.FileInfo
	data  []byte
	ended bool // set if data is the complete file
	err   error
}

func newHeads(fsys fs.FS) *heads {
	return &heads{FS: fsys, kept: map[string]map[string]*fileHead{}}
}

func (h *heads) Open(name string) (fs.File, error) {
	if strings.EqualFold(path.Ext(name), ".parquet") {
		return h.FS.Open(name)
	}
	dir, base := path.Split(name)
	f := &headFile{in: h, name: name, fileHead: h.kept[dir][base]}
	if f.fileHead == nil {
		file, err := h.FS.Open(name)
		if err != nil {
			return nil, err
		}
		info, err := file.Stat()
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		if info.IsDir() {
			return file, nil
		}
		f.file, f.fileHead = file, &fileHead{info: info}
		if h.grow(headCost) {
			if h.kept[dir] == nil {
				h.kept[dir] = map[string]*fileHead{}
			}
			h.kept[dir][base] = f.fileHead
		}
	}
	return f, nil
}

func (h *heads) Stat(name string) (fs.FileInfo, error) { return fs.Stat(h.FS, name) }

func (h *heads) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(h.FS, name) }

func (h *heads) grow(bytes int) bool {
	if h.size+bytes > headsMax {
		return false
	}
	h.size += bytes
	return true
}

func (h *heads) leave(dir string) {
	at := dir + "/"
	for below, files := range h.kept {
		if dir != "." && !strings.HasPrefix(below, at) {
			continue
		}
		for _, x := range files {
			h.size -= headCost + len(x.data)
		}
		delete(h.kept, below)
	}
}

type headFile struct {
	*fileHead
	in   *heads
	name string
	file fs.File // opened on first use; nil while the cached head suffices
	at   int
}

func (f *headFile) Stat() (fs.FileInfo, error) { return f.info, nil }

func (f *headFile) Close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}

func (f *headFile) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	f.fill(min(f.at+len(p), head.Max))
	n := copy(p, f.data[min(f.at, len(f.data)):])
	f.at += n
	switch {
	case n > 0:
		return n, nil
	case f.err != nil:
		return 0, f.err
	case f.ended || f.info.Size() == int64(f.at):
		return 0, io.EOF
	}
	return 0, &fs.PathError{Op: "read", Path: f.name, Err: errBeyondHead}
}

// fill reads the file up to the given length. If the file does not support random access, fill
// reads its entire head at once.
func (f *headFile) fill(to int) {
	if to <= len(f.data) || f.ended || f.err != nil {
		return
	}
	if f.err = f.open(); f.err != nil {
		return
	}
	at, random := f.file.(io.ReaderAt)
	if !random {
		to = head.Max
	}
	piece := make([]byte, to-len(f.data))
	var n int
	var err error
	if random {
		n, err = at.ReadAt(piece, int64(len(f.data)))
	} else {
		n, err = io.ReadFull(f.file, piece)
	}
	f.keep(n)
	f.data = append(f.data, piece[:n]...)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		f.ended = true
	case err != nil:
		f.err = err
	}
}

func (f *headFile) open() (err error) {
	if f.file == nil {
		f.file, err = f.in.FS.Open(f.name)
	}
	return err
}

// keep adds the number of bytes read to the cache size. If the cache exceeds its limit, keep
// removes the file's head.
func (f *headFile) keep(bytes int) {
	dir, base := path.Split(f.name)
	if f.in.kept[dir][base] != f.fileHead || f.in.grow(bytes) {
		return
	}
	f.in.size -= headCost + len(f.data)
	delete(f.in.kept[dir], base)
}
