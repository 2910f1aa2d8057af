package ingest

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/ledger"
)

// What is read of a run at once.
const (
	trialsAtOnce = 64
	stepsAtOnce  = 16 << 20 // bytes
)

// ledgers notes the steps of each run for searches, again
// if the rules are others than those by which they were noted.
func (l *Loader) ledgers(ctx context.Context, d *results.Dataset, runs []results.ScoredRun) error {
	have, err := l.Store.LedgerKeys(ctx, d.Benchmark.ID)
	if err != nil {
		return err
	}
	for i := range runs {
		r := &runs[i].Run
		if have[r.ID] == ledger.Rules {
			continue
		}
		b := bookkeeper{l: l}
		if err := b.run(ctx, r); err != nil {
			return fmt.Errorf("note the steps of %s: %w", r.Slug, err)
		}
		if err := l.Store.SaveLedger(ctx, d.Benchmark.ID, r.ID, ledger.Rules, b.notes.Sheets()); err != nil {
			return err
		}
	}
	return nil
}

// bookkeeper notes the steps of a run.
type bookkeeper struct {
	l     *Loader
	notes ledger.Book
}

func (b *bookkeeper) run(ctx context.Context, r *results.Run) error {
	trials, err := b.l.Store.RunTrials(ctx, r.ID, "")
	if err != nil {
		return err
	}
	traced := trials[:0]
	for _, t := range trials {
		if t.StepsTotal > 0 {
			traced = append(traced, t)
		}
	}
	slices.SortFunc(traced, func(a, b results.StoredTrial) int { return cmp.Compare(a.ID, b.ID) }) // that of their steps
	for at := 0; at < len(traced); at += trialsAtOnce {
		part := traced[at:min(at+trialsAtOnce, len(traced))]
		ids := make([]int64, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		details, err := b.l.Store.ManyDetails(ctx, ids)
		if err != nil {
			return err
		}
		for i := range part {
			if err := b.trial(ctx, &part[i], files.NewNames(details[part[i].ID].Workspace)); err != nil {
				return err
			}
		}
	}
	return nil
}

// trial notes the steps of a trial, some at a time.
func (b *bookkeeper) trial(ctx context.Context, t *results.StoredTrial, names files.Names) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	rows, err := b.l.Store.StepRows(ctx, t, 1, t.StepsTotal)
	if err != nil {
		return err
	}
	for len(rows) > 0 {
		n, size := 0, 0
		for n < len(rows) && (n == 0 || size+rows[n].Bytes <= stepsAtOnce) {
			size += rows[n].Bytes
			n++
		}
		steps, err := b.l.Store.Steps(ctx, t, rows[:n])
		if err != nil {
			return err
		}
		for i := range steps {
			b.notes.Add(&steps[i], steps[i].StepID == 1, names)
		}
		rows = rows[n:]
	}
	return nil
}
