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

// DatabaseFile is the file name of the published database in the downloads.
const DatabaseFile = "clawatlas.db"

// Building begins the name of a folder whose downloads are not complete. Killed processes leave it
// behind.
const Building = ".building-"

// downloadsFile is the name of the file that lists the downloads. It is replaced only after all
// downloads are complete.
const downloadsFile = "downloads.json"

// Download is one file that the site offers.
type Download struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	Rows   int    `json:"rows"`   // number of rows of a table; 0 for the database
	SHA256 string `json:"sha256"` // hex SHA-256 of the file
}

// Downloads lists the files of one published snapshot.
type Downloads struct {
	Made   int64      `json:"made"`   // time of creation, in Unix milliseconds
	Folder string     `json:"folder"` // name of the folder with the files
	Files  []Download `json:"files"`
}

// folderName is the format of folder names: the time of creation.
const folderName = "20060102T150405.000Z"

// Offer publishes the database and tables in the directory made as the downloads in dir. It deletes
// earlier downloads.
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
		info, ierr := e.Info()
		killed := ierr == nil && strings.HasPrefix(e.Name(), Building) && at.Sub(info.ModTime()) > 24*time.Hour
		if _, other := time.Parse(folderName, e.Name()); (other == nil || killed) && e.IsDir() && e.Name() != d.Folder {
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

// Offered returns the downloads in a directory; none if the directory has no list of downloads.
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

// OpenDownload opens a listed file and refuses all others.
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
