package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/pack"
)

// detailsSize is the number of bytes of details that are compressed together. The details of
// consecutive trials have much text in common.
const detailsSize = 64 << 10

// detailsBlock holds the details of consecutive trials until they are compressed.
type detailsBlock struct {
	first int64 // index of the first trial within the run
	data  []byte
}

func (t *RunTx) addDetails(trial int64, details []byte) error {
	b := &t.details
	if len(b.data) == 0 {
		b.first = trial
	}
	if b.data = pack.AppendText(b.data, details); len(b.data) < detailsSize {
		return nil
	}
	return t.cutDetails()
}

func (t *RunTx) cutDetails() error {
	if len(t.details.data) == 0 {
		return nil
	}
	first := t.details.first
	err := t.packer.submit(t.details.data, packSized, func(data []byte) error { return t.add(detailRows, first, data) })
	t.details.data = t.details.data[:0]
	return err
}

// Details reads the details of one trial.
func (db *DB) Details(ctx context.Context, trial int64) (results.TrialDetails, error) {
	found, err := db.ManyDetails(ctx, []int64{trial})
	d, ok := found[trial]
	if err == nil && !ok {
		err = fmt.Errorf("details of trial %d: %w", trial, results.ErrNotFound)
	}
	return d, err
}

// ManyDetails returns the details of several trials by trial id.
func (db *DB) ManyDetails(ctx context.Context, trials []int64) (map[int64]results.TrialDetails, error) {
	out := make(map[int64]results.TrialDetails, len(trials))
	b := detailsReader{Reader: pack.NewReader()}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(trials))) {
		text := b.find(id)
		if text == nil {
			if err := b.open(ctx, db, id); err != nil {
				return nil, err
			}
			text = b.find(id)
		}
		if text == nil {
			continue
		}
		var d results.TrialDetails
		if err := decode(text, &d); err != nil {
			return nil, fmt.Errorf("decode details: %w", err)
		}
		out[id] = d
	}
	return out, b.Err()
}

// detailsReader reads one block of details after another.
type detailsReader struct {
	*pack.Reader
	next int64 // trial whose details come next
}

// open opens the block that has the details of a trial.
func (b *detailsReader) open(ctx context.Context, db *DB, trial int64) error {
	const q = `SELECT trial_id, data
FROM trial_details
WHERE trial_id <= ?1` + ofTrial1 + `
ORDER BY trial_id DESC
LIMIT 1`
	row, err := oneOf[struct {
		TrialID int64
		Data    []byte
	}](ctx, db.r, "read details", q, trial)
	if errors.Is(err, results.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	data, err := unpackSized(row.Data)
	b.Open(data)
	b.next = row.TrialID
	return err
}

// find skips to the details of a trial. It returns nil if the rest of the block does not have them.
func (b *detailsReader) find(trial int64) []byte {
	for b.More() {
		text := b.Bytes()
		if b.next++; b.next > trial {
			return text
		}
	}
	return nil
}
