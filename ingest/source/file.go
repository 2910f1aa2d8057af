package source

import (
	"io"
	"io/fs"
)

type openDir struct {
	*node
	path string
	rest []fs.DirEntry
}

func (d *openDir) Stat() (fs.FileInfo, error) { return d.node, nil }
func (d *openDir) Close() error               { return nil }
func (d *openDir) Read([]byte) (int, error)   { return 0, pathError("read", d.path, errIsDir) }

// ReadDir implements fs.ReadDirFile.
func (d *openDir) ReadDir(n int) ([]fs.DirEntry, error) { return page(&d.rest, n) }

// page returns the next n entries, or all if n is not positive.
func page(rest *[]fs.DirEntry, n int) ([]fs.DirEntry, error) {
	if n > 0 && len(*rest) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(*rest) {
		n = len(*rest)
	}
	list := append([]fs.DirEntry{}, (*rest)[:n]...)
	*rest = (*rest)[n:]
	return list, nil
}

// openSection is an open file whose content is stored uncompressed in one contiguous range.
type openSection struct {
	*io.SectionReader
	node *node
}

func (f *openSection) Stat() (fs.FileInfo, error) { return f.node, nil }
func (f *openSection) Close() error               { return nil }

// openStream is an open file that is decompressed while it is read. It returns at most the declared
// number of bytes.
type openStream struct {
	io.ReadCloser
	node *node
	left int64
}

func (f *openStream) Stat() (fs.FileInfo, error) { return f.node, nil }

func (f *openStream) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	f.left -= int64(n)
	if f.left < 0 {
		return 0, pathError("read", f.node.name, errLonger)
	}
	return n, err
}
