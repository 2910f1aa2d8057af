package sqlstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/clawatlas/clawatlas/results/ledger"
	"github.com/clawatlas/clawatlas/results/search"
)

// strips draws the traces of a page of trials: ids are the steps of hits, found are all
// that were found.
func (db *DB) strips(ctx context.Context, hits []search.Hit, ids, found []int64) error {
	d := &strips{at: map[int64]*search.Hit{}, found: slices.Sorted(slices.Values(found))}
	s := &scope{spans: true, fixed: []span{}}
	for i := range hits {
		first := ids[i] - int64(hits[i].StepID) + 1
		if d.at[first] != nil {
			continue
		}
		d.at[first] = &hits[i]
		s.fixed = append(s.fixed, span{first: first, last: first + int64(hits[i].Steps) - 1})
		if run := first >> KeyBits; !slices.Contains(s.runs, run) {
			s.runs = append(s.runs, run)
		}
	}
	slices.SortFunc(s.fixed, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	return db.walk(ctx, &walk{scope: s, each: d.step})
}

type strips struct {
	at    map[int64]*search.Hit // by the key of the trial's first step
	found keySet
}

// step adds a step to the strip of its trial.
func (d *strips) step(key, trial int64, e *ledger.Entry) {
	h := d.at[trial]
	if h == nil {
		return
	}
	each := int64((h.Steps + search.StripCells - 1) / search.StripCells)
	if cell := (key - trial) / each; cell == int64(len(h.Strip)) {
		h.Strip = append(h.Strip, search.StripCell{Step: int(key-trial) + 1, Kind: stripKinds[0]})
	}
	c := &h.Strip[len(h.Strip)-1]
	c.Steps++
	if slices.Index(stripKinds, kindOf(e)) > slices.Index(stripKinds, c.Kind) {
		c.Kind = kindOf(e)
	}
	if !d.found.has(key) {
		return
	}
	if c.Found++; c.Found == 1 {
		c.Step = int(key-trial) + 1
	}
}

// stripKinds are the kinds of cells, the one that a reader needs first at the end.
var stripKinds = []string{"said", "empty", "looked", "refused", "failed"}

// kindOf is what a step did.
func kindOf(e *ledger.Entry) string {
	kind := 0
	for i := range e.Calls {
		switch e.Kind(&e.Calls[i]).End {
		case search.IsFailed:
			kind = 4
		case search.IsRefused:
			kind = max(kind, 3)
		case search.IsEmpty:
			kind = max(kind, 1)
		default:
			kind = max(kind, 2)
		}
	}
	if e.Failed && kind < 3 {
		kind = 4
	}
	return stripKinds[kind]
}
