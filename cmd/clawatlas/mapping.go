package main

import (
	"context"
	"fmt"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/boards"
)

// mappingFlag is the flag for board mappings that are not built into the program.
type mappingFlag struct {
	Mapping []string `type:"path" sep:"none" help:"Mapping file (repeatable) for the records of a board, see docs/boards.md. Its sample must produce its golden values." placeholder:"FILE"`

	formats []ingest.Format // formats of the opened mappings
}

// openMappings opens the mappings and checks the sample of each against the expected totals.
func (f *mappingFlag) openMappings(ctx context.Context) error {
	for _, name := range f.Mapping {
		m, err := boards.Open(ctx, name)
		if err != nil {
			return usageError(plain(err))
		}
		f.formats = append(f.formats, m)
	}
	return nil
}

// printTotals prints the totals that each mapping computes for the paths. Nothing is stored.
func (f *mappingFlag) printTotals(ctx context.Context, paths []string, s *streams) error {
	sources, closeAll, _ := openSources(ctx, paths, nil, ingest.Identity{})
	defer closeAll()
	for _, format := range f.formats {
		m := format.(boards.Format)
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
