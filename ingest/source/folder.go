package source

import (
	"io/fs"
	"os"
	"path"
)

// foldersMax bounds the open directories, which are file descriptors.
const foldersMax = 48

// folder is a directory that was reached without following a link. It stays open for a while, because os.Root walks every
// part of a path anew.
type folder = held[*os.Root]

// acquire opens a directory below the top, or finds it open. The caller releases it.
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
