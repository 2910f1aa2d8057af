package main

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sources"
)

// listOfSources is the bundled list of public records, or another one.
type listOfSources struct {
	Sources string `type:"existingfile" help:"TOML file with another list of public sources." placeholder:"FILE"`
}

func (f listOfSources) all() ([]sources.Source, error) {
	if f.Sources == "" {
		return sources.All(), nil
	}
	data, err := os.ReadFile(f.Sources)
	if err != nil {
		return nil, fmt.Errorf("read the list of sources: %w", err)
	}
	return sources.Parse(data)
}

// chosen are the sources of those names, all if none is given.
func (f listOfSources) chosen(names []string) ([]sources.Source, error) {
	list, err := f.all()
	if err != nil || len(names) == 0 {
		return list, err
	}
	var some []sources.Source
	for _, n := range names {
		i := slices.IndexFunc(list, func(s sources.Source) bool { return s.Name == n })
		if i < 0 {
			return nil, fmt.Errorf("no public source is called %s; 'clawatlas sources' lists them", n)
		}
		some = append(some, list[i])
	}
	return some, nil
}

type sourcesCmd struct {
	storeFlag
	listOfSources
	JSON bool `name:"json" help:"Print the list as JSON."`
}

// Help implements kong's detailed help.
func (c *sourcesCmd) Help() string {
	return "Lists the public repositories that are known to hold records of runs, and what the database has of each. " +
		"'clawatlas ingest --public' reads them."
}

// Run prints the list.
func (c *sourcesCmd) Run(ctx context.Context, s *streams) error {
	list, err := c.all()
	if err != nil {
		return err
	}
	var runs []results.Run
	at, err := c.place()
	if err != nil {
		return err
	}
	if db, err := at.reader(ctx); err == nil { // without one nothing is here
		defer db.Close()
		if runs, _, err = db.Runs(ctx, results.RunFilter{Bare: true, Limit: math.MaxInt32}); err != nil {
			return err
		}
	}
	here := sources.In(list, runs)
	if c.JSON {
		return s.out.JSON(map[string]any{"sources": here})
	}
	rows := [][]string{{"source", "repository", "commit", "licence", "runs here", "holds"}}
	for i := range here {
		h := &here[i]
		rows = append(rows, []string{h.Name, strings.TrimPrefix(h.Repository, "https://"), h.Commit[:min(len(h.Commit), 12)], h.Licence,
			fmt.Sprint(h.RunsHere), h.Holds})
	}
	s.out.Table(rows)
	return nil
}

// public reads the sources one after the other. One whose runs are all here at its commit
// is not fetched again, so that a load that was ended goes on where it was.
func (c *ingestCmd) public(ctx context.Context, l *ingest.Loader, db store, s *streams) (*ingest.RunReport, error) {
	list, err := c.chosen(c.Paths)
	if err != nil {
		return nil, err
	}
	all := &ingest.RunReport{}
	for i := range list {
		x := &list[i]
		runs, _, err := db.Runs(ctx, results.RunFilter{Bare: true, Limit: math.MaxInt32})
		if err != nil {
			return all, err
		}
		here := sources.In(list[i:i+1], runs)[0]
		if !c.Latest && x.Pinned() && x.Runs != nil && here.RunsHere >= *x.Runs && slices.Equal(here.Commits, []string{x.Commit}) {
			s.err.Printf("%s: %s of %s here already\n", x.Name, counted(here.RunsHere, "run"), x.Commit[:12])
			continue
		}
		rep, err := c.publicOne(ctx, l, x, s)
		if rep != nil {
			all.Datasets = append(all.Datasets, rep.Datasets...)
			all.Runs = append(all.Runs, rep.Runs...)
			all.Warnings = append(all.Warnings, rep.Warnings...)
			all.Refused = append(all.Refused, rep.Refused...)
		}
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// publicOne fetches one source and reads what lies below its paths.
func (c *ingestCmd) publicOne(ctx context.Context, l *ingest.Loader, x *sources.Source, s *streams) (*ingest.RunReport, error) {
	s.err.Printf("%s: fetching %s\n", x.Name, x.Address(c.Latest))
	src, err := source.OpenGit(ctx, x.Address(c.Latest), source.Limits{})
	if err != nil {
		return &ingest.RunReport{Refused: []ingest.Refusal{{Source: x.Name, Reason: err.Error()}}}, nil
	}
	defer src.Close()
	switch now := src.Git.Commit; {
	case now == x.Commit:
	case x.Pinned():
		s.err.Printf("%s: %s in the place of %s\n", x.Name, now[:12], x.Commit[:12])
	default:
		s.err.Printf("%s: %s; the list has no commit to fetch\n", x.Name, now[:12])
	}
	id := c.identity()
	var parts []ingest.Source
	for _, dir := range x.Paths {
		if _, err := fs.Stat(src.FS, dir); err != nil {
			return &ingest.RunReport{Refused: []ingest.Refusal{{Source: x.Name, Item: dir, Reason: "the commit has no such path"}}}, nil
		}
		part := ingestSource(src, id)
		part.FS, err = fs.Sub(src.FS, dir)
		if err != nil {
			return nil, fmt.Errorf("open %s of %s: %w", dir, x.Name, err)
		}
		has := part.Git.Has
		part.Name, part.Git.Dir = path.Base(dir), dir
		part.Git.Has = func(name string) bool { return has(path.Join(dir, name)) }
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		parts = append(parts, ingestSource(src, id))
	}
	return withProgress(l, s, func() (*ingest.RunReport, error) { return l.Load(ctx, parts) })
}
