package results

import (
	"net/url"
	"path"
	"strings"
)

// Facts about the repository that contains a run's records. They are determined during the import
// and never taken from the records.
const (
	factRepository = "repository"
	factCommit     = "commit"
	factPath       = "path"
	factFiles      = "path_files" // "each" if every raw record is a file in the commit
)

// Provenance is the repository and commit that contain the records of a run. The zero value means
// that the records are not known to be under version control.
type Provenance struct {
	Repository string // URL of the repository, without credentials and ".git"
	Commit     string // full hash of the commit
	Path       string // path of the run's directory or file in the repository; "." for its root
	Files      bool   // set if each raw record is a file in the repository, with the path File(name)
}

// ProvenanceOf decodes the facts written by SetProvenance.
func ProvenanceOf(facts map[string]string) Provenance {
	return Provenance{Repository: facts[factRepository], Commit: facts[factCommit], Path: facts[factPath], Files: facts[factFiles] == "each"}
}

// SetProvenance replaces the provenance in the facts and returns the facts; it allocates the map if
// it is nil.
func SetProvenance(facts map[string]string, p Provenance) map[string]string {
	files := ""
	if p.Files {
		files = "each"
	}
	for _, f := range []struct{ key, value string }{
		{factRepository, p.Repository}, {factCommit, p.Commit}, {factPath, p.Path}, {factFiles, files},
	} {
		switch {
		case f.value == "":
			delete(facts, f.key)
		case facts == nil:
			facts = map[string]string{f.key: f.value}
		default:
			facts[f.key] = f.value
		}
	}
	return facts
}

// KeepProvenance returns the facts of a new import of a run that is already stored. It keeps the
// stored commit, which still contains the same records, unless the records have moved.
func KeepProvenance(stored, read map[string]string) map[string]string {
	p, was := ProvenanceOf(read), ProvenanceOf(stored)
	if was.Repository != "" && (p.Repository == "" || p.Repository == was.Repository && p.Path == was.Path) {
		p = was
	}
	return SetProvenance(read, p)
}

// File returns the path of a raw record in the repository.
func (p Provenance) File(name string) string { return RecordPath(p.Path, name) }

// RecordPath returns the path of a raw record of a run. place is the run's location: if it is a
// directory, name is relative to it; if it is a file, it is itself the path.
func RecordPath(place, name string) string {
	if place == name || strings.HasSuffix(place, "/"+name) {
		return place
	}
	return path.Join(place, name)
}

// Short returns the first digits of the commit hash, for display.
func (p Provenance) Short() string { return p.Commit[:min(12, len(p.Commit))] }

// String describes the location of the records for display; it is empty if unknown.
func (p Provenance) String() string {
	switch {
	case p.Repository == "":
		return ""
	case p.Path == "" || p.Path == ".":
		return p.Repository + " at " + p.Short()
	}
	return p.Repository + " at " + p.Short() + ", " + p.Path
}

// hosts maps each known host to the URL segments between repository and commit, for a directory and
// for a file.
var hosts = map[string][2]string{
	"github.com":     {"tree", "blob"},
	"gitlab.com":     {"-/tree", "-/blob"},
	"codeberg.org":   {"src/commit", "src/commit"},
	"bitbucket.org":  {"src", "src"},
	"huggingface.co": {"tree", "blob"},
}

// KnownHost reports whether the URLs of files on the host can be constructed.
func KnownHost(host string) bool { return hosts[host][0] != "" }

// PathURL returns the URL of the run's directory on the repository's host; empty if unknown.
func (p Provenance) PathURL() string { return p.page(p.Path, 0) }

// FileURL returns the URL of a raw record; empty if unknown.
func (p Provenance) FileURL(name string) string {
	if !p.Files {
		return ""
	}
	return p.page(p.File(name), 1)
}

// page returns the URL of a path at the commit. kind is 0 for a directory and 1 for a file.
func (p Provenance) page(at string, kind int) string {
	u, err := url.Parse(p.Repository)
	if err != nil || u.Scheme != "https" || !KnownHost(u.Host) || p.Commit == "" {
		return ""
	}
	return u.JoinPath(append(strings.Split(hosts[u.Host][kind], "/"), append([]string{p.Commit}, escaped(at)...)...)...).String()
}

// escaped returns the elements of a path, escaped for a URL.
func escaped(p string) []string {
	if p == "." || p == "" {
		return nil
	}
	parts := strings.Split(p, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return parts
}
