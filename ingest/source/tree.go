package source

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"time"
)

// tree is a file system over the entries of an archive. It never uses an entry's name as a path on
// disk.
type tree struct {
	nodes map[string]*node
	lim   Limits
}

// node is a file or a directory. The content of a file is a range of `at` or is returned by `open`.
type node struct {
	name     string
	isDir    bool
	size     int64
	mod      time.Time
	at       io.ReaderAt
	offset   int64
	open     func() (io.ReadCloser, error)
	children []fs.DirEntry
}

func newTree(lim Limits) *tree {
	return &tree{nodes: map[string]*node{".": {name: ".", isDir: true}}, lim: lim}
}

// add inserts n at a clean path and creates the parent directories. If n cannot be added, it
// returns the reason. It returns an error if there are too many entries.
func (t *tree) add(name string, n *node) (reason string, err error) {
	n.name = path.Base(name)
	if old := t.nodes[name]; old != nil {
		if old.isDir && n.isDir {
			return "", nil
		}
		return "duplicate name, the first one counts", nil
	}
	dir := path.Dir(name)
	parent := t.nodes[dir]
	if parent == nil {
		parent = &node{isDir: true, mod: n.mod}
		if reason, err := t.add(dir, parent); reason != "" || err != nil {
			return reason, err
		}
	}
	if !parent.isDir {
		return "its directory is a file", nil
	}
	if len(t.nodes) > t.lim.MaxEntries {
		return "", t.lim.tooMany(name)
	}
	t.nodes[name] = n
	parent.children = append(parent.children, n)
	return "", nil
}

func (t *tree) finish() *tree {
	for _, n := range t.nodes {
		slices.SortFunc(n.children, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	}
	return t
}

func (t *tree) find(op, name string) (*node, error) {
	if !fs.ValidPath(name) {
		return nil, pathError(op, name, fs.ErrInvalid)
	}
	n := t.nodes[name]
	if n == nil {
		return nil, pathError(op, name, fs.ErrNotExist)
	}
	return n, nil
}

// Open opens a file. The file supports ReadAt and Seek, unless entries are compressed individually
// as in a zip.
func (t *tree) Open(name string) (fs.File, error) {
	n, err := t.find("open", name)
	if err != nil {
		return nil, err
	}
	switch {
	case n.isDir:
		return &openDir{node: n, path: name, rest: n.children}, nil
	case n.at != nil:
		return &openSection{node: n, SectionReader: io.NewSectionReader(n.at, n.offset, n.size)}, nil
	}
	r, err := n.open()
	if err != nil {
		return nil, pathError("open", name, err)
	}
	return &openStream{node: n, ReadCloser: r, left: n.size}, nil
}

func (t *tree) Stat(name string) (fs.FileInfo, error) {
	n, err := t.find("stat", name)
	if err != nil {
		return nil, err
	}
	return n, nil
}

func (t *tree) ReadDir(name string) ([]fs.DirEntry, error) {
	n, err := t.find("readdir", name)
	if err != nil {
		return nil, err
	}
	if !n.isDir {
		return nil, pathError("readdir", name, errNotDir)
	}
	return slices.Clone(n.children), nil
}

var (
	errNotDir = errors.New("not a directory")
	errIsDir  = errors.New("is a directory")
	errLonger = errors.New("entry is longer than its declared size")
)

// A node implements fs.FileInfo and fs.DirEntry itself.
func (n *node) Name() string               { return n.name }
func (n *node) Size() int64                { return n.size }
func (n *node) ModTime() time.Time         { return n.mod }
func (n *node) IsDir() bool                { return n.isDir }
func (n *node) Sys() any                   { return nil }
func (n *node) Type() fs.FileMode          { return n.Mode().Type() }
func (n *node) Info() (fs.FileInfo, error) { return n, nil }
func (n *node) String() string             { return fs.FormatDirEntry(n) }
func (n *node) Mode() fs.FileMode {
	if n.isDir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
