package tables

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/clawatlas/clawatlas/results"
)

// Store is the read access that Write needs.
type Store interface {
	Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error)
	RunTrials(ctx context.Context, run int64, scenario string) ([]results.StoredTrial, error)
	ManyChecks(ctx context.Context, trials []int64) (map[int64][]results.Check, error)
	StepRows(ctx context.Context, t *results.StoredTrial, from, limit int) ([]results.StepRow, error)
	Steps(ctx context.Context, t *results.StoredTrial, rows []results.StepRow) ([]results.Step, error)
	Revisions(ctx context.Context) (results.Revision, error)
}

// Maximum numbers of rows in memory.
const (
	runsAtOnce   = 500
	stepsAtOnce  = 200
	rowsInGroup  = 50_000
	stepsInGroup = 5_000 // smaller than for other tables, because steps have long texts
)

// Written holds the number of rows in each file.
type Written struct{ Runs, Trials, Checks, Steps int }

// tableFiles lists the file names, without extension, in display order.
var tableFiles = []struct {
	name string
	row  reflect.Type
	rows func(Written) int
}{
	{"runs", reflect.TypeFor[Run](), func(n Written) int { return n.Runs }},
	{"trials", reflect.TypeFor[Trial](), func(n Written) int { return n.Trials }},
	{"checks", reflect.TypeFor[Check](), func(n Written) int { return n.Checks }},
	{"steps", reflect.TypeFor[Step](), func(n Written) int { return n.Steps }},
}

const tableEnd = ".parquet"

// Write writes the Parquet files to a directory and gives each its final name when it is complete.
// Rows are sorted by run, newest first, then in the order of the dataset.
func Write(ctx context.Context, store Store, dir string) (n Written, err error) {
	rev, err := store.Revisions(ctx)
	if err != nil {
		return n, err
	}
	w := &writer{store: store, n: &n}
	var files []*os.File
	defer func() {
		for _, f := range files {
			err = errors.Join(err, closed(f))
			if err == nil {
				err = os.Rename(f.Name(), strings.TrimSuffix(f.Name(), part))
			} else {
				_ = os.Remove(f.Name())
			}
		}
	}()
	for _, t := range tableFiles {
		f, err := os.Create(filepath.Join(dir, t.name+tableEnd+part))
		if err != nil {
			return n, fmt.Errorf("write tables: %w", err)
		}
		files = append(files, f)
	}
	w.runs, w.trials = open[Run](files[0], rev.ID, rowsInGroup), open[Trial](files[1], rev.ID, rowsInGroup)
	w.checks, w.steps = open[Check](files[2], rev.ID, rowsInGroup), open[Step](files[3], rev.ID, stepsInGroup)
	if err := w.all(ctx); err != nil {
		return n, fmt.Errorf("write tables: %w", err)
	}
	return n, errors.Join(w.runs.Close(), w.trials.Close(), w.checks.Close(), w.steps.Close())
}

// part is the suffix of an incomplete file.
const part = ".part"

func closed(f *os.File) error {
	if err := f.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return fmt.Errorf("write tables: %w", err)
	}
	return nil
}

// open returns a Parquet writer for a row type, with the column descriptions as metadata.
func open[T any](to io.Writer, database string, group int64) *parquet.GenericWriter[T] {
	options := []parquet.WriterOption{parquet.Compression(&zstd.Codec{}), parquet.MaxRowsPerRowGroup(group), parquet.PageBufferSize(256 << 10),
		parquet.CreatedBy("clawatlas", "1", ""), parquet.KeyValueMetadata("clawatlas.database", database)}
	for _, c := range columns(reflect.TypeFor[T]()) {
		options = append(options, parquet.KeyValueMetadata("about."+c.Name, c.About))
		if c.Unit != "" {
			options = append(options, parquet.KeyValueMetadata("unit."+c.Name, c.Unit))
		}
	}
	return parquet.NewGenericWriter[T](to, options...)
}

// Column describes a column of a table: its name, meaning and unit.
type Column struct{ Name, About, Unit string }

func columns(t reflect.Type) (list []Column) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			list = append(list, columns(f.Type)...)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		list = append(list, Column{name, f.Tag.Get("about"), f.Tag.Get("unit")})
	}
	return list
}

type writer struct {
	store  Store
	n      *Written
	runs   *parquet.GenericWriter[Run]
	trials *parquet.GenericWriter[Trial]
	checks *parquet.GenericWriter[Check]
	steps  *parquet.GenericWriter[Step]
}

func put[T any](w *parquet.GenericWriter[T], n *int, rows ...T) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := w.Write(rows)
	*n += len(rows)
	return err
}

func (w *writer) all(ctx context.Context) error {
	for offset := 0; ; {
		runs, total, err := w.store.Runs(ctx, results.RunFilter{Limit: runsAtOnce, Offset: offset})
		if err != nil {
			return err
		}
		for i := range runs {
			if err := w.run(ctx, &runs[i]); err != nil {
				return fmt.Errorf("run %s: %w", runs[i].Slug, err)
			}
		}
		if offset += len(runs); offset >= total || len(runs) == 0 {
			return nil
		}
	}
}

func (w *writer) run(ctx context.Context, r *results.Run) error {
	if err := put(w.runs, &w.n.Runs, newRun(r)); err != nil {
		return err
	}
	trials, err := w.store.RunTrials(ctx, r.ID, "")
	if err != nil {
		return err
	}
	ids := make([]int64, len(trials))
	for i := range trials {
		ids[i] = trials[i].ID
	}
	checks, err := w.store.ManyChecks(ctx, ids)
	if err != nil {
		return err
	}
	for i := range trials {
		t := &trials[i]
		if err := put(w.trials, &w.n.Trials, newTrial(r, t)); err != nil {
			return err
		}
		for k, c := range checks[t.ID] {
			row := Check{Place: placeOf(t), Ordinal: int32(k + 1), ID: c.ID, Day: some(c.Day), Weight: c.Weight, RedLine: c.RedLine,
				Passed: c.Passed, Detail: some(c.Detail)}
			if err := put(w.checks, &w.n.Checks, row); err != nil {
				return err
			}
		}
		if err := w.trace(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// trace writes the steps of a trial in batches.
func (w *writer) trace(ctx context.Context, t *results.StoredTrial) error {
	at := placeOf(t)
	for from := 1; from <= t.StepsTotal; from += stepsAtOnce {
		rows, err := w.store.StepRows(ctx, t, from, stepsAtOnce)
		if err != nil {
			return err
		}
		steps, err := w.store.Steps(ctx, t, rows)
		if err != nil {
			return err
		}
		list := make([]Step, len(steps))
		for i := range steps {
			if list[i], err = newStep(at, &rows[i], &steps[i]); err != nil {
				return err
			}
		}
		if err := put(w.steps, &w.n.Steps, list...); err != nil {
			return err
		}
	}
	return nil
}
