package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sources"
)

type listFlag struct {
	List string `type:"existingfile" help:"TOML file with a list of public sources, used instead of the bundled list." placeholder:"FILE"`
}

func (f listFlag) all() ([]sources.Source, error) {
	if f.List == "" {
		return sources.All(), nil
	}
	data, err := os.ReadFile(f.List)
	if err != nil {
		return nil, err
	}
	return sources.Parse(data)
}

// sourceFlags are the flags for importing public sources, which are given by name instead of by
// path.
type sourceFlags struct {
	Public bool `help:"Fetch and read the public sources named as paths, or all of them (see 'clawatlas sources'). Sources already in the database are not fetched again."`
	Latest bool `help:"With --public: read the newest commit instead of the pinned one, and report what changes."`
	listFlag
}

func (f *sourceFlags) check() error {
	if !f.Public && (f.Latest || f.List != "") {
		return errors.New("--latest and --list require --public")
	}
	return nil
}

func (f *sourceFlags) chosen(names []string) ([]sources.Source, error) {
	all, err := f.all()
	if err != nil || len(names) == 0 {
		return all, err
	}
	var list []sources.Source
	for _, name := range names {
		i := slices.IndexFunc(all, func(s sources.Source) bool { return s.Name == name })
		if i < 0 {
			return nil, usageError(fmt.Sprintf("no public source is called %s; 'clawatlas sources' lists them", name))
		}
		list = append(list, all[i])
	}
	return list, nil
}

type publicRead struct {
	Source string            `json:"source"`
	Was    string            `json:"was,omitempty"`    // commit at the last complete import; empty if none
	Commit string            `json:"commit,omitempty"` // commit that was imported now
	Here   bool              `json:"here,omitempty"`   // set if this commit was already in the database
	Reason string            `json:"reason,omitempty"`
	Report *ingest.RunReport `json:"report,omitempty"`
}

// read imports the sources one after the other. If one cannot be fetched, it continues with the
// next. A repeated call skips sources that are already complete.
func (f *sourceFlags) read(ctx context.Context, db store, names []string, jobs int, s *streams) ([]publicRead, error) {
	list, err := f.chosen(names)
	if err != nil {
		return nil, err
	}
	var out []publicRead
	for i := range list {
		r, err := f.one(ctx, db, &list[i], jobs, s)
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		if err != nil {
			r.Reason = plain(err)
		}
		out = append(out, r)
	}
	return out, nil
}

// errNoReader is returned for a source whose format this program version does not support.
var errNoReader = errors.New("no importer reads its records yet")

func (f *sourceFlags) one(ctx context.Context, db store, src *sources.Source, jobs int, s *streams) (publicRead, error) {
	r := publicRead{Source: src.Name}
	if !readable(src) {
		return r, errNoReader
	}
	before, err := src.ReadOf(ctx, db)
	if err != nil {
		return r, err
	}
	want := src.Commit
	if f.Latest {
		if want, err = source.Newest(ctx, src.Repository, source.Limits{}); err != nil {
			return r, err
		}
	}
	if before != nil {
		r.Was, r.Commit = before.Commit, before.Commit
		r.Here = before.Commit == want || !f.Latest && before.Pinned == src.Commit
		if here, err := src.Of(ctx, db); err != nil {
			return r, err
		} else if r.Here = r.Here && (here.Runs > 0 || len(before.Runs) == 0); r.Here {
			return r, nil
		}
	}
	opened, err := fetch(ctx, src, want, s)
	if err != nil {
		return r, err
	}
	defer opened.Close()
	l := newLoader(db)
	l.Jobs = jobs
	r.Report, err = withProgress(l, s, func() (*ingest.RunReport, error) {
		return l.Load(ctx, []ingest.Source{ingestSource(opened, ingest.Identity{})})
	})
	if err != nil {
		return r, err
	}
	r.Commit = opened.Git.Commit
	note := sources.Read{Pinned: src.Commit, Commit: r.Commit, Runs: []string{}}
	for _, line := range r.Report.Runs {
		note.Runs = append(note.Runs, line.Run)
	}
	value, err := json.Marshal(note)
	if err != nil {
		return r, err
	}
	return r, db.SaveNote(ctx, src.NoteKey(), string(value))
}

