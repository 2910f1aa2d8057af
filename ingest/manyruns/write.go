package manyruns

import (
	"archive/tar"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// WriteFiles writes all files of fsys below dir.
func WriteFiles(dir string, fsys fs.FS) error {
	if err := os.CopyFS(dir, fsys); err != nil {
		return fmt.Errorf("write records: %w", err)
	}
	return nil
}

// WriteTars writes each folder of fsys that lies two levels deep (one run) as a
// tar of its own: agents/0001 becomes agents/0001.tar.
func WriteTars(dir string, fsys fs.FS) error {
	groups, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return fmt.Errorf("list records: %w", err)
	}
	for _, g := range groups {
		runs, err := fs.ReadDir(fsys, g.Name())
		if err != nil {
			return fmt.Errorf("list records: %w", err)
		}
		if err := os.MkdirAll(filepath.Join(dir, g.Name()), 0o755); err != nil {
			return fmt.Errorf("write records: %w", err)
		}
		for _, r := range runs {
			name := path.Join(g.Name(), r.Name())
			if err := writeTar(filepath.Join(dir, filepath.FromSlash(name)+".tar"), fsys, name); err != nil {
				return fmt.Errorf("write %s: %w", name, err)
			}
		}
	}
	return nil
}

func writeTar(name string, fsys fs.FS, dir string) (err error) {
	sub, err := fs.Sub(fsys, dir)
	if err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := tar.NewWriter(f)
	if err := w.AddFS(sub); err != nil {
		return err
	}
	return w.Close()
}
