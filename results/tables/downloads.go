package tables

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// DatabaseFile is the name of the published database among the downloads.
const DatabaseFile = "clawatlas.db"

// downloadsFile lists the downloads of a folder; it is replaced after its files are there.
const downloadsFile = "downloads.json"

// Download is one file that a site offers.
type Download struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	Rows   int    `json:"rows"`   // of a table; 0 for the database
	SHA256 string `json:"sha256"` // of the file, hex
}

// Downloads is what a site offers of one published state.
type Downloads struct {
	Made   int64      `json:"made"`   // when it was written, Unix milliseconds
	Folder string     `json:"folder"` // below which the files lie
	Files  []Download `json:"files"`
}

// folderName is the time at which a folder was written, as its name.
const folderName = "20060102T150405.000Z"

// Offer publishes the database and tables in made as the downloads of dir and removes the former ones.
func Offer(dir, made string, n Written, at time.Time) error {
	files := []Download{{Name: DatabaseFile}}
	for _, t := range tableFiles {
		files = append(files, Download{Name: t.name + tableEnd, Rows: t.rows(n)})
	}
	for i := range files {
		f, file := &files[i], filepath.Join(made, files[i].Name)
		err := os.Chmod(file, 0o644)
		if err == nil {
			f.SHA256, f.Bytes, err = digest(file)
		}
		if err != nil {
			return fmt.Errorf("offer downloads: %w", err)
		}
	}
	d := Downloads{Made: at.UnixMilli(), Folder: at.UTC().Format(folderName), Files: files}
	list, err := json.MarshalIndent(d, "", " ")
	part := filepath.Join(dir, downloadsFile+part)
	if err = errors.Join(err, os.Chmod(made, 0o755), os.Rename(made, filepath.Join(dir, d.Folder)), os.WriteFile(part, list, 0o644),
		os.Rename(part, filepath.Join(dir, downloadsFile))); err != nil {
		return fmt.Errorf("offer downloads: %w", err)
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if _, other := time.Parse(folderName, e.Name()); other == nil && e.IsDir() && e.Name() != d.Folder {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

func digest(file string) (sum string, size int64, err error) {
	f, err := os.Open(file)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	h := sha256.New()
	size, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), size, err
}

// Offered reads what a folder of downloads offers; without a list it offers nothing.
func Offered(dir fs.FS) (Downloads, error) {
	var d Downloads
	data, err := fs.ReadFile(dir, downloadsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &d)
	}
	if err != nil {
		return Downloads{}, fmt.Errorf("list downloads: %w", err)
	}
	return d, nil
}

// OpenDownload opens a file that is on the list, and no other.
func OpenDownload(dir fs.FS, name string) (fs.File, Download, error) {
	d, err := Offered(dir)
	if err != nil {
		return nil, Download{}, err
	}
	i := slices.IndexFunc(d.Files, func(f Download) bool { return f.Name == name })
	if i < 0 || strings.ContainsAny(d.Folder+name, `/\`) {
		return nil, Download{}, fmt.Errorf("download %s: %w", name, results.ErrNotFound)
	}
	f, err := dir.Open(path.Join(d.Folder, name))
	if err != nil {
		return nil, Download{}, fmt.Errorf("open download: %w", err)
	}
	return f, d.Files[i], nil
}
