package main

import (
	"context"

	"github.com/clawatlas/clawatlas/results/visible"
)

func (c *checkCmd) examine(ctx context.Context, s *streams, at place) error {
	db, err := at.reader(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	x, err := db.Examine(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		out := struct {
			Database string   `json:"database"`
			Runs     int      `json:"runs"`
			Faults   []string `json:"faults"`
			Notes    []string `json:"notes"`
		}{at.String(), x.Runs, append([]string{}, x.Faults...), append([]string{}, x.Notes...)}
		if err := s.out.JSON(out); err != nil {
			return err
		}
	} else {
		for _, n := range x.Notes {
			s.out.Printf("note: %s\n", visible.Line(n))
		}
		for _, f := range x.Faults {
			s.out.Printf("fault: %s\n", visible.Line(f))
		}
		s.out.Printf("%s: the traces and raw records of %s read, %s\n", at, counted(x.Runs, "run"), counted(len(x.Faults), "fault"))
	}
	if len(x.Faults) > 0 {
		return exitError(exitRefused)
	}
	return nil
}
