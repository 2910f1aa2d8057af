package source

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// nested shows the archives of a file system as directories too: "logs/a.zip" is a
// file, and "logs/a.zip/b.json" an entry of it. A walk finds files; what opens below
// one finds what is inside. Archives in archives open alike, some levels deep. What is
// inside has the limits of any archive, and all that is unfolded for one source has
// those of one.
type nested struct {
	fs.FS
	in    *Source
	lim   Limits
	depth int
	spent *spent

	mu   sync.Mutex
	open []*mount // the one that was used last is the last
}

// spent counts the bytes that archives inside of a source have been unfolded to.
type spent struct {
	mu    sync.Mutex
	bytes int64
}

// mountsMax bounds the archives that are held open. nestMax is how many archives may
// lie in each other.
const (
	mountsMax = 16
	nestMax   = 4
)

// mount is an open archive inside of a file system.
type mount struct {
	name  string
	src   *Source // nil: it cannot be read as an archive
	err   error
	users int
}

func newNested(in *Source, fsys fs.FS, lim Limits) *nested {
	n := &nested{FS: fsys, in: in, lim: lim, spent: &spent{}}
	in.closers = append(in.closers, n)
	return n
}

// archiveExts are the extensions of files that are walked as directories. Other files
// may have the form of an archive too, as documents and packages do, and open as one
// where a format asks for it.
var archiveExts = []string{".zip", ".tar", ".tgz", ".tzst", ".txz", ".gz", ".zst", ".xz"}

// IsArchive reports whether a file is an archive, or a compressed file, by its name and
// its first bytes. If the file system is one of a Source, its entries lie below its
// name.
func IsArchive(fsys fs.FS, name string) bool {
	if !slices.Contains(archiveExts, strings.ToLower(path.Ext(name))) {
		return false
	}
	f, err := fsys.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	block := make([]byte, tarBlock)
	n, err := io.ReadFull(f, block)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	return kindOf(block[:n]) != KindFile
}

// Open opens a file, or one inside of an archive.
func (n *nested) Open(name string) (fs.File, error) {
	f, err := n.FS.Open(name)
	if err == nil {
		return n.listing(name, f), nil
	}
	name = n.packed(name, err)
	m, rest := n.within(name, err)
	if m == nil {
		return nil, err
	}
	f, err = m.src.FS.Open(rest)
	if err != nil {
		n.release(m)
		return nil, outward(m.name, err)
	}
	held := heldFile{f, func() { n.release(m) }}
	if at, ok := f.(sections); ok {
		return &heldSection{held, at}, nil
	}
	return &held, nil
}

// Stat answers of files, and of those inside of archives.
func (n *nested) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(n.FS, name)
	if err == nil {
		return info, nil
	}
	name = n.packed(name, err)
	m, rest := n.within(name, err)
	if m == nil {
		return nil, err
	}
	defer n.release(m)
	info, err = fs.Stat(m.src.FS, rest)
	return info, outward(m.name, err)
}

// ReadDir lists a directory, an archive, or a directory inside of one.
func (n *nested) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(n.FS, name)
	if err == nil {
		return n.unpacked(name, list), nil
	}
	m, rest := n.within(name, err)
	if m == nil {
		return nil, err
	}
	defer n.release(m)
	list, err = fs.ReadDir(m.src.FS, rest)
	return list, outward(m.name, err)
}

// ReadFile is Open and Read in one.
func (n *nested) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(n.FS, name)
	if err == nil {
		return data, nil
	}
	name = n.packed(name, err)
	m, rest := n.within(name, err)
	if m == nil {
		return nil, err
	}
	defer n.release(m)
	data, err = fs.ReadFile(m.src.FS, rest)
	return data, outward(m.name, err)
}

// outward puts the archive's name before that of its entry.
func outward(archive string, err error) error {
	var inner *fs.PathError
	if !errors.As(err, &inner) {
		return err
	}
	return &fs.PathError{Op: inner.Op, Path: path.Join(archive, inner.Path), Err: inner.Err}
}

// within finds the archive that a name lies in, or is, to be released. Without one
// there is none of that name.
func (n *nested) within(name string, err error) (m *mount, rest string) {
	if !fs.ValidPath(name) || errors.Is(err, ErrLimit) {
		return nil, ""
	}
	for at := 0; at < len(name); {
		next := strings.IndexByte(name[at:], '/')
		end := len(name)
		if next >= 0 {
			end = at + next
		}
		if strings.Contains(name[at:end], ".") {
			if info, err := fs.Stat(n.FS, name[:end]); err == nil && info.Mode().IsRegular() {
				if m := n.acquire(name[:end], info.Size()); m != nil {
					return m, cmp.Or(strings.TrimPrefix(name[end:], "/"), ".")
				}
				return nil, ""
			}
		}
		at = end + 1
	}
	return nil, ""
}

