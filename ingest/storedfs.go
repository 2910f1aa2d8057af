package ingest

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/store"
)

type storedFS struct {
	ctx  context.Context //nolint:containedctx // of one reading
	from store.Readings
	file map[string]results.StoredRecord
	dirs map[string][]fs.DirEntry
}

// newStoredFS returns a file system with the records below dir, which is the directory of the run's
// item. It returns an error if file names conflict or are invalid.
func newStoredFS(ctx context.Context, from store.Readings, dir string, records []results.StoredRecord) (*storedFS, error) {
	s := &storedFS{ctx: ctx, from: from, file: map[string]results.StoredRecord{}, dirs: map[string][]fs.DirEntry{".": nil}}
	alone := slices.ContainsFunc(records, func(r results.StoredRecord) bool { return r.Name == path.Base(dir) })
	for _, r := range records {
		name := path.Join(dir, r.Name)
		switch {
		case alone && r.Name == path.Base(dir):
			name = dir // the item is this file, not a directory
		case alone && !strings.HasPrefix(r.Name, dir+"/"):
			name = path.Join(path.Dir(dir), r.Name)
		}
		if was, ok := s.file[name]; ok {
			if hex.EncodeToString(was.Sum) != hex.EncodeToString(r.Sum) {
				return nil, fmt.Errorf("two of its records have the name %s: %w", r.Name, results.ErrInvalid)
			}
			continue
		}
		if !fs.ValidPath(name) {
			return nil, fmt.Errorf("%q is not a valid file name: %w", r.Name, results.ErrInvalid)
		}
		s.file[name] = r
	}
	for name := range s.file {
		s.addDirs(name)
	}
	for dir, list := range s.dirs {
		if _, both := s.file[dir]; both {
			return nil, fmt.Errorf("%s is the name of both a record and a directory: %w", dir, results.ErrInvalid)
		}
		slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
	return s, nil
}

func (s *storedFS) addDirs(name string) {
	info := storedInfo{name: path.Base(name), size: s.file[name].Size}
	_, isFile := s.file[name]
	info.dir = !isFile
	above := path.Dir(name)
	_, known := s.dirs[above]
	if !slices.ContainsFunc(s.dirs[above], func(e fs.DirEntry) bool { return e.Name() == info.name }) {
		s.dirs[above] = append(s.dirs[above], fs.FileInfoToDirEntry(info))
	}
	if !known {
		s.addDirs(above)
	}
}

func (s *storedFS) Open(name string) (fs.File, error) {
	if r, ok := s.file[name]; ok {
		body, err := s.from.RawReader(s.ctx, r.ID)
		if err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
		return &storedFile{storedInfo{name: path.Base(name), size: r.Size}, body}, nil
	}
	list, ok := s.dirs[name]
	if !ok || !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &storedDir{storedInfo{name: path.Base(name), dir: true}, list}, nil
}

func (s *storedFS) ReadDir(name string) ([]fs.DirEntry, error) {
	list, ok := s.dirs[name]
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	return slices.Clone(list), nil
}

type storedInfo struct {
	name string
	size int64
	dir  bool
}

func (i storedInfo) Name() string       { return i.name }
func (i storedInfo) Size() int64        { return i.size }
func (i storedInfo) IsDir() bool        { return i.dir }
func (i storedInfo) ModTime() time.Time { return time.Time{} }
func (i storedInfo) Sys() any           { return nil }

func (i storedInfo) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

type storedFile struct {
	info storedInfo
	io.ReadSeeker
}

func (f *storedFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *storedFile) Close() error               { return nil }

type storedDir struct {
	info storedInfo
	left []fs.DirEntry
}

func (d *storedDir) Stat() (fs.FileInfo, error) { return d.info, nil }
func (d *storedDir) Close() error               { return nil }
func (d *storedDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.info.name, Err: fs.ErrInvalid}
}

func (d *storedDir) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(d.left) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(d.left) {
		n = len(d.left)
	}
	list := d.left[:n]
	d.left = d.left[n:]
	return list, nil
}
