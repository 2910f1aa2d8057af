package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/ledger"
)

// runsAtOnce is how many runs are opened together at most: a search that has found
// enough opens no more.
const runsAtOnce = 64

// walk goes through noted steps.
type walk struct {
	scope *scope
	keys  []int64                                 // of the steps that are meant, in order; nil: all are
	each  func(key, trial int64, e *ledger.Entry) // trial is the key of its first step
	match *ledger.Matcher                         // which steps are looked at; nil: all are
	begin func(*ledger.Page)                      // of a page; may be nil, as end
	end   func()
	more  func() bool // whether another run is; nil: all are
	paths bool        // files are asked for
}

// walk goes through the trials in scope, those of the newest run first, each run from
// its first step on.
func (db *DB) walk(ctx context.Context, w *walk) error {
	size := 4
	for left := w.scope.runs; len(left) > 0; size = min(2*size, runsAtOnce) {
		runs := left[:min(size, len(left))]
		if err := db.walkRuns(ctx, w, runs); err != nil || !w.goesOn() {
			return err
		}
		left = left[len(runs):]
	}
	return nil
}

func (w *walk) goesOn() bool { return w.more == nil || w.more() }

// walkRuns opens the pages of some runs.
func (db *DB) walkRuns(ctx context.Context, w *walk, runs []int64) error {
	spans := w.scope.fixed
	if w.scope.spans && spans == nil {
		var err error
		if spans, err = db.spansOf(ctx, w.scope, runs); err != nil || len(spans) == 0 {
			return err
		}
	}
	paths := "''"
	if w.paths {
		paths = "paths"
	}
	q := `SELECT run_id, first, steps, data, ` + paths + `
FROM ledger_pages
WHERE run_id IN (SELECT value FROM ` + db.dialect.Numbers("?") + ` f)
ORDER BY run_id DESC, first`
	rows, err := db.r.QueryxContext(ctx, q, IDList(runs))
	if err != nil {
		return MapError("search calls", err)
	}
	defer rows.Close()
	page, last := ledger.NewPage(), int64(0)
	for rows.Next() {
		var run, first, steps int64
		var data, paths sql.RawBytes
		if err := rows.Scan(&run, &first, &steps, &data, &paths); err != nil {
			return MapError("search calls", err)
		}
		if run != last && last != 0 && !w.goesOn() {
			return nil
		}
		last = run
		first |= run << KeyBits
		if w.scope.spans && !overlaps(spans, first, first+steps-1) || !w.has(first, first+steps) {
			continue
		}
		if err := page.Open(data, paths); err != nil {
			return fmt.Errorf("run %d: %w", run, err)
		}
		if w.match == nil || w.match.May(page) {
			w.page(page, spans, first)
		}
	}
	return MapError("search calls", rows.Err())
}

// page goes through a page whose first step has the key first.
func (w *walk) page(page *ledger.Page, spans []span, first int64) {
	if w.begin != nil {
		w.begin(page)
		defer w.end()
	}
	end := first + int64(page.Steps)
	at, _ := slices.BinarySearchFunc(spans, first, func(x span, key int64) int { return cmp.Compare(x.last, key) })
	left, _ := slices.BinarySearch(w.keys, first)
	for key := first; key < end; key++ {
		if w.match != nil {
			key = first + int64(w.match.Next(page, int(key-first)))
		}
		if w.keys != nil {
			for left < len(w.keys) && w.keys[left] < key {
				left++
			}
			if left == len(w.keys) {
				return
			}
			if w.keys[left] > key {
				key = w.keys[left] - 1
				continue
			}
		}
		if w.scope.spans {
			for at < len(spans) && spans[at].last < key {
				at++
			}
			if at == len(spans) {
				return
			}
			if spans[at].first > key {
				key = spans[at].first - 1
				continue
			}
		}
		if key >= end {
			return
		}
		e := page.Step(int(key - first))
		if w.scope.spans && e.Day == "" {
			e.Day = spans[at].day
		}
		w.each(key, first+int64(e.Trial), e)
	}
}

// has reports whether some step from first on and before end is meant.
func (w *walk) has(first, end int64) bool {
	i, _ := slices.BinarySearch(w.keys, first)
	return w.keys == nil || i < len(w.keys) && w.keys[i] < end
}

// overlaps reports whether some of the spans have a step of first..last.
func overlaps(spans []span, first, last int64) bool {
	i, _ := slices.BinarySearchFunc(spans, first, func(x span, key int64) int { return cmp.Compare(x.last, key) })
	return i < len(spans) && spans[i].first <= last
}

// sieve finds the steps at which sequences end; a search without then: is a sequence
// of one.
type sieve struct {
	stages []sieveStage
	at     int // the stage that comes next
	found  []int64
	begun  int // of found, those of runs that are complete
	run    int64
	limit  int
}

type sieveStage struct {
	fields *ledger.Matcher
	only   keySet // steps that its words are in; nil: all
	except keySet
}

func (v *sieve) each(key, _ int64, e *ledger.Entry) {
	if run := key >> KeyBits; run != v.run {
		v.turn()
		v.run, v.at = run, 0
	}
	if e.First {
		v.at = 0
	}
	s := &v.stages[v.at]
	if s.only != nil && !s.only.has(key) || s.except.has(key) || !s.fields.Match(e) {
		return
	}
	if v.at++; v.at == len(v.stages) {
		v.found = append(v.found, key)
		v.at = 0
	}
}

// turn puts the steps of the run that has ended in order: its newest first.
func (v *sieve) turn() {
	slices.Reverse(v.found[v.begun:])
	v.begun = len(v.found)
}

func (v *sieve) more() bool { return len(v.found) < v.limit }

// sift finds up to limit steps by their fields, the newest first.
func (db *DB) sift(ctx context.Context, s *scope, stages []sieveStage, limit int) ([]int64, error) {
	v := sieve{stages: stages, limit: limit}
	err := db.siftBy(ctx, &walk{scope: s}, &v)
	return v.found, err
}

// siftBy is sift for a walk of which the scope is known.
func (db *DB) siftBy(ctx context.Context, w *walk, v *sieve) error {
	w.each, w.more = v.each, v.more
	for i := range v.stages {
		w.paths = w.paths || v.stages[i].fields.AsksPaths()
	}
	if len(v.stages) == 1 {
		w.match = v.stages[0].fields
	}
	err := db.walk(ctx, w)
	v.turn()
	v.found = v.found[:min(len(v.found), v.limit)]
	return err
}

func scanNumbers(s string, into ...*int64) (int, error) {
	for i, p := range into {
		var part string
		part, s, _ = strings.Cut(s, " ")
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return i, err
		}
		*p = n
	}
	return len(into), nil
}