func readable(src *sources.Source) bool {
	return slices.ContainsFunc(formats.All(), func(f ingest.Format) bool { return f.Name() == src.Format })
}

func fetch(ctx context.Context, src *sources.Source, commit string, s *streams) (*source.Source, error) {
	most := src.MostMiB << 20
	s.err.Printf("fetching %s at %s, at most %d MiB\n", src.Repository, sources.Short(commit), src.MostMiB)
	p := newCountProgress(s.err, "fetching "+src.Name, "bytes", "bytes at most")
	defer p.end()
	lim := source.Limits{MaxFetch: most, Fetched: func(n int64) { p.at(int(min(n, most)), int(most)) }}
	return source.OpenGitDir(ctx, src.Repository+"@"+commit, cmp.Or(src.Path, "."), lim)
}

func failedPublic(list []publicRead) bool {
	return slices.ContainsFunc(list, func(r publicRead) bool {
		return r.Reason != "" && r.Reason != errNoReader.Error() ||
			r.Report != nil && slices.ContainsFunc(r.Report.Refused, func(x ingest.Refusal) bool { return !x.Withdrawn })
	})
}

func printPublic(p *printer, list []publicRead, asJSON bool) error {
	if asJSON {
		return p.JSON(map[string]any{"sources": list})
	}
	var sums [][]string
	for _, r := range list {
		sum := []string{r.Source, "-", "not read: " + r.Reason}
		switch {
		case r.Here:
			sum[1], sum[2] = sources.Short(r.Commit), "here already"
		case r.Reason == "":
			if err := printReport(p, r.Report, false); err != nil {
				return err
			}
			sum[1], sum[2] = sources.Short(r.Commit), becameOfRuns(r.Report)
			if r.Was != "" && r.Was != r.Commit {
				sum[1] = sources.Short(r.Was) + " → " + sum[1]
			}
		}
		sums = append(sums, sum)
	}
	p.Table(append([][]string{{"source", "commit", "runs"}}, sums...))
	return nil
}

func becameOfRuns(rep *ingest.RunReport) string {
	var parts []string
	unchanged := 0
	for i := range rep.Runs {
		if rep.Runs[i].Unchanged || rep.Runs[i].Reread {
			unchanged++
		}
	}
	for _, x := range []struct {
		n    int
		what string
	}{
		{len(rep.Runs) - unchanged, "added"}, {unchanged, "unchanged"}, {len(rep.Refused), "refused"},
	} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", x.n, x.what))
		}
	}
	if len(parts) == 0 {
		return "none, only the dataset"
	}
	return strings.Join(parts, ", ")
}

type sourcesCmd struct {
	storeFlag
	listFlag
	JSON bool `name:"json" help:"Print the list as JSON."`
}

func (c *sourcesCmd) Run(ctx context.Context, s *streams) error {
	all, err := c.all()
	if err != nil {
		return err
	}
	at, err := c.place()
	if err != nil {
		return err
	}
	var notes sources.Notes = sources.Nothing{}
	if db, err := at.reader(ctx); err == nil {
		defer db.Close()
		notes = db
	} else if _, folder := os.Stat(filepath.Dir(c.DB)); folder != nil || !errors.Is(err, results.ErrNotFound) {
		return err
	}
	list, err := sources.List(ctx, all, notes)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.out.JSON(map[string]any{"sources": list})
	}
	rows := [][]string{{"name", "runs", "trials", "commit", "here", "runs here", "trials here", "format", "licence", "repository"}}
	for _, x := range list {
		row := []string{x.Name, number(x.Runs), number(x.Trials), x.Pin(), "-", "-", "-", x.Format, x.Licence, x.Repository}
		if x.Here != nil {
			row[4], row[5], row[6] = sources.Short(x.Here.Commit), fmt.Sprint(x.Here.Runs), fmt.Sprint(x.Here.Trials)
		}
		if !readable(&x.Source) {
			row[7] = "not read yet"
		}
		rows = append(rows, row)
	}
	s.out.Table(rows)
	return nil
}

func number(n *int) string {
	if n == nil {
		return "not counted"
	}
	return fmt.Sprint(*n)
}
