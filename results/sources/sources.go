// Package sources lists public repositories that contain runs, and determines what a database has
// imported from them.
package sources

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/clawatlas/clawatlas/results"
)

//go:embed sources.toml
var bundled []byte

// Source is a public repository that contains runs.
type Source struct {
	Name       string `toml:"name" json:"name"`             // name used in commands
	Benchmark  string `toml:"benchmark" json:"benchmark"`   // slug of the records' benchmark; empty if there are several
	Repository string `toml:"repository" json:"repository"` // repository URL
	Commit     string `toml:"commit" json:"commit"`         // commit to import: a full hash or at least its first seven digits
	Path       string `toml:"path" json:"path"`             // directory in the repository; empty for the whole repository
	Format     string `toml:"format" json:"format"`         // format of the records; empty if no importer exists yet
	Licence    string `toml:"licence" json:"licence"`       // licence as stated by the repository, or "none stated"
	Holds      string `toml:"holds" json:"holds"`           // human-readable description of the content
	Runs       *int   `toml:"runs" json:"runs"`             // number of runs at the commit; null if not counted
	Trials     *int   `toml:"trials" json:"trials"`         // number of tasks with a verdict in these runs; null if not counted
	By         string `toml:"by" json:"by"`                 // publisher of the repository
	MostMiB    int64  `toml:"most_mib" json:"most_mib"`     // maximum download size in MiB; a limit, not the actual size
}

// Pin returns the abbreviated commit hash for display.
func (s *Source) Pin() string { return Short(s.Commit) }

// Short abbreviates a commit hash to seven digits.
func Short(commit string) string { return commit[:min(len(commit), 7)] }

// All returns the bundled list.
func All() []Source {
	list, err := Parse(bundled)
	if err != nil {
		panic(err) // a test parses the bundled list
	}
	return list
}

var (
	commitHash = regexp.MustCompile(`^[0-9a-f]{7,64}$`)
	address    = regexp.MustCompile(`^https?://[^@\s]+$`)
)

// Parse parses a list of sources. An unknown field is an error.
func Parse(data []byte) ([]Source, error) {
	var file struct {
		Source []Source `toml:"source"`
	}
	d := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		if strict := new(toml.StrictMissingError); errors.As(err, &strict) {
			return nil, fmt.Errorf("list of sources: unknown field: %s", strict.String())
		}
		return nil, fmt.Errorf("list of sources: %w", err)
	}
	seen := map[string]bool{}
	for i := range file.Source {
		s := &file.Source[i]
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("list of sources: entry %d (%s): %w", i+1, s.Name, err)
		}
		if seen[s.Name] {
			return nil, fmt.Errorf("list of sources: %s is there twice", s.Name)
		}
		seen[s.Name] = true
	}
	return file.Source, nil
}

func (s *Source) check() error {
	switch {
	case !results.ValidSlug(s.Name):
		return errors.New("a name may contain lower-case letters, digits, dots, hyphens and underscores")
	case !address.MatchString(s.Repository):
		return fmt.Errorf("repository %q is not a URL", s.Repository)
	case !commitHash.MatchString(s.Commit):
		return fmt.Errorf("commit %q is not a hash of at least seven hex digits", s.Commit)
	case s.Path != "" && (path.Clean(s.Path) != s.Path || path.IsAbs(s.Path) || s.Path == "." || strings.HasPrefix(s.Path, "..")):
		return fmt.Errorf("path %q is not a directory in a repository", s.Path)
	case s.Licence == "":
		return errors.New(`no licence; "none stated" says that there is none`)
	case s.MostMiB <= 0:
		return errors.New("most_mib does not bound the fetch")
	}
	return nil
}

// Read records in the database that a source was completely imported.
type Read struct {
	Pinned string   `json:"pinned"` // commit in the list at the time of the import
	Commit string   `json:"commit"` // imported commit: the one in the list, or a newer one on request
	Runs   []string `json:"runs"`   // slugs of the imported runs
}

// NoteKey returns the key under which the database stores the import of the source.
func (s *Source) NoteKey() string { return "public." + s.Name }

// Notes is the part of a database that stores the imports of sources.
type Notes interface {
	Note(ctx context.Context, key string) (string, error)
	FindRun(ctx context.Context, slug string) (results.Run, error)
}

// Nothing implements Notes for a database without imported sources.
type Nothing struct{}

// Note implements Notes.
func (Nothing) Note(context.Context, string) (string, error) { return "", nil }

// FindRun implements Notes.
func (Nothing) FindRun(context.Context, string) (results.Run, error) {
	return results.Run{}, results.ErrNotFound
}

// ReadOf returns the record of the source's import; nil if it was not completely imported.
func (s *Source) ReadOf(ctx context.Context, db Notes) (*Read, error) {
	value, err := db.Note(ctx, s.NoteKey())
	if err != nil || value == "" {
		return nil, err
	}
	r := new(Read)
	if err := json.Unmarshal([]byte(value), r); err != nil {
		return nil, fmt.Errorf("note of source %s: %w", s.Name, err)
	}
	return r, nil
}

// Here describes what a database contains from a source.
type Here struct {
	Commit string `json:"commit"` // commit that was imported
	Runs   int    `json:"runs"`   // number of imported runs that are still in the database
	Trials int    `json:"trials"` // number of tasks with a verdict in these runs
}

// Of returns what the database contains from the source; nil if the source was not completely
// imported.
func (s *Source) Of(ctx context.Context, db Notes) (*Here, error) {
	read, err := s.ReadOf(ctx, db)
	if read == nil || err != nil {
		return nil, err
	}
	h := &Here{Commit: read.Commit}
	for _, slug := range read.Runs {
		run, err := db.FindRun(ctx, slug)
		if errors.Is(err, results.ErrNotFound) {
			continue // run was removed, withdrawn, hidden, or replaced by other records
		}
		if err != nil {
			return nil, err
		}
		h.Runs, h.Trials = h.Runs+1, h.Trials+run.Counts.Scored
	}
	return h, nil
}

// Sources is the bundled list, with what the database contains from each source.
type Sources struct {
	Sources []Listed `json:"sources"` // sources in the order of the list
}

// Listed is a source with what the database contains from it.
type Listed struct {
	Source
	Here *Here `json:"here"` // null if the source was not completely imported
}

// List returns the sources of a list, each with what the database contains from it.
func List(ctx context.Context, list []Source, db Notes) ([]Listed, error) {
	out := make([]Listed, len(list))
	for i, s := range list {
		here, err := s.Of(ctx, db)
		if err != nil {
			return nil, err
		}
		out[i] = Listed{s, here}
	}
	return out, nil
}
