// Package sources lists the public repositories that hold records of runs.
package sources

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/clawatlas/clawatlas/results"
)

// Source is one of them. What nobody has counted is nil.
type Source struct {
	Name       string   `json:"name" toml:"name"`             // that --public takes
	Benchmark  string   `json:"benchmark" toml:"benchmark"`   // id; empty where the records say which
	Repository string   `json:"repository" toml:"repository"` // its address
	Commit     string   `json:"commit" toml:"commit"`         // at which it was read; a short one says only where it was seen
	Paths      []string `json:"paths" toml:"paths"`           // below which the records lie; empty: everywhere
	Licence    string   `json:"licence" toml:"licence"`       // as the repository states it
	By         string   `json:"by" toml:"by"`                 // who published it
	Holds      string   `json:"holds" toml:"holds"`           // in words
	Runs       *int     `json:"runs" toml:"runs"`             // that were counted there; null where nobody has
	Trials     *int     `json:"trials" toml:"trials"`         // that were counted there; null where nobody has
}

//go:embed sources.toml
var bundled []byte

// All are the bundled sources, in the order of the list.
func All() []Source {
	list, err := Parse(bundled)
	if err != nil {
		panic(err) // a test reads it
	}
	return list
}

var (
	name   = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]*$`)
	commit = regexp.MustCompile(`^[0-9a-f]{7,40}$`)
)

// Parse reads a list and refuses members that nobody knows.
func Parse(data []byte) ([]Source, error) {
	var file struct {
		Source []Source `toml:"source"`
	}
	d := toml.NewDecoder(strings.NewReader(string(data)))
	if err := d.DisallowUnknownFields().Decode(&file); err != nil {
		return nil, fmt.Errorf("read the list of sources: %w", err)
	}
	seen := map[string]bool{}
	for i := range file.Source {
		s := &file.Source[i]
		switch {
		case !name.MatchString(s.Name) || seen[s.Name]:
			return nil, fmt.Errorf("read the list of sources: %q is no name, or of two", s.Name)
		case s.Repository == "" || s.Commit != "" && !commit.MatchString(s.Commit):
			return nil, fmt.Errorf("read the list of sources: %s has no repository, or %q is no commit", s.Name, s.Commit)
		}
		seen[s.Name] = true
		if s.Paths == nil {
			s.Paths = []string{}
		}
	}
	return file.Source, nil
}

// Pinned reports whether the commit can be fetched by its hash.
func (s *Source) Pinned() bool { return len(s.Commit) == 40 }

// Address is what git fetches: the pinned commit, or the newest.
func (s *Source) Address(latest bool) string {
	if s.Pinned() && !latest {
		return s.Repository + "@" + s.Commit
	}
	return s.Repository
}

// Here is a source with what a database has of it.
type Here struct {
	Source
	RunsHere   int      `json:"runs_here"`   // whose records were read from it, at any commit
	TrialsHere int      `json:"trials_here"` // scored trials of these
	Commits    []string `json:"commits"`     // that they were read at
}

// In sets the sources against the runs of a database.
func In(list []Source, runs []results.Run) []Here {
	all := make([]Here, len(list))
	for i := range list {
		h := Here{Source: list[i], Commits: []string{}}
		for k := range runs {
			p := results.ProvenanceOf(runs[k].Facts)
			if !strings.EqualFold(p.Repository, h.Repository) || !h.holds(p.Path) || h.Pinned() && h.elsewhere(list, p.Commit) {
				continue
			}
			h.RunsHere++
			h.TrialsHere += runs[k].Counts.Scored
			if !slices.Contains(h.Commits, p.Commit) {
				h.Commits = append(h.Commits, p.Commit)
			}
		}
		all[i] = h
	}
	return all
}

// holds reports whether a path of the repository is below those of the source.
func (s *Source) holds(at string) bool {
	return len(s.Paths) == 0 || slices.ContainsFunc(s.Paths, func(p string) bool { return at == p || strings.HasPrefix(at, p+"/") })
}

// elsewhere reports whether a commit is the pin of another source of the repository, which
// has the same paths in another state.
func (s *Source) elsewhere(list []Source, commit string) bool {
	return commit != s.Commit && slices.ContainsFunc(list, func(x Source) bool { return x.Repository == s.Repository && x.Commit == commit })
}
