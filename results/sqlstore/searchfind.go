package sqlstore

import (
	"context"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/ledger"
	"github.com/clawatlas/clawatlas/results/search"
)

// What is gone through for a search that asks for words and fields together. Of more
// steps the newest are taken, and the count is said to be no whole one.
const (
	maxSifted = 20000  // steps with the fields, among which the words are sought
	maxWorded = 200000 // steps with the words, among which the fields are sought
)

// find lists the steps that are asked for, the newest first; partial if there may be
// more.
func (db *DB) find(ctx context.Context, q *search.Query, p *searchPlan, rest []search.Field) (found []int64, partial bool, err error) {
	const most = maxCounted + 1
	switch {
	case len(q.Then) > 0:
		found, partial, err = db.findSequence(ctx, q, p, most)
	case len(rest) == 0 && search.Asks(q.Terms):
		p.Limit = most
		found, err = db.text().Search(ctx, p.Ask)
	default:
		found, partial, err = db.findBoth(ctx, q, p, most)
	}
	if len(found) == most {
		found, partial = found[:maxCounted], true
	}
	return found, partial, err
}

// findBoth finds by fields, and by words if there are any. What is rarer is sought
// first.
func (db *DB) findBoth(ctx context.Context, q *search.Query, p *searchPlan, most int) ([]int64, bool, error) {
	fields := q.Stages()[0].Fields
	s, err := db.scopeOf(ctx, fields)
	if err != nil {
		return nil, false, err
	}
	stage := sieveStage{fields: ledger.NewMatcher(fields)}
	if !search.Asks(q.Terms) {
		if stage.except, err = db.without(ctx, q.Terms, p.From, p.To); err != nil {
			return nil, false, err
		}
		found, err := db.sift(ctx, s, []sieveStage{stage}, most)
		return found, false, err
	}
	among, err := db.sift(ctx, s, []sieveStage{stage}, maxSifted+1)
	if err != nil || len(among) == 0 {
		return nil, false, err
	}
	a := p.Ask
	if len(among) <= maxSifted {
		a.Among, a.Limit = among, most
		a.From, a.To = among[len(among)-1], among[0]
		found, err := db.text().Search(ctx, a)
		return found, false, err
	}
	return db.siftWorded(ctx, a, s, stage, most)
}

// firstWorded is how many steps with the words are gone through at first, then twice
// as many and so on, until enough are found.
const firstWorded = 16000

// siftWorded finds steps by their fields among those with the words.
func (db *DB) siftWorded(ctx context.Context, a search.Ask, s *scope, stage sieveStage, most int) (found []int64, partial bool, err error) {
	read := 0
	for a.Limit = firstWorded; read < maxWorded && len(found) < most; a.Limit = min(2*a.Limit, maxWorded-read) {
		worded, err := db.text().Search(ctx, a)
		if err != nil || len(worded) == 0 {
			return found, false, err
		}
		keys := ascending(worded)
		v := sieve{stages: []sieveStage{stage}, limit: most - len(found)}
		if err := db.siftBy(ctx, &walk{scope: s.since(worded), keys: keys}, &v); err != nil {
			return nil, false, err
		}
		found = append(found, v.found...)
		if read += len(worded); len(worded) < a.Limit {
			return found, false, nil
		}
		a.To = keys[0] - 1
	}
	return found, read >= maxWorded, nil
}

// ascending turns keys that come newest first.
func ascending(keys []int64) []int64 {
	list := slices.Clone(keys)
	slices.Reverse(list)
	return list
}

// findSequence finds the steps at which a sequence ends.
func (db *DB) findSequence(ctx context.Context, q *search.Query, p *searchPlan, most int) ([]int64, bool, error) {
	var fields []search.Field // of trials and of days, which hold for the whole sequence as they stand
	var stages []sieveStage
	partial := false
	bound := search.Ask{From: p.From, To: p.To, Limit: maxWorded}
	since := int64(0)
	for _, stage := range q.Stages() {
		fields = append(fields, stage.Fields...)
		x := sieveStage{fields: ledger.NewMatcher(stage.Fields)}
		var err error
		if !search.Asks(stage.Terms) {
			x.except, err = db.without(ctx, stage.Terms, p.From, p.To)
		} else {
			bound.Terms = stage.Terms
			var worded []int64
			if worded, err = db.text().Search(ctx, bound); len(worded) == 0 {
				return nil, false, err
			}
			if x.only = ascending(worded); len(worded) == maxWorded {
				partial, since = true, max(since, worded[len(worded)-1]>>KeyBits)
			}
		}
		if err != nil {
			return nil, false, err
		}
		stages = append(stages, x)
	}
	s, err := db.scopeOf(ctx, fields)
	if err != nil {
		return nil, false, err
	}
	s.runs = slices.DeleteFunc(s.runs, func(run int64) bool { return run < since })
	found, err := db.sift(ctx, s, stages, most)
	return found, partial, err
}

// without finds the steps that hold a word which they must not, in order.
func (db *DB) without(ctx context.Context, terms []search.Term, from, to int64) (keySet, error) {
	set := keySet{}
	for _, t := range terms {
		t.Not = false
		list, err := db.text().Search(ctx, search.Ask{Terms: []search.Term{t}, From: from, To: to, Limit: 1 << 30})
		if err != nil {
			return nil, err
		}
		set = append(set, list...)
	}
	slices.Sort(set)
	return set, nil
}

// keySet is keys of steps in order.
type keySet []int64

func (s keySet) has(key int64) bool {
	_, ok := slices.BinarySearch(s, key)
	return ok
}

// since leaves the runs that some of the steps, the newest first, are of or that are
// between them.
func (s *scope) since(keys []int64) *scope {
	if len(keys) == 0 {
		return &scope{}
	}
	oldest, newest := keys[len(keys)-1]>>KeyBits, keys[0]>>KeyBits
	narrowed := *s
	narrowed.runs = slices.DeleteFunc(slices.Clone(s.runs), func(run int64) bool { return run < oldest || run > newest })
	return &narrowed
}

// meantIn proposes words, as meant does, with which also the fields that an index of
// texts does not know find something.
func (db *DB) meantIn(ctx context.Context, q *search.Query, p *searchPlan, rest []search.Field) ([]search.Meant, error) {
	list, err := db.meant(ctx, p.Ask)
	if err != nil || len(rest) == 0 {
		return list, err
	}
	kept := []search.Meant{}
	for _, m := range list {
		with, asked := *q, *p
		with.Terms = slices.Clone(q.Terms)
		for i, t := range with.Terms {
			with.Terms[i].Text = strings.ReplaceAll(t.Text, m.Word, m.As)
		}
		asked.Terms = with.Terms
		found, _, err := db.find(ctx, &with, &asked, rest)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			kept = append(kept, m)
		}
	}
	return kept, nil
}
