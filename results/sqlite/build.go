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

// buildingSuffix follows the name of a database that is being built.
const buildingSuffix = ".building-"

// Create makes a new database that appears at path only when it is whole; fs.ErrExist if another process was faster.
// fill gets the content that Pack wrote to begin, or an empty database. Leftovers of dead processes are removed.
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

// aside is a database that is being built. Its flock tells others that the builder lives. Closing the file would end
// SQLite's locks, so it stays open until all is done.
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
		// Another process may have removed it before it was locked.
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

// place syncs the file and links it at path, never over another one; without links it looks first.
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

// sweep removes unfinished databases of dead processes.
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
