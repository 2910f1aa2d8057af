package source

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
)

// foldersMax bounds the open directories, which are file descriptors.
const foldersMax = 48

// folder is a directory that was reached without following a link. It stays
// open for a while: os.Root walks every part of a path anew, which made a walk
// over many small directories three times as slow.
type folder struct {
	dir   string
	root  *os.Root
	users int
}

// acquire opens a directory below the top, or finds it open. The caller
// releases it.
func (d *dirFS) acquire(dir string) (*folder, error) {
	if f := d.recall(dir); f != nil {
		return f, nil
	}
	parent, err := d.acquire(path.Dir(dir))
	if err != nil {
		return nil, err
	}
	defer d.release(parent)
	info, err := d.lstat(parent, dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, errNotDir
	}
	root, err := parent.root.OpenRoot(path.Base(dir))
	if err != nil {
		return nil, err
	}
	f := &folder{dir: dir, root: root, users: 1}
	return f, d.remember(f)
}

func (d *dirFS) recall(dir string) *folder {
	d.mu.Lock()
	defer d.mu.Unlock()
	if dir == "." {
		d.top.users++
		return d.top
	}
	for i := len(d.recent) - 1; i >= 0; i-- {
		if f := d.recent[i]; f.dir == dir {
			d.recent = append(slices.Delete(d.recent, i, i+1), f)
			f.users++
			return f
		}
	}
	return nil
}

// remember keeps f open and closes the folder that was unused for longest.
func (d *dirFS) remember(f *folder) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.recent = append(d.recent, f)
	if len(d.recent) <= foldersMax {
		return nil
	}
	for i, old := range d.recent {
		if old.users == 0 {
			d.recent = slices.Delete(d.recent, i, i+1)
			return old.root.Close()
		}
	}
	return nil
}

func (d *dirFS) release(f *folder) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f.users--
}

// Close closes all open folders.
func (d *dirFS) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var errs []error
	for _, f := range append(d.recent, d.top) {
		errs = append(errs, f.root.Close())
	}
	d.recent = nil
	return errors.Join(errs...)
}

var _ interface {
	fs.ReadDirFS
	fs.ReadFileFS
	fs.StatFS
} = (*dirFS)(nil)
