package source

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// dirFS is a directory on disk. It uses os.Root, so that no path leaves the directory. It follows
// no symbolic links, because a link would make a record appear twice.
type dirFS struct {
	source *Source
	lim    Limits
	open   pool[*os.Root]
	top    *os.Root

	mu      sync.Mutex
	listed  map[string]bool // directories whose entries are included in the count
	entries int
}

func (s *Source) openDir(name string, lim Limits) error {
	root, err := os.OpenRoot(name)
	if err != nil {
		return err
	}
	d := &dirFS{source: s, lim: lim, open: pool[*os.Root]{most: foldersMax}, top: root, listed: map[string]bool{}}
	s.Kind = KindDir
	s.closers = append(s.closers, root, &d.open)
	s.FS = newNested(s, d, lim)
	return nil
}

// Stat does not follow links and rejects entries that ReadDir does not list.
func (d *dirFS) Stat(name string) (fs.FileInfo, error) {
	f, info, err := d.find("stat", name)
	if err != nil {
		return nil, err
	}
	d.open.release(f)
	return info, nil
}

func (d *dirFS) Open(name string) (fs.File, error) {
	f, info, err := d.find("open", name)
	if err != nil {
		return nil, err
	}
	defer d.open.release(f)
	if !info.IsDir() && info.Size() > d.lim.MaxFile {
		return nil, pathError("open", name, d.lim.tooLarge(name, info.Size()))
	}
	file, err := f.it.Open(path.Base(name))
	if err != nil {
		return nil, pathError("open", name, err)
	}
	if !info.IsDir() {
		return file, nil
	}
	list, err := d.list(name, file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &openListing{File: file, rest: list}, nil
}

func (d *dirFS) ReadFile(name string) ([]byte, error) {
	f, info, err := d.find("readfile", name)
	if err != nil {
		return nil, err
	}
	defer d.open.release(f)
	if info.Size() > d.lim.MaxFile {
		return nil, pathError("readfile", name, d.lim.tooLarge(name, info.Size()))
	}
	b, err := f.it.ReadFile(path.Base(name))
	if err != nil {
		return nil, pathError("readfile", name, err)
	}
	return b, nil
}

// ReadDir lists a directory without links, special files and invalid names.
func (d *dirFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if !fs.ValidPath(name) {
		return nil, pathError("readdir", name, fs.ErrInvalid)
	}
	f, err := d.acquire(name)
	if err != nil {
		return nil, pathError("readdir", name, err)
	}
	defer d.open.release(f)
	file, err := f.it.Open(".")
	if err != nil {
		return nil, pathError("readdir", name, err)
	}
	defer file.Close()
	return d.list(name, file)
}

// find returns the folder that contains name, and the lstat result of name. The caller must release
// the folder. Rejected entries are reported as missing.
func (d *dirFS) find(op, name string) (*folder, fs.FileInfo, error) {
	if !fs.ValidPath(name) {
		return nil, nil, pathError(op, name, fs.ErrInvalid)
	}
	f, err := d.acquire(path.Dir(name))
	if err != nil {
		return nil, nil, pathError(op, name, err)
	}
	info, err := d.lstat(f, name)
	if err != nil {
		d.open.release(f)
		return nil, nil, pathError(op, name, err)
	}
	return f, info, nil
}

func (d *dirFS) lstat(parent *folder, name string) (fs.FileInfo, error) {
	info, err := parent.it.Lstat(path.Base(name))
	if err != nil {
		return nil, err
	}
	if reason := refusal(name, info.Mode().Type()); reason != "" {
		d.source.skip(name, reason)
		return nil, fs.ErrNotExist
	}
	return info, nil
}

// pathError returns an error with the full path. os.Root only knows its last element.
func pathError(op, name string, err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		err = inner.Err
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

func refusal(name string, typ fs.FileMode) string {
	switch {
	case typ&fs.ModeSymlink != 0:
		return "symbolic link"
	case typ != 0 && !typ.IsDir():
		return "neither a file nor a directory"
	case !utf8.ValidString(name):
		return "name is not UTF-8"
	case strings.ContainsRune(name, '\\'):
		return "name has a backslash or a NUL"
	}
	return ""
}

func (d *dirFS) list(name string, dir *os.File) ([]fs.DirEntry, error) {
	all, err := dir.ReadDir(-1)
	if err != nil {
		return nil, pathError("readdir", name, err)
	}
	if err := d.count(name, len(all)); err != nil {
		return nil, err
	}
	list := make([]fs.DirEntry, 0, len(all))
	for _, entry := range all {
		if entry.IsDir() && entry.Name() == ".git" {
			continue // part of a checkout; contains no records
		}
		full := path.Join(name, entry.Name())
		if reason := refusal(full, entry.Type()); reason != "" {
			d.source.skip(full, reason)
			continue
		}
		list = append(list, dirEntry{entry, d, full})
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return list, nil
}

// count adds the entries of a directory to the total. It counts each directory only once.
func (d *dirFS) count(dir string, entries int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.listed[dir] {
		d.listed[dir] = true
		d.entries += entries
	}
	if d.entries > d.lim.MaxEntries {
		return pathError("readdir", dir, d.lim.tooMany(dir))
	}
	return nil
}

// dirEntry implements Info inside the root. The entries of package os would use the path on disk.
type dirEntry struct {
	fs.DirEntry
	dir  *dirFS
	path string
}

func (e dirEntry) Info() (fs.FileInfo, error) { return e.dir.Stat(e.path) }

// openListing is an open directory. Its ReadDir lists the same entries as that of dirFS.
type openListing struct {
	*os.File
	rest []fs.DirEntry
}

func (l *openListing) ReadDir(n int) ([]fs.DirEntry, error) { return page(&l.rest, n) }
