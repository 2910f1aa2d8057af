package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results"
)

type checkCmd struct {
	JSON     bool    `name:"json" xor:"form" help:"Print the report as JSON."`
	Markdown bool    `xor:"form" help:"Print the report as Markdown, for a comment on a pull request or the summary of a workflow: score, rank, tie class and disagreements with the current leader. Text of records is escaped."`
	BaseURL  baseURL `name:"base-url" env:"CLAWATLAS_BASE_URL" help:"URL of the site that serves the database; with --markdown, runs and boards become links to it." placeholder:"URL"`
	DB       string  `name:"db" env:"CLAWATLAS_CHECK_DB" help:"Database with the datasets to check against, if the records do not include one." placeholder:"FILE"`
	Store    string  `env:"CLAWATLAS_CHECK_STORE" help:"The same on a PostgreSQL server instead of a file." placeholder:"postgres://HOST/NAME"`
	Blobs    string  `env:"CLAWATLAS_BLOBS" help:"With --store: directory or bucket with the texts of traces and the raw records." placeholder:"DIR|s3://BUCKET"`
	mappingFlag
	Paths []string `arg:"" optional:"" name:"path" help:"Directories, archives, files or repository URLs, as for ingest. Without a path, the database itself is examined."`
	identityFlags
}

func (checkCmd) Help() string {
	return "With --db or --store and no paths, examines the whole database: its references, and all traces and raw records, " +
		"including hidden ones. A file is also checked page by page, with its text index. On a server, bodies are compared with " +
		"their digests, and unused ones are counted. The exit code is 1 if something is wrong."
}

func (c *checkCmd) at() (place, error) {
	switch {
	case c.DB != "" && c.Store != "":
		return nil, usageError("--db and --store are both set; pass only one")
	case c.Store != "":
		return newServer("--store", c.Store, "", c.Blobs)
	case c.DB != "":
		return file(c.DB), nil
	}
	return nil, nil
}

// Run scores the paths in a temporary database. It returns an error if the records should not be
// merged.
func (c *checkCmd) Run(ctx context.Context, s *streams) error {
	at, err := c.at()
	if err != nil {
		return err
	}
	if err := c.openMappings(ctx); err != nil {
		return err
	}
	if !c.JSON && !c.Markdown && len(c.Mapping) > 0 {
		if err := c.printTotals(ctx, c.Paths, s); err != nil || len(c.Paths) == 0 {
			return err
		}
	}
	switch {
	case len(c.Paths) == 0 && (at == nil || c.Dataset != nil || c.Markdown):
		return usageError("expected at least one path, or only --db or --store to examine a database")
	case len(c.Paths) == 0:
		return c.examine(ctx, s, at)
	}
	dir, err := os.MkdirTemp("", "clawatlas-check-")
	if err != nil {
		return fmt.Errorf("create a working directory: %w", err)
	}
	defer os.RemoveAll(dir)
	db, done, err := c.open(ctx, at, file(filepath.Join(dir, "check.db")))
	if err != nil {
		return err
	}
	defer done()
	return c.verify(ctx, db, s)
}

// open creates the temporary database from the bundled data or from a copy of the named one.
func (c *checkCmd) open(ctx context.Context, from place, at file) (store, func(), error) {
	if from == nil {
		db, err := openFirst(ctx, at, bundled.FS)
		return db, func() { db.Close() }, err
	}
	if _, is := from.(file); !is {
		return nil, nil, usageError("records are checked against a database file; 'clawatlas copy' copies a server's database into one")
	}
	copied, err := from.copies(ctx)
	if err != nil {
		return nil, nil, err
	}
	err = copied.Publish(ctx, string(at))
	if err = errors.Join(err, copied.Close()); err != nil {
		return nil, nil, err
	}
	db, err := at.writer(ctx) // a private copy need not be migrated
	return db, func() { db.Close() }, err
}

// verify imports the paths into db and prints a report. It returns an error if there are problems.
func (c *checkCmd) verify(ctx context.Context, db store, s *streams) error {
	rep, places, err := c.read(ctx, db, s)
	if err != nil {
		return err
	}
	faults, notes := findings(rep)
	if err := c.print(s.out, rep, places, faults, notes); err != nil || len(faults) == 0 {
		return err
	}
	return exitError(exitRefused)
}

// read imports the paths into db. For Markdown output it also finds the positions of the runs on
// the leaderboards.
func (c *checkCmd) read(ctx context.Context, db store, s *streams) (*ingest.RunReport, []standing, error) {
	var before map[string]results.Board
	if c.Markdown {
		var err error
		if before, err = boardsOf(ctx, db); err != nil {
			return nil, nil, err
		}
	}
	l := newLoader(db)
	l.Formats = slices.Concat(c.formats, l.Formats)
	rep, err := load(ctx, l, c.Paths, c.Dataset, c.identity(), s)
	if err != nil || !c.Markdown {
		return rep, nil, err
	}
	places, err := standings(ctx, db, before, rep)
	return rep, places, err
}

func (c *checkCmd) print(p *printer, rep *ingest.RunReport, places []standing, problems, remarks []string) error {
	if c.Markdown {
		printMarkdown(p, rep, places, string(c.BaseURL), problems, remarks)
	} else if err := printReport(p, rep, c.JSON); err != nil || c.JSON {
		return err
	}
	if list := append(problems, remarks...); len(list) > 0 && !c.Markdown {
		p.Printf("check %s: %s\n", outcome(problems), strings.Join(list, "; "))
	}
	return nil
}

// findings returns problems, which prevent a merge (unreadable records, a different dataset,
// contradictions, records of another run), and remarks for maintainers.
func findings(rep *ingest.RunReport) (problems, remarks []string) {
	if n := len(rep.Refused); n > 0 {
		problems = append(problems, fmt.Sprintf("%d refused", n))
	}
	for _, d := range rep.Datasets {
		if d.State == ingest.DatasetRefused {
			problems = append(problems, "the dataset "+d.Benchmark+" is not used: "+differs(d.Difference))
		}
	}
	signals, warnings := 0, len(rep.Warnings)
	for _, r := range rep.Runs {
		unusual, others := results.Signals(r.Warnings)
		signals, warnings = signals+len(unusual), warnings+len(others)
		for _, o := range r.Exclusions {
			list := &remarks
			if o.Kind.Fault() {
				list = &problems
			}
			*list = append(*list, fmt.Sprintf("%s is not ranked: %s", r.Run, o.Message))
		}
		if !r.Complete {
			remarks = append(remarks, fmt.Sprintf("%s is not complete: %d of %d scored, %d missing", r.Run, r.Counts.Scored, r.Counts.Expected,
				r.Counts.Missing))
		}
	}
	if signals > 0 {
		remarks = append(remarks, counted(signals, "signal")+" for a reviewer")
	}
	if warnings > 0 {
		remarks = append(remarks, counted(warnings, "warning"))
	}
	return problems, remarks
}

func outcome(problems []string) string {
	if len(problems) > 0 {
		return "failed"
	}
	return "passed"
}
