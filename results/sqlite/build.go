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

// buildingSuffix is appended to the name of an unfinished database.
const buildingSuffix = ".building-"

// Create builds a new database. The file appears at path only when it is complete. If another
// process creates it first, Create fails with fs.ErrExist. fill receives a database with the
// content of begin, which Pack wrote, or an empty database. Create also removes unfinished
// databases of processes that no longer run.
func Create(ctx context.Context, path string, begin []byte, fill func(*DB) error) error {
	if err := mayBeDatabase(path); err != nil {
		return fmt.Errorf("create database %s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("create directory of database: %w", errors.Join(results.ErrReadOnly, err))
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := dropLog(path); err != nil {
			return err
		}
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

// aside is an unfinished database. Its file lock (flock) shows other processes that the program
// building it is still running. The file stays open until the end, because closing it would release
// SQLite's locks.
type aside struct {
	name string
	lock *os.File
}

func newAside(path string) (*aside, error) {
	for {
		f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+buildingSuffix+"*")
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("there is no folder %s", filepath.Dir(path))
		}
		if err != nil {
			return nil, err
		}
		a := &aside{name: f.Name(), lock: f}
		if err := lockFile(f); err != nil {
			a.remove()
			return nil, err
		}
		// Another process may have removed the file before it was locked.
		if now, err := os.Stat(a.name); err == nil && sameFile(f, now) {
			return a, nil
		}
		f.Close()
	}
}

// dropLog removes the log of a former file at path. SQLite would apply it to the new file.
func dropLog(path string) error {
	for _, end := range []string{"-wal", "-shm", "-journal"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
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
	db.alone = true // no other process knows of the file
	if begun {
		if err := db.renew(ctx, time.Now()); err != nil {
			return errors.Join(err, db.Close())
		}
	}
	return errors.Join(fill(db), db.Close())
}

// place syncs the file and links it at path without overwriting an existing file. On a file system
// without hard links it checks for an existing file and then renames.
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

// sweep removes the unfinished databases of processes that no longer run.
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

func globWord(name string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(name)
}

// syncDir flushes a directory's entries to disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
