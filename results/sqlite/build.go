package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// buildingSuffix stands between a database's name and what tells one that is
// being built from others.
const buildingSuffix = ".building-"

// Create makes a new database that appears at path only whole: fill gets it
// while it is aside, in the same directory, and then it is moved into place,
// never over a file that another process has made meanwhile. In that case
// Create has done nothing and returns an error that is fs.ErrExist. What dead
// processes have left aside is removed. What fill finds in it is what Pack wrote to
// begin, as a database of its own that was filled just now; nothing if begin is empty.
func Create(ctx context.Context, path string, begin []byte, fill func(*DB) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("create directory of database: %w", errors.Join(results.ErrReadOnly, err))
	}
	sweep(path)
	aside, err := newAside(path)
	if err != nil {
		return fmt.Errorf("create database %s: %w", path, errors.Join(results.ErrReadOnly, err))
	}
	defer aside.remove()
	if err := aside.unpack(begin); err != nil {
		return fmt.Errorf("create database %s: %w", path, errors.Join(results.ErrReadOnly, err))
	}
	if err := aside.fill(ctx, len(begin) > 0, fill); err != nil {
		return err
	}
	if err := aside.place(path); err != nil {
		return fmt.Errorf("create database %s: %w", path, err)
	}
	return nil
}

// aside is a database that is being built. Its file is held locked, which tells
// other processes that its builder lives; the lock ends with the process. It is
// of another kind than SQLite's locks and does not meet them, but closing the
// descriptor would end those too, so that it stays open until all is done.
type aside struct {
	name string
	lock *os.File
}

func newAside(path string) (*aside, error) {
	for {
		f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+buildingSuffix+"*")
		if err != nil {
			return nil, err
		}
		a := &aside{name: f.Name(), lock: f}
		if err := lockFile(f); err != nil {
			a.remove()
			return nil, err
		}
		// Between its making and its lock another process may have taken it for
		// a dead one's.
		if now, err := os.Stat(a.name); err == nil && sameFile(f, now) {
			return a, nil
		}
		f.Close()
	}
}

func sameFile(f *os.File, other os.FileInfo) bool {
	info, err := f.Stat()
	return err == nil && os.SameFile(info, other)
}

func (a *aside) fill(ctx context.Context, begun bool, fill func(*DB) error) error {
	db, err := openWriter(ctx, a.name, asideDSN)
	if err != nil {
		return err
	}
	db.alone = true // nobody else knows the file, which this process has locked
	if begun {
		if err := db.renew(ctx, time.Now()); err != nil {
			return errors.Join(err, db.Close())
		}
	}
	return errors.Join(fill(db), db.Close())
}

// place puts the whole file at path, and what it holds on the disk before its
// name. A link never replaces anything; where the file system has none, a name
// that is taken is looked for first.
func (a *aside) place(path string) error {
	if err := a.lock.Sync(); err != nil {
		return err
	}
	err := os.Link(a.name, path)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		if _, there := os.Lstat(path); there == nil {
			return fs.ErrExist
		}
		err = os.Rename(a.name, path)
	}
	if err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// replace is place over whatever is at path.
func (a *aside) replace(path string) error {
	if err := a.lock.Sync(); err != nil {
		return err
	}
	if err := os.Rename(a.name, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func (a *aside) remove() {
	for _, suffix := range []string{"-wal", "-shm", "-journal", ""} {
		os.Remove(a.name + suffix)
	}
	a.lock.Close()
}

// sweep removes databases that were being built for path by processes that are
// no more.
func sweep(path string) {
	list, err := filepath.Glob(globWord(path) + buildingSuffix + "*")
	if err != nil {
		return
	}
	for _, name := range list {
		if strings.HasSuffix(name, "-wal") || strings.HasSuffix(name, "-shm") || strings.HasSuffix(name, "-journal") {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		if tryLockFile(f) {
			(&aside{name: name, lock: f}).remove()
			continue
		}
		f.Close()
	}
}

// globWord makes a name mean itself in a pattern.
func globWord(name string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(name)
}

// syncDir puts the names of a directory on the disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
