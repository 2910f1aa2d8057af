package parquet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// maxRows is the maximum number of rows of an export, whose small columns are held in memory.
const maxRows = 1_000_000

type export struct {
	ctx   context.Context
	in    *ingest.Input
	w     ingest.Writer
	name  string
	files []string

	tables   []*table
	names    []string
	rows     []*row
	judged   bool
	warnings []results.Warning
	about    results.Benchmark
}

type run struct {
	model, framework string
	rows             []*row // rows in table order
}

func (x *export) read() error {
	defer func() {
		for _, t := range x.tables {
			t.Close()
		}
	}()
	if err := x.survey(); err != nil {
		return err
	}
	if len(x.rows) == 0 {
		for _, note := range x.warnings {
			x.w.Warn(note)
		}
		return nil
	}
	if err := x.place(); err != nil {
		return err
	}
	for i, r := range x.runs() {
		if i > 0 {
			x.warnings = nil // reported only once, with the first run
		}
		err := x.write(r)
		if err != nil && !errors.Is(err, results.ErrUnchanged) {
			return fmt.Errorf("run of %s: %w", r.model, err)
		}
	}
	return nil
}

func (x *export) warn(file string, format string, args ...any) {
	x.warnings = append(x.warnings, ingest.Warn(file, 0, format, args...))
}

func (x *export) survey() error {
	for _, name := range x.files {
		t, err := openTable(x.in.FS, name)
		if errors.Is(err, errColumns) {
			continue // unrelated table in the same directory
		}
		if err != nil {
			x.warn(name, "left out: %v", err)
			continue
		}
		x.tables, x.names = append(x.tables, t), append(x.names, name)
		number := 0
		for g := range t.file.RowGroups() {
			err := t.rows(g, func(r *row) error {
				number++
				r.file, r.number = len(x.tables)-1, number
				return x.take(name, r)
			})
			if err != nil {
				return fmt.Errorf("read %s: %w", name, err)
			}
		}
	}
	return nil
}

// take adds a row to the export. It warns about rows without a model or case and skips them.
func (x *export) take(file string, r *row) error {
	if err := x.ctx.Err(); err != nil {
		return err
	}
	for _, field := range []*string{&r.Model, &r.Name, &r.ID, &r.Domain, &r.Difficulty, &r.framework} {
		*field = x.in.Clean(*field)
	}
	r.Model = cmp.Or(r.Model, x.in.Identity.Model)
	if r.Model == "" || r.Name == "" {
		x.warn(file, "row %d names no model or no case: skipped", r.number)
		return nil
	}
	if len(x.rows) == maxRows {
		return fmt.Errorf("more than %d rows: %w", maxRows, ingest.ErrTooLarge)
	}
	x.judged = x.judged || r.Reward != nil || r.odd != ""
	x.rows = append(x.rows, r)
	return nil
}

// runs groups the rows by model and agent. Rows without an agent name are added to other rows of
// the same model.
func (x *export) runs() []*run {
	agents := map[string][]string{}
	for _, r := range x.rows {
		if r.framework != "" && !slices.Contains(agents[r.Model], r.framework) {
			agents[r.Model] = append(agents[r.Model], r.framework)
		}
	}
	byKey := map[[2]string]*run{}
	var list []*run
	for _, r := range x.rows {
		if r.framework == "" {
			r.framework = x.in.Identity.Framework
			if len(agents[r.Model]) == 1 {
				r.framework = agents[r.Model][0]
			}
		}
		key := [2]string{r.Model, r.framework}
		if byKey[key] == nil {
			byKey[key] = &run{model: r.Model, framework: r.framework}
			list = append(list, byKey[key])
		}
		byKey[key].rows = append(byKey[key].rows, r)
	}
	slices.SortFunc(list, func(a, b *run) int {
		return cmp.Or(cmp.Compare(a.model, b.model), cmp.Compare(a.framework, b.framework))
	})
	return list
}
