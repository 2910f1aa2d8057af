// Package source opens a directory, an archive, a file or a repository as a file system that is
// safe to walk. It follows no links, no path leads outside, and there are hard limits on unpacking.
// It collects the skipped entries for the report.
package source

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// ErrLimit is wrapped by errors about sources that exceed their Limits.
var ErrLimit = errors.New("source exceeds a limit")

const (
	KindDir     = "dir"
	KindZip     = "zip"
	KindTar     = "tar"
	KindTarGzip = "tar.gz"
	KindTarZstd = "tar.zst"
	KindTarXZ   = "tar.xz"
	KindPacked  = "packed" // single compressed file that is not an archive
	KindFile    = "file"
)

// Source is an opened path. FS is safe for concurrent use and valid until Close.
type Source struct {
	FS   fs.FS
	Name string // base name without an archive suffix
	Kind string
	Git  *Committed // commit that contains the files; nil if none

	spooled int64 // number of uncompressed bytes so far
	within  func(Skip)
	closers []io.Closer
	mu      sync.Mutex
	skipped map[Skip]bool
}

// Skip is an entry that FS omits, with the reason.
type Skip struct {
	Path   string // path in the source; invalid UTF-8 is replaced by U+FFFD
	Reason string
}

// Open opens a directory, an archive (recognised by its first bytes) or a file. It follows a
// symbolic link only for path itself. Zero fields of lim mean the defaults.
func Open(path string, lim Limits) (*Source, error) {
	lim = lim.withDefaults()
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open source: %w", err)
	}
	s := &Source{Name: baseName(path), skipped: map[Skip]bool{}}
	switch {
	case info.IsDir():
		err = s.openDir(path, lim)
	case info.Mode().IsRegular():
		err = s.openFile(path, lim)
	default:
		err = errors.New("neither a directory nor a regular file")
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open source %s: %w", path, err), s.Close())
	}
	return s, nil
}

func (s *Source) openFile(path string, lim Limits) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	s.closers = append(s.closers, f)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	s.Kind, err = detect(f)
	if err != nil {
		return err
	}
	if s.Kind == KindFile {
		return s.openPlain(f, info, lim)
	}
	if err := s.openArchive(f, info.Size(), lim); err != nil {
		return err
	}
	s.FS = newNested(s, s.FS, lim)
	return nil
}

func (s *Source) openArchive(at io.ReaderAt, size int64, lim Limits) (err error) {
	if s.Kind == KindZip {
		err = s.openZip(at, size, lim)
	} else {
		err = s.openTar(at, size, lim)
	}
	s.Name = archiveName(s.Name)
	return err
}

func (s *Source) openPlain(f *os.File, info fs.FileInfo, lim Limits) error {
	if info.Size() > lim.MaxFile {
		return lim.tooLarge(s.Name, info.Size())
	}
	name, reason := cleanName(s.Name)
	if reason != "" {
		return fmt.Errorf("file name %q: %s", s.Name, reason)
	}
	t := newTree(lim)
	if _, err := t.add(name, &node{size: info.Size(), mod: info.ModTime(), at: f}); err != nil {
		return err
	}
	s.FS = t.finish()
	return nil
}

// Skipped returns the entries that FS omits, sorted by path. For a directory, it includes only
// entries found so far.
func (s *Source) Skipped() []Skip {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Skip, 0, len(s.skipped))
	for skip := range s.skipped {
		list = append(list, skip)
	}
	slices.SortFunc(list, func(a, b Skip) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}

func (s *Source) skip(path, reason string) {
	skip := Skip{strings.ToValidUTF8(path, "\uFFFD"), reason}
	if s.within != nil {
		s.within(skip)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.skipped[skip] = true
}

// Close invalidates FS and removes its unpacked content.
func (s *Source) Close() error {
	var errs []error
	for _, c := range slices.Backward(s.closers) {
		errs = append(errs, c.Close())
	}
	s.closers = nil
	return errors.Join(errs...)
}

// baseName returns the last element of a path. For "." and "..", it uses the absolute path.
func baseName(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return filepath.Base(path)
}

func archiveName(base string) string {
	lower := strings.ToLower(base)
	for _, suffix := range []string{".tar.gz", ".tar.zst", ".tar.xz", ".tgz", ".tzst", ".txz", ".tar", ".zip", ".gz", ".zst", ".xz"} {
		if strings.HasSuffix(lower, suffix) && len(base) > len(suffix) {
			return base[:len(base)-len(suffix)]
		}
	}
	return base
}
