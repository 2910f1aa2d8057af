package main

import (
	"context"
	"fmt"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/reading"
)

type listCmd struct {
	storeFlag
	Benchmark string `help:"Only runs of this benchmark." placeholder:"ID"`
	State     string `enum:",shown,hidden,withdrawn" default:"" help:"Only runs in this state: shown, hidden or withdrawn." placeholder:"STATE"`
	JSON      bool   `name:"json" help:"Print the list as JSON."`
}

func (c *listCmd) Run(ctx context.Context, s *streams) error {
	at, err := c.place()
	if err != nil {
		return err
	}
	db, err := at.reader(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	all, err := db.ListRuns(ctx, c.Benchmark)
	if err != nil {
		return err
	}
	list := []results.ListedRun{}
	for _, r := range all {
		if c.State == "" || string(r.State) == c.State {
			r.Stale = r.State != results.RunWithdrawn && reading.Stale(r.Format, r.Reader)
			list = append(list, r)
		}
	}
	if c.JSON {
		return s.out.JSON(map[string]any{"runs": list})
	}
	if len(list) > 0 {
		s.out.Table(listTable(list))
	}
	s.out.Printf("%s\n", counted(len(list), "run"))
	if notice, err := staleNotice(ctx, at, db); err != nil {
		return err
	} else if notice != "" {
		s.out.Printf("%s\n", notice)
	}
	return nil
}

func listTable(list []results.ListedRun) [][]string {
	rows := [][]string{{"run", "state", "benchmark", "model", "framework", "evidence", "scored", "full marks", "complete",
		"read or withdrawn", "out of date", "bytes", "reason"}}
	for _, r := range list {
		scored, passed, complete, stale, size := "-", "-", "-", "-", "-"
		if n := r.Counts; n != nil {
			scored, passed = fmt.Sprintf("%d of %d", n.Scored, n.Expected), fmt.Sprint(n.Passed)
			complete, stale, size = yesNo(r.Complete), yesNo(r.Stale), fmt.Sprint(r.Bytes)
		}
		rows = append(rows, []string{r.Run, string(r.State), r.Benchmark, r.System.Model, r.System.Framework, string(r.Evidence), scored,
			passed, complete,
			time.UnixMilli(r.At).UTC().Format(time.DateOnly), stale, size, r.Reason})
	}
	return rows
}
