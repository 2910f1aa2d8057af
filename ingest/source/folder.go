package source

import (
	"io/fs"
	"os"
	"path"
)

// foldersMax is the maximum number of directories kept open. Each needs a file descriptor.
const foldersMax = 48

// folder is an open directory that was reached without following links. It is kept open for reuse,
// because os.Root resolves every path element at each call.
type folder = held[*os.Root]

func (d *dirFS) acquire(dir string) (*folder, error) {
	return d.open.acquire(dir, func() (*os.Root, error) {
		if dir == "." {
			return d.top.OpenRoot(".")
		}
		parent, err := d.acquire(path.Dir(dir))
		if err != nil {
			return nil, err
		}
		defer d.open.release(parent)
		info, err := d.lstat(parent, dir)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			return nil, errNotDir
		}
		return parent.it.OpenRoot(path.Base(dir))
	})
}

var _ interface {
	fs.ReadDirFS
	fs.ReadFileFS
	fs.StatFS
} = (*dirFS)(nil)
