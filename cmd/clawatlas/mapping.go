package main

import (
	"context"
	"fmt"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/boards"
)

// mappingFlag names mappings of boards that are no part of the program.
type mappingFlag struct {
	Mapping []string `type:"path" sep:"none" help:"Mapping (repeatable) that says where the records of a board have what, see docs/boards.md. Its sample has to give its golden values." placeholder:"FILE"`
}

// mappings reads the mappings, and holds each against its sample.
func (f mappingFlag) mappings(ctx context.Context) ([]boards.Format, error) {
	var list []boards.Format
	for _, name := range f.Mapping {
		m, err := boards.Open(ctx, name)
		if err != nil {
			return nil, usageError(err.Error())
		}
		list = append(list, boards.Format{Mapping: m})
	}
	return list, nil
}

// addTo puts the mappings before the formats of the loader.
func (f mappingFlag) addTo(ctx context.Context, l *ingest.Loader) error {
	list, err := f.mappings(ctx)
	var formats []ingest.Format
	for _, m := range list {
		formats = append(formats, m)
	}
	l.Formats = append(formats, l.Formats...)
	return err
}

// printTotals prints what each mapping makes of the paths, before anything is stored.
func (f mappingFlag) printTotals(ctx context.Context, paths []string, s *streams) error {
	list, err := f.mappings(ctx)
	if err != nil {
		return err
	}
	sources, closeAll, _ := openSources(ctx, paths, nil, ingest.Identity{})
	defer closeAll()
	for _, m := range list {
		s.out.Printf("mapping %s: its sample gives its golden values\n", m.Name())
		if len(paths) == 0 {
			continue
		}
		rows := [][]string{{m.Board.ID, "trials", "passed", "mean", "no score", "seconds", "tokens", "cost (USD)"}}
		var said []string
		for _, src := range sources {
			totals, more, err := m.Sum(ctx, src.FS)
			if err != nil {
				return fmt.Errorf("%s: %w", src.Name, err)
			}
			for _, t := range totals {
				rows = append(rows, []string{t.System, fmt.Sprint(t.Trials), fmt.Sprint(t.Passed), fmt.Sprintf("%.4f", t.Mean), fmt.Sprint(t.Nulls),
					fmt.Sprintf("%.1f", t.Seconds), fmt.Sprintf("%.0f", t.Tokens), fmt.Sprintf("%.4f", t.Cost)})
			}
			said = append(said, more...)
		}
		s.out.Table(rows)
		for _, line := range said {
			s.out.Printf("%s\n", line)
		}
	}
	return nil
}
