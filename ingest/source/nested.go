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

// nested is a file system in which archives can also be opened as directories: "logs/a.zip" is a
// file and "logs/a.zip/b.json" is an entry in it. Archives in archives work in the same way. The
// limits apply to everything unpacked for one source.
type nested struct {
	fs.FS
	in    *Source
	lim   Limits
	depth int
	spent *spent
	open  pool[*Source]
}

// spent counts the bytes unpacked from archives in a source.
type spent struct {
	mu    sync.Mutex
	bytes int64
}

// mountsMax is the maximum number of open archives. nestMax is the maximum nesting depth of
// archives.
const (
	mountsMax = 16
	nestMax   = 4
)

var errNoArchive = errors.New("not an archive")

func newNested(in *Source, fsys fs.FS, lim Limits) *nested {
	n := &nested{FS: fsys, in: in, lim: lim, spent: &spent{}, open: pool[*Source]{most: mountsMax, sure: true}}
	in.closers = append(in.closers, &n.open)
	return n
}

// archiveExts are the extensions of files that are walked like directories. Documents and packages
// that are technically archives are opened only if a format asks for their entries.
var archiveExts = []string{".zip", ".tar", ".tgz", ".tzst", ".txz", ".gz", ".zst", ".xz"}

// IsArchive reports whether a file is an archive or a compressed file, by its name and first bytes.
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

func (n *nested) Open(name string) (fs.File, error) {
	f, err := n.FS.Open(name)
	if err == nil {
		return n.listing(name, f), nil
	}
	m, rest := n.within(n.packed(name, err), err)
	if m == nil {
		return nil, err
	}
	f, err = openHeld(m.it.FS, rest, func() { n.open.release(m) })
	return f, outward(m.name, err)
}

func (n *nested) Stat(name string) (fs.FileInfo, error) { return ask(n, name, n.packed, fs.Stat) }

func (n *nested) ReadDir(name string) ([]fs.DirEntry, error) {
	return ask(n, name, func(name string, _ error) string { return name }, func(fsys fs.FS, at string) ([]fs.DirEntry, error) {
		list, err := fs.ReadDir(fsys, at)
		if err == nil && fsys == n.FS {
			list = n.unpacked(name, list)
		}
		return list, err
	})
}

func (n *nested) ReadFile(name string) ([]byte, error) { return ask(n, name, n.packed, fs.ReadFile) }

// ask calls get on the file system. If that fails, it calls get on the archive that contains the
// name.
func ask[T any](n *nested, name string, place func(string, error) string, get func(fs.FS, string) (T, error)) (T, error) {
	got, err := get(n.FS, name)
	if err == nil {
		return got, nil
	}
	m, rest := n.within(place(name, err), err)
	if m == nil {
		return got, err
	}
	defer n.open.release(m)
	got, err = get(m.it.FS, rest)
	return got, outward(m.name, err)
}

// outward adds the archive's name to the path in an error.
func outward(archive string, err error) error {
	var inner *fs.PathError
	if !errors.As(err, &inner) {
		return err
	}
	return &fs.PathError{Op: inner.Op, Path: path.Join(archive, inner.Path), Err: inner.Err}
}

// within opens the archive that name refers to or is in. It returns nil if there is none. The
// caller must release it.
func (n *nested) within(name string, err error) (m *held[*Source], rest string) {
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
				archive := name[:end]
				m, err := n.open.acquire(archive, func() (*Source, error) { return n.mount(archive, info.Size()) })
				if err != nil {
					return nil, ""
				}
				return m, cmp.Or(strings.TrimPrefix(name[end:], "/"), ".")
			}
		}
		at = end + 1
	}
	return nil, ""
}

// mount opens an archive. If that fails, it adds the archive to the skipped entries.
func (n *nested) mount(name string, size int64) (*Source, error) {
	src, err := n.unpack(name, size)
	if err != nil {
		n.in.skip(name, "content of the archive: "+err.Error())
	} else if src == nil {
		err = errNoArchive
	}
	return src, err
}

// unpack opens an archive. It returns nil and no error if the file is not an archive.
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
		return nil, errors.Join(fmt.Errorf("archives are nested more than %d levels deep", nestMax), s.Close())
	}
	if !ok { // the file is compressed in an archive, so it has no random access
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
	s.within = func(skip Skip) { n.in.skip(path.Join(name, skip.Path), skip.Reason) }
	inner := newNested(s, s.FS, n.lim)
	inner.depth, inner.spent = n.depth+1, n.spent
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

// budgeted returns an error when a source exceeds its limit of uncompressed bytes.
type budgeted struct {
	io.Reader
	n *nested
}

func (b *budgeted) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.n.count(int64(n))
	if b.n.left() <= 1 {
		return 0, fmt.Errorf("archives in the source expand to more than %d bytes: %w", b.n.lim.MaxTotal, ErrLimit)
	}
	return n, err
}
