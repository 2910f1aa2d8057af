package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/ledger"
)

// runsAtOnce is how many runs are opened together at most: a search that has found
// enough opens no more.
const runsAtOnce = 64

// walk goes through the noted steps of the trials in scope, of the newest run first,
// each run from its first step on, until more says no after a run.
func (db *DB) walk(ctx context.Context, s *scope, each func(key int64, e *ledger.Entry), more func() bool) error {
	size := 4
	for left := s.runs; len(left) > 0; size = min(2*size, runsAtOnce) {
		runs := left[:min(size, len(left))]
		if err := db.walkRuns(ctx, s, runs, each, more); err != nil || !more() {
			return err
		}
		left = left[len(runs):]
	}
	return nil
}

// walkRuns opens the pages of some runs.
func (db *DB) walkRuns(ctx context.Context, s *scope, runs []int64, each func(int64, *ledger.Entry), more func() bool) error {
	spans := s.fixed
	if s.spans && spans == nil {
		var err error
		if spans, err = db.spansOf(ctx, s, runs); err != nil || len(spans) == 0 {
			return err
		}
	}
	const q = `SELECT run_id, first, steps, data
FROM ledger_pages
WHERE run_id IN (SELECT value FROM json_each(?))
ORDER BY run_id DESC, first`
	rows, err := db.r.QueryxContext(ctx, q, idList(runs))
	if err != nil {
		return mapError("search calls", err)
	}
	defer rows.Close()
	last := int64(0)
	for rows.Next() {
		var run, first, steps int64
		var data []byte
		if err := rows.Scan(&run, &first, &steps, &data); err != nil {
			return mapError("search calls", err)
		}
		if run != last && last != 0 && !more() {
			return nil
		}
		last = run
		first |= run << keyBits
		if s.spans && !overlaps(spans, first, first+steps-1) {
			continue
		}
		page, err := ledger.Open(data)
		if err != nil {
			return fmt.Errorf("run %d: %w", run, err)
		}
		if err := page.Each(within(s, spans, first, each)); err != nil {
			return fmt.Errorf("run %d: %w", run, err)
		}
	}
	return mapError("search calls", rows.Err())
}

// overlaps reports whether some of the spans have a step of first..last.
func overlaps(spans []span, first, last int64) bool {
	i, _ := slices.BinarySearchFunc(spans, first, func(x span, key int64) int { return cmp.Compare(x.last, key) })
	return i < len(spans) && spans[i].first <= last
}

// within leaves out the steps of a page that are in none of the spans.
func within(s *scope, spans []span, first int64, each func(int64, *ledger.Entry)) func(int, *ledger.Entry) {
	if !s.spans {
		return func(i int, e *ledger.Entry) { each(first+int64(i), e) }
	}
	at, _ := slices.BinarySearchFunc(spans, first, func(x span, key int64) int { return cmp.Compare(x.last, key) })
	return func(i int, e *ledger.Entry) {
		key := first + int64(i)
		for at < len(spans) && spans[at].last < key {
			at++
		}
		if at == len(spans) || key < spans[at].first {
			return
		}
		if e.Day == "" {
			e.Day = spans[at].day
		}
		each(key, e)
	}
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
	only   map[int64]bool // steps that its words are in; nil: all
	except map[int64]bool
}

func (v *sieve) each(key int64, e *ledger.Entry) {
	if run := key >> keyBits; run != v.run {
		v.turn()
		v.run, v.at = run, 0
	}
	if e.First {
		v.at = 0
	}
	s := &v.stages[v.at]
	if s.only != nil && !s.only[key] || s.except[key] || !s.fields.Match(e) {
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
	err := db.walk(ctx, s, v.each, v.more)
	v.turn()
	return v.found[:min(len(v.found), limit)], err
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
