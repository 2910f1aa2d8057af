package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Dir stores objects as files in a directory. It cannot access files outside of it.
type Dir struct {
	root *os.Root
	made atomic.Int64 // counter for the names of temporary files
}

// OpenDir opens a directory, which it creates if necessary.
func OpenDir(name string) (*Dir, error) {
	if err := os.MkdirAll(name, 0o755); err != nil {
		return nil, fmt.Errorf("open blob directory: %w", errors.Join(results.ErrReadOnly, err))
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("open blob directory: %w", err)
	}
	return &Dir{root: root}, nil
}

// Close closes the directory.
func (d *Dir) Close() error { return d.root.Close() }

// Put implements Store. It renames a file to its final name only after writing it completely.
func (d *Dir) Put(_ context.Context, name string, body *io.SectionReader) error {
	if there, err := d.holds(name, body); err != nil || there {
		return errors.Join(err, d.touch(name, there))
	}
	if err := d.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return cannotWrite(err)
	}
	aside := path.Join(path.Dir(name), "."+path.Base(name)+"."+strconv.Itoa(os.Getpid())+"."+strconv.FormatInt(d.made.Add(1), 36))
	f, err := d.root.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return cannotWrite(err)
	}
	_, err = io.Copy(f, io.NewSectionReader(body, 0, body.Size()))
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = d.root.Rename(aside, name)
	}
	if err != nil {
		return cannotWrite(errors.Join(err, d.root.Remove(aside)))
	}
	if err := d.settle(path.Dir(name)); err != nil {
		return cannotWrite(err)
	}
	there, err := d.holds(name, body)
	if err == nil && !there {
		err = fmt.Errorf("the stored content of object %s differs from what was written: %w", name, results.ErrDamaged)
	}
	return err
}

// holds reports whether the object exists and has the content of body.
func (d *Dir) holds(name string, body *io.SectionReader) (bool, error) {
	f, size, err := d.open(name)
	if errors.Is(err, results.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	return same(io.NewSectionReader(f, 0, size), body)
}

// touch sets the time of an object to now if it exists.
func (d *Dir) touch(name string, there bool) error {
	if !there {
		return nil
	}
	now := time.Now()
	return d.root.Chtimes(name, now, now)
}

// settle syncs a directory, so that renames in it survive a power failure.
func (d *Dir) settle(name string) error {
	f, err := d.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (d *Dir) open(name string) (*os.File, int64, error) {
	f, err := d.root.Open(name)
	if err != nil {
		return nil, 0, notFound(name, err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

// Range implements Store.
func (d *Dir) Range(_ context.Context, name string, from, size int64) ([]byte, error) {
	f, all, err := d.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size < 0 {
		size = all - from
	}
	if from < 0 || size < 0 || from > all || size > all-from {
		return nil, outside(name, from, size)
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(io.NewSectionReader(f, from, size), data); err != nil {
		return nil, err
	}
	return data, nil
}

// Stat implements Store.
func (d *Dir) Stat(_ context.Context, name string) (Info, error) {
	info, err := d.root.Stat(name)
	if err != nil {
		return Info{}, notFound(name, err)
	}
	return Info{Name: name, Size: info.Size(), At: info.ModTime()}, nil
}

// Delete implements Store.
func (d *Dir) Delete(_ context.Context, name string) error {
	if err := d.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return cannotWrite(err)
	}
	return nil
}

// List implements Store. It also lists unfinished files, which no database row references.
func (d *Dir) List(ctx context.Context, each func(Info) error) error {
	return fs.WalkDir(d.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return errors.Join(err, ctx.Err())
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // file deleted during the listing
		}
		if err != nil {
			return err
		}
		return each(Info{Name: name, Size: info.Size(), At: info.ModTime()})
	})
}

func notFound(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return missing(name)
	}
	return err
}

// cannotWrite wraps a write error as ErrReadOnly.
func cannotWrite(err error) error {
	return fmt.Errorf("write to the blob directory: %w", errors.Join(results.ErrReadOnly, err))
}
