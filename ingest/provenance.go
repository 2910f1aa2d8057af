package ingest

import (
	"errors"
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/results"
)

// Committed says which commit of a repository holds the files of a source.
type Committed struct {
	Repository string // its address, without credentials
	Commit     string // full hash
	Dir        string // of the source's root in the repository; "." if that is the root
	// Has reports whether a file of the source is in the commit, as it is.
	Has func(name string) bool
}

// provenance says which commit holds the run's records. There is none if a record differs from the commit, which is warned
// about, or if a name on the way was redacted.
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
			p.Files = false // it is a part of a file, or has another name there
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