// acquire opens an archive, or finds it open; nil if it is none.
func (n *nested) acquire(name string, size int64) *mount {
	n.mu.Lock()
	defer n.mu.Unlock()
	at := slices.IndexFunc(n.open, func(m *mount) bool { return m.name == name })
	var m *mount
	if at >= 0 {
		m = n.open[at]
		n.open = slices.Delete(n.open, at, at+1)
	} else {
		m = &mount{name: name}
		if m.src, m.err = n.unpack(name, size); m.err != nil {
			n.in.skip(name, "what is in the archive: "+m.err.Error())
		}
	}
	n.open = append(n.open, m)
	n.shrink()
	if m.src == nil {
		return nil
	}
	m.users++
	return m
}

// shrink closes archives that nobody reads and that were not used for long.
func (n *nested) shrink() {
	for i := 0; len(n.open) > mountsMax && i < len(n.open)-1; {
		m := n.open[i]
		if m.users > 0 {
			i++
			continue
		}
		n.open = slices.Delete(n.open, i, i+1)
		if m.src != nil {
			m.src.Close()
		}
	}
}

func (n *nested) release(m *mount) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m.users--
}

// unpack opens an archive of the file system; nil without an error if it is none.
func (n *nested) unpack(name string, size int64) (*Source, error) {
	f, err := n.FS.Open(name)
	if err != nil {
		return nil, err
	}
	s := &Source{Name: path.Base(name), skipped: map[Skip]bool{}, closers: []io.Closer{f}}
	at, ok := f.(io.ReaderAt)
	head := make([]byte, tarBlock)
	var read int
	if ok {
		read, err = at.ReadAt(head, 0)
	} else {
		read, err = io.ReadFull(f, head)
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, errors.Join(err, s.Close())
	}
	if s.Kind = kindOf(head[:read]); s.Kind == KindFile {
		return nil, s.Close()
	}
	if n.depth >= nestMax {
		return nil, errors.Join(fmt.Errorf("archives lie in each other more than %d deep", nestMax), s.Close())
	}
	if !ok { // it is compressed in another one
		sp := &Spool{}
		s.closers = append(s.closers, sp)
		if _, err := io.Copy(sp, &budgeted{io.MultiReader(strings.NewReader(string(head[:read])), f), n}); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		at = sp
	}
	lim := n.lim
	lim.MaxTotal = n.left()
	if err := s.openArchive(at, size, lim); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	n.count(s.spooled)
	for skip := range s.skipped {
		n.in.skip(path.Join(name, skip.Path), skip.Reason)
	}
	inner := &nested{FS: s.FS, in: s, lim: n.lim, depth: n.depth + 1, spent: n.spent}
	s.within = func(skip Skip) { n.in.skip(path.Join(name, skip.Path), skip.Reason) }
	s.closers = append(s.closers, inner)
	s.FS = inner
	return s, nil
}

func (n *nested) left() int64 {
	n.spent.mu.Lock()
	defer n.spent.mu.Unlock()
	return max(n.lim.MaxTotal-n.spent.bytes, 1)
}

func (n *nested) count(bytes int64) {
	n.spent.mu.Lock()
	defer n.spent.mu.Unlock()
	n.spent.bytes += bytes
}

// budgeted ends where a source has been unfolded to more than it may.
type budgeted struct {
	io.Reader
	n *nested
}

func (b *budgeted) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.n.count(int64(n))
	if b.n.left() <= 1 {
		return 0, fmt.Errorf("archives in the source unfold to more than %d bytes: %w", b.n.lim.MaxTotal, ErrLimit)
	}
	return n, err
}

// Close closes all archives.
func (n *nested) Close() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	var errs []error
	for _, m := range n.open {
		if m.src != nil {
			errs = append(errs, m.src.Close())
		}
	}
	n.open = nil
	return errors.Join(errs...)
}

// heldFile is an open entry, while which its archive stays open.
type heldFile struct {
	fs.File
	done func()
}

// Close implements fs.File.
func (f *heldFile) Close() error {
	if f.done != nil {
		defer f.done()
		f.done = nil
	}
	return f.File.Close()
}

// ReadDir implements fs.ReadDirFile where the file is a directory.
func (f *heldFile) ReadDir(n int) ([]fs.DirEntry, error) {
	if d, ok := f.File.(fs.ReadDirFile); ok {
		return d.ReadDir(n)
	}
	return nil, errNotDir
}

// sections is what a file has that lies uncompressed in one piece.
type sections interface {
	io.ReaderAt
	io.Seeker
}

type heldSection struct {
	heldFile
	sections
}
