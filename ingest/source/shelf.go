package source

import (
	"context"
	"errors"
	"io/fs"
	"sync"
)

// shelfOpen is the maximum number of archives that a shelf keeps open.
const shelfOpen = 8

// Shelf opens any number of sources. It keeps only the most recently used archives open, because
// the index of a large archive takes a third of a megabyte and its unpacked content up to 16 MB.
type Shelf struct {
	lim Limits

	mu   sync.Mutex
	open pool[*Source]
	keep []*Source // directories, plain files and repositories; never closed early because they need little memory
}

// NewShelf returns an empty shelf. Zero fields of lim mean defaults.
func NewShelf(lim Limits) *Shelf { return &Shelf{lim: lim, open: pool[*Source]{most: shelfOpen}} }

// Open opens a path or a repository URL. The source is valid until the shelf is closed.
func (s *Shelf) Open(ctx context.Context, path string) (*Source, error) {
	if IsAddress(path) {
		src, err := OpenGit(ctx, path, s.lim)
		if err == nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.keep = append(s.keep, src)
		}
		return src, err
	}
	return s.openPath(path)
}

func (s *Shelf) openPath(path string) (*Source, error) {
	src, err := Open(path, s.lim)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if src.Kind == KindDir || src.Kind == KindFile {
		s.keep = append(s.keep, src)
		return src, nil
	}
	h, err := s.open.acquire(path, func() (*Source, error) { return src, nil })
	if err != nil {
		return nil, err
	}
	if s.open.release(h); h.it != src { // the same path was opened twice
		err = src.Close()
	}
	return &Source{FS: shelfFS{s, path}, Name: src.Name, Kind: src.Kind, skipped: src.skipped}, err
}

func (s *Shelf) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	errs := []error{s.open.Close()}
	for _, src := range s.keep {
		errs = append(errs, src.Close())
	}
	s.keep = nil
	return errors.Join(errs...)
}

// shelfFS is the file system of an archive on a shelf. It reopens the archive when needed.
type shelfFS struct {
	shelf *Shelf
	path  string
}

// use returns the file system and a function that the caller must call after using it.
func (f shelfFS) use() (fs.FS, func(), error) {
	h, err := f.shelf.open.acquire(f.path, func() (*Source, error) { return Open(f.path, f.shelf.lim) })
	if err != nil {
		return nil, nil, err
	}
	return h.it.FS, func() { f.shelf.open.release(h) }, nil
}

func (f shelfFS) Open(name string) (fs.File, error) {
	inner, done, err := f.use()
	if err != nil {
		return nil, err
	}
	return openHeld(inner, name, done)
}

func (f shelfFS) Stat(name string) (fs.FileInfo, error) {
	inner, done, err := f.use()
	if err != nil {
		return nil, err
	}
	defer done()
	return fs.Stat(inner, name)
}

func (f shelfFS) ReadDir(name string) ([]fs.DirEntry, error) {
	inner, done, err := f.use()
	if err != nil {
		return nil, err
	}
	defer done()
	return fs.ReadDir(inner, name)
}
