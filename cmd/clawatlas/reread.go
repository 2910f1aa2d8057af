package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/reading"
)

type rereadCmd struct {
	storeFlag
	JSON bool     `name:"json" help:"Print the result as JSON."`
	Runs []string `arg:"" optional:"" name:"run" help:"Ids of runs, as in their URLs. Without any: all runs read by a different version of an importer."`
}

func (rereadCmd) Help() string {
	return "Reads the stored raw records again with this version of the program, and replaces what was read from them before: " +
		"trials, traces, scores and warnings. Runs keep their URLs. If a run turns out to belong to another system, its old " +
		"URL redirects to the new one. Each run is replaced as a whole, so you can interrupt the command and repeat it. If " +
		"the stored records of a run are not sufficient, it says why, leaves the run unchanged and exits with 1; ingest those " +
		"records again. The texts and environments of a dataset are not part of a run's records; use `ingest --dataset` for " +
		"them."
}

func (c *rereadCmd) Run(ctx context.Context, s *streams) error {
	at, err := c.place()
	if err != nil {
		return err
	}
	limitMemory()
	db, _, err := openStored(ctx, at, s.firstData())
	if err != nil {
		return err
	}
	defer db.Close()
	if err := exampleDataset(ctx, db); err != nil {
		return err
	}
	runs, err := c.which(ctx, db)
	if err != nil {
		return err
	}
	l := newLoader(db)
	list := []ingest.Reread{}
	err = l.Reread(ctx, db, runs, func(r *ingest.Reread) error {
		list = append(list, *r)
		if !c.JSON {
			s.out.Printf("%s\n", rereadLine(r))
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := l.Refresh(ctx); err != nil {
		return err
	}
	left := slices.ContainsFunc(list, func(r ingest.Reread) bool { return r.Reason != "" })
	if c.JSON {
		err = s.out.JSON(map[string]any{"runs": list})
	} else {
		s.out.Printf("%s\n", rereadSum(list))
	}
	if err == nil && left {
		err = exitError(exitRefused)
	}
	return err
}

// exampleDataset imports the dataset of the example benchmark again if the database contains it,
// because stored records do not include datasets.
func exampleDataset(ctx context.Context, db store) error {
	_, err := db.FindBenchmark(ctx, exampleBenchmark)
	if errors.Is(err, results.ErrNotFound) {
		return nil
	}
	data, cannot := fs.Sub(example.FS, "data")
	if err := errors.Join(err, cannot); err != nil {
		return err
	}
	l := newLoader(db)
	_, err = l.Load(ctx, []ingest.Source{{FS: data, Name: "example runs"}})
	return err
}

const exampleBenchmark = "clawatlas-example"

func (c *rereadCmd) which(ctx context.Context, db store) ([]results.Reading, error) {
	if len(c.Runs) == 0 {
		all, err := db.Readings(ctx)
		return slices.DeleteFunc(all, func(r results.Reading) bool { return !reading.Stale(r.Format, r.Reader) }), err
	}
	var list []results.Reading
	for _, slug := range c.Runs {
		r, err := db.FindReading(ctx, slug)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

func rereadLine(r *ingest.Reread) string {
	if r.Reason != "" {
		return fmt.Sprintf("%s: stays as it is, %s; ingest its records again from %s", r.Run, r.Reason, r.Ingest)
	}
	line := r.Run + ": " + changed(r.Before, r.After)
	if r.Now != r.Run {
		line += "; it is called " + r.Now + " now"
	}
	return line
}

func rereadSum(list []ingest.Reread) string {
	var before, after results.ReadSums
	read := 0
	for _, r := range list {
		if r.Reason == "" {
			read++
			before, after = plus(before, r.Before), plus(after, r.After)
		}
	}
	if len(list) == 0 {
		return "no run was read by another version of the program"
	}
	return fmt.Sprintf("%d of %s read again: %s", read, counted(len(list), "run"), changed(before, after))
}

func plus(a, b results.ReadSums) results.ReadSums {
	return results.ReadSums{Trials: a.Trials + b.Trials, Scored: a.Scored + b.Scored, Passed: a.Passed + b.Passed, Steps: a.Steps + b.Steps,
		Calls: a.Calls + b.Calls, Failed: a.Failed + b.Failed, Warnings: a.Warnings + b.Warnings}
}

func changed(before, after results.ReadSums) string {
	var parts []string
	for _, n := range []struct {
		was, is int
		noun    string
	}{
		{before.Trials, after.Trials, "trial"}, {before.Scored, after.Scored, "verdict"}, {before.Passed, after.Passed, "passed trial"},
		{before.Steps, after.Steps, "step"}, {before.Calls, after.Calls, "tool call"}, {before.Failed, after.Failed, "failed call"},
		{before.Warnings, after.Warnings, "warning"},
	} {
		switch d := n.is - n.was; {
		case d < 0:
			parts = append(parts, counted(-d, n.noun)+" fewer")
		case d > 0:
			parts = append(parts, counted(d, n.noun)+" more")
		}
	}
	if a, b := percent(before.Headline), percent(after.Headline); a != b {
		parts = append(parts, fmt.Sprintf("headline %s, was %s", b, a))
	}
	if len(parts) == 0 {
		return "the same numbers"
	}
	return strings.Join(parts, ", ")
}

// staleNotice returns a message with the number of runs that another program version imported and
// the command to reread them. It returns "" if there are none.
func staleNotice(ctx context.Context, at place, db interface {
	Readers(ctx context.Context) ([]results.ReaderCount, error)
}) (string, error) {
	list, err := db.Readers(ctx)
	stale, all := 0, 0
	for _, r := range list {
		all += r.Runs
		if reading.Stale(r.Format, r.Reader) {
			stale += r.Runs
		}
	}
	if err != nil || stale == 0 {
		return "", err
	}
	return fmt.Sprintf("%d of %s read by another version of the program, which may count otherwise; read their stored records again with: %s",
		stale, counted(all, "run"), at.command("reread")), nil
}
