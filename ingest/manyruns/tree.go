package manyruns

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// node is a directory, whose children are made when they are asked for, or a
// file, whose data is.
type node struct {
	name  string
	nodes func() []*node
	data  func() []byte
}

// folder is a directory of a few nodes, which are sorted each time.
func folder(name string, nodes func() []*node) *node {
	return &node{name: name, nodes: func() []*node {
		list := nodes()
		slices.SortFunc(list, byName)
		return list
	}}
}

// large is a directory whose nodes are kept.
func large(name string, list []*node) *node {
	slices.SortFunc(list, byName)
	return &node{name: name, nodes: func() []*node { return list }}
}

func file(name string, data func() []byte) *node { return &node{name: name, data: data} }

// tree is a file system of nodes. Lists are sorted by name.
type tree struct{ top []*node }

// Join makes one file system of several that share no top folder.
func Join(list ...fs.FS) fs.FS {
	t := tree{}
	for _, f := range list {
		if x, ok := f.(tree); ok {
			t.top = append(t.top, x.top...)
		}
	}
	slices.SortFunc(t.top, byName)
	return t
}

func byName(a, b *node) int { return strings.Compare(a.name, b.name) }

func (t tree) find(name string) *node {
	n := folder(".", func() []*node { return t.top })
	if name == "." {
		return n
	}
	for part := range strings.SplitSeq(name, "/") {
		if n.nodes == nil {
			return nil
		}
		list := n.nodes()
		at, ok := slices.BinarySearchFunc(list, part, func(n *node, name string) int { return strings.Compare(n.name, name) })
		if !ok {
			return nil
		}
		n = list[at]
	}
	return n
}

// Open implements fs.FS.
func (t tree) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	n := t.find(name)
	if n == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if n.nodes != nil {
		return &openFolder{n, n.nodes()}, nil
	}
	data := n.data()
	return &openFile{n, bytes.NewReader(data)}, nil
}

type openFile struct {
	n *node
	*bytes.Reader
}

func (f *openFile) Stat() (fs.FileInfo, error) { return info{f.n}, nil }
func (f *openFile) Close() error               { return nil }

type openFolder struct {
	n    *node
	rest []*node
}

func (f *openFolder) Stat() (fs.FileInfo, error) { return info{f.n}, nil }
func (f *openFolder) Close() error               { return nil }
func (f *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.n.name, Err: errors.New("is a folder")}
}

// ReadDir implements fs.ReadDirFile.
func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(f.rest) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(f.rest) {
		n = len(f.rest)
	}
	list := make([]fs.DirEntry, n)
	for i, c := range f.rest[:n] {
		list[i] = fs.FileInfoToDirEntry(info{c})
	}
	f.rest = f.rest[n:]
	return list, nil
}

type info struct{ n *node }

func (i info) Name() string       { return i.n.name }
func (i info) IsDir() bool        { return i.n.nodes != nil }
func (i info) ModTime() time.Time { return epoch }
func (i info) Sys() any           { return nil }
func (i info) Mode() fs.FileMode {
	if i.IsDir() {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

// Size makes the file to measure it.
func (i info) Size() int64 {
	if i.IsDir() {
		return 0
	}
	return int64(len(i.n.data()))
}
