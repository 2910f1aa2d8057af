// Package sources lists the public repositories with runs and what a database has of them.
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

// Source is a public repository with runs.
type Source struct {
	Name       string `toml:"name" json:"name"`             // that commands take
	Benchmark  string `toml:"benchmark" json:"benchmark"`   // slug of the benchmark that its records belong to; empty: several
	Repository string `toml:"repository" json:"repository"` // its address
	Commit     string `toml:"commit" json:"commit"`         // that is read: a full hash, or its first seven digits or more
	Path       string `toml:"path" json:"path"`             // directory in the repository; empty: all of it
	Format     string `toml:"format" json:"format"`         // that the records are read as; empty: by none yet
	Licence    string `toml:"licence" json:"licence"`       // as the repository states it, or "none stated"
	Holds      string `toml:"holds" json:"holds"`           // what is there, for people
	Runs       *int   `toml:"runs" json:"runs"`             // at the commit; null where nobody has counted them
	Trials     *int   `toml:"trials" json:"trials"`         // tasks with a verdict in these runs; null where nobody has counted them
	By         string `toml:"by" json:"by"`                 // who published it
	MostMiB    int64  `toml:"most_mib" json:"most_mib"`     // that a fetch may take, in MiB; a bound, not the size
}

// Pin is the commit as people are told it.
func (s *Source) Pin() string { return Short(s.Commit) }

// Short is the beginning of the hash of a commit.
func Short(commit string) string { return commit[:min(len(commit), 7)] }

// All is the bundled list.
func All() []Source {
	list, err := Parse(bundled)
	if err != nil {
		panic(err) // a test reads it
	}
	return list
}

var (
	commitHash = regexp.MustCompile(`^[0-9a-f]{7,64}$`)
	address    = regexp.MustCompile(`^https?://[^@\s]+$`)
)

// Parse reads a list of sources. A field that is not known is an error.
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

// Read is what a database notes of a source that was read into it to the end.
type Read struct {
	Pinned string   `json:"pinned"` // commit of the list when it was read
	Commit string   `json:"commit"` // that was read: the pinned one, or a newer one that was asked for
	Runs   []string `json:"runs"`   // slugs
}

// NoteKey is where the database has it.
func (s *Source) NoteKey() string { return "public." + s.Name }

// Notes keeps what is noted. Runs says which runs are there.
type Notes interface {
	Note(ctx context.Context, key string) (string, error)
	FindRun(ctx context.Context, slug string) (results.Run, error)
}

// Nothing is a database that has read no source.
type Nothing struct{}

// Note implements Notes.
func (Nothing) Note(context.Context, string) (string, error) { return "", nil }

// FindRun implements Notes.
func (Nothing) FindRun(context.Context, string) (results.Run, error) {
	return results.Run{}, results.ErrNotFound
}

// ReadOf is what the database notes of the source; nil if it has not read it to the end.
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

// Here is what a database has of a source.
type Here struct {
	Commit string `json:"commit"` // that was read to the end
	Runs   int    `json:"runs"`   // of it that are in the database now
	Trials int    `json:"trials"` // tasks with a verdict in them
}

// Of says what of the source the database has; nil if it has not read it to the end.
func (s *Source) Of(ctx context.Context, db Notes) (*Here, error) {
	read, err := s.ReadOf(ctx, db)
	if read == nil || err != nil {
		return nil, err
	}
	h := &Here{Commit: read.Commit}
	for _, slug := range read.Runs {
		run, err := db.FindRun(ctx, slug)
		if errors.Is(err, results.ErrNotFound) {
			continue // removed, withdrawn, hidden, or other records stand in its place
		}
		if err != nil {
			return nil, err
		}
		h.Runs, h.Trials = h.Runs+1, h.Trials+run.Counts.Scored
	}
	return h, nil
}

// Sources is the bundled list with what a site has of each.
type Sources struct {
	Sources []Listed `json:"sources"` // in the order of the list
}

// Listed is a source with what the database has of it.
type Listed struct {
	Source
	Here *Here `json:"here"` // what the database has of it; null where it was not read to the end
}

// List is every source of a list with what the database has of it.
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
