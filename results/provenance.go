package results

import (
	"net/url"
	"path"
	"strings"
)

// Facts of a run about where its records lie. They are set when the records are
// read, never taken from the records.
const (
	factRepository = "repository"
	factCommit     = "commit"
	factPath       = "path"
	factFiles      = "path_files" // "each" where every raw record is a file of the commit
)

// Provenance says which commit of which repository holds the records of a run.
// The zero value is that of records that lie under no version control, or are
// not known to.
type Provenance struct {
	Repository string // its address, without credentials and without ".git"
	Commit     string // full hash
	Path       string // of the run's directory or file there; "." is the root
	Files      bool   // each raw record is a file there, at File of its name
}

// ProvenanceOf reads what SetProvenance has put among the facts of a run.
func ProvenanceOf(facts map[string]string) Provenance {
	return Provenance{Repository: facts[factRepository], Commit: facts[factCommit], Path: facts[factPath], Files: facts[factFiles] == "each"}
}

// SetProvenance returns the facts with where the records lie, whatever they said
// of it before.
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

// KeepProvenance returns the newly read facts of a run whose records were stored
// before: as its records are the same, the commit that they were read from first still
// holds them, unless they have moved.
func KeepProvenance(stored, read map[string]string) map[string]string {
	p, was := ProvenanceOf(read), ProvenanceOf(stored)
	if was.Repository != "" && (p.Repository == "" || p.Repository == was.Repository && p.Path == was.Path) {
		p = was
	}
	return SetProvenance(read, p)
}

// File is the path in the repository of a raw record of the run.
func (p Provenance) File(name string) string { return RecordPath(p.Path, name) }

// RecordPath is the path of a raw record of a run that lies at a place: names are
// relative to a directory, but a single file has its own.
func RecordPath(place, name string) string {
	if place == name || strings.HasSuffix(place, "/"+name) {
		return place
	}
	return path.Join(place, name)
}

// Short is the commit as people write it.
func (p Provenance) Short() string { return p.Commit[:min(12, len(p.Commit))] }

// String says where the records lie; it is empty where that is not known.
func (p Provenance) String() string {
	switch {
	case p.Repository == "":
		return ""
	case p.Path == "" || p.Path == ".":
		return p.Repository + " at " + p.Short()
	}
	return p.Repository + " at " + p.Short() + ", " + p.Path
}

// hosts are those whose addresses of files at a commit are known: what stands
// between the repository and the commit for a directory, and for a file.
var hosts = map[string][2]string{
	"github.com":     {"tree", "blob"},
	"gitlab.com":     {"-/tree", "-/blob"},
	"codeberg.org":   {"src/commit", "src/commit"},
	"bitbucket.org":  {"src", "src"},
	"huggingface.co": {"tree", "blob"},
}

// KnownHost reports whether the addresses of files on a host are known.
func KnownHost(host string) bool { return hosts[host][0] != "" }

// PathURL is the address of the run's directory on the repository's site, and
// FileURL that of one of its raw records; both are empty where it is not known.
func (p Provenance) PathURL() string { return p.page(p.Path, 0) }

// FileURL is described at PathURL.
func (p Provenance) FileURL(name string) string {
	if !p.Files {
		return ""
	}
	return p.page(p.File(name), 1)
}

// page is the address of a path at the commit: kind 0 is a directory, 1 a file.
func (p Provenance) page(at string, kind int) string {
	u, err := url.Parse(p.Repository)
	if err != nil || u.Scheme != "https" || !KnownHost(u.Host) || p.Commit == "" {
		return ""
	}
	return u.JoinPath(append(strings.Split(hosts[u.Host][kind], "/"), append([]string{p.Commit}, escaped(at)...)...)...).String()
}

// escaped are the parts of a path as an address has them.
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
