package ingest

import (
	"errors"
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/results"
)

// Committed identifies the repository commit that contains the files of a source.
type Committed struct {
	Repository string // URL without credentials
	Commit     string // full commit hash
	Dir        string // path of the source's root in the repository; "." if it is the repository root
	// Has reports whether the commit contains a file of the source without changes.
	Has func(name string) bool
}

// provenance returns the commit that contains the run's records. It returns the zero value if a
// record differs from the commit, with a warning, or if the path contains a redacted name.
func (r *runWriter) provenance() results.Provenance {
	at := r.w.src.Git
	if at == nil || !r.w.plain(r.w.item.Dir) {
		return results.Provenance{}
	}
	p := results.Provenance{Repository: at.Repository, Commit: at.Commit, Path: path.Join(at.Dir, r.w.item.Dir), Files: true}
	for _, name := range r.records {
		_, err := fs.Stat(r.w.src.FS, name)
		switch {
		case errors.Is(err, fs.ErrNotExist), !r.w.plain(name), path.Join(at.Dir, name) != p.File(r.digestName(name)):
			p.Files = false // the record is a part of a file, or its name differs from the file's
		case !at.Has(name):
			r.Warn(Warn(name, 0, "differs from commit %s: the run is stored without its commit", p.Short()))
			return results.Provenance{}
		}
	}
	return p
}

func (w *writer) plain(name string) bool {
	names, ok := w.src.FS.(*cleanNames)
	if !ok {
		return true
	}
	real, err := names.resolve("name", name)
	return err == nil && real == name
}
