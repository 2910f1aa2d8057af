package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/search"
)

// What one search reads at most to find regular expressions. The newest steps are
// read first; that there are more is said.
const (
	readSteps   = 50_000
	readTime    = 2 * time.Second
	readAsked   = 100_000 // steps that the index finds by words and tags
	readAtOnce  = 256     // steps whose rows are looked up together
	blocksAhead = 64      // blocks whose trigrams are held together
)

// meter counts what a search reads.
type meter struct {
	until   time.Time
	steps   int
	stopped bool // there was more to read
}

type meterKey struct{}

// metered gives the meter of the search that ctx is of, or a new one.
func metered(ctx context.Context) (context.Context, *meter) {
	if m, ok := ctx.Value(meterKey{}).(*meter); ok {
		return ctx, m
	}
	m := &meter{until: time.Now().Add(readTime)}
	return context.WithValue(ctx, meterKey{}, m), m
}

// spent reports whether nothing more may be read.
func (m *meter) spent() bool {
	if m.steps < readSteps && time.Now().Before(m.until) {
		return false
	}
	m.stopped = true
	return true
}

// textReader is a Searcher that finds regular expressions, too: by reading the steps
// that the index beside it lets pass.
type textReader struct {
	Searcher
	db *DB
}

// Count implements Searcher.
func (x textReader) Count(ctx context.Context, a search.Ask) (int, error) {
	if !hasRegex(a.Terms) {
		return x.Searcher.Count(ctx, a)
	}
	list, err := x.Search(ctx, a)
	return len(list), err
}

// Search implements Searcher. What regular expressions find is ordered by time.
func (x textReader) Search(ctx context.Context, a search.Ask) ([]int64, error) {
	if !hasRegex(a.Terms) {
		return x.Searcher.Search(ctx, a)
	}
	ctx, m := metered(ctx)
	s := &textScan{db: x.db, m: m, ask: a, frame: -1}
	for _, t := range a.Terms {
		switch {
		case t.Regex:
			re, err := search.NewRegex(t.Text)
			if err != nil {
				return nil, fmt.Errorf("search: %w: %w", results.ErrInvalid, err)
			}
			s.exprs = append(s.exprs, scanned{re, t.Not})
			if !t.Not {
				s.words = append(s.words, re.Terms()...)
			}
		case t.Not:
			s.without = append(s.without, t)
		default:
			s.words = append(s.words, t)
		}
	}
	var err error
	if len(s.words) > 0 || len(a.Tags) > 0 || a.Among != nil {
		err = s.among(ctx, x.Searcher)
	} else {
		err = s.all(ctx)
	}
	from := min(a.Offset, len(s.found))
	return s.found[from:min(from+a.Limit, len(s.found))], err
}

func hasRegex(terms []search.Term) bool {
	return slices.ContainsFunc(terms, func(t search.Term) bool { return t.Regex })
}

// scanned is an expression that texts must match, or must not.
type scanned struct {
	*search.Regex
	not bool
}

// textScan reads steps from the newest on.
type textScan struct {
	db      *DB
	m       *meter
	ask     search.Ask
	exprs   []scanned
	words   []search.Term
	without []search.Term
	found   []int64

	trial int64 // whose frame is in body
	frame int
	body  []byte
}

// done reports whether reading ends.
func (s *textScan) done() bool { return len(s.found) >= s.ask.Offset+s.ask.Limit || s.m.spent() }

// may reports whether some step of a block may match.
func (s *textScan) may(grams []byte) bool {
	return !slices.ContainsFunc(s.exprs, func(x scanned) bool { return !x.not && !x.May(grams) })
}

// among reads steps that the index has found by what is asked beside.
func (s *textScan) among(ctx context.Context, index Searcher) error {
	a := s.ask
	a.Terms, a.Order, a.Limit, a.Offset = append(slices.Clone(s.words), s.without...), search.ByNewest, readAsked, 0
	keys := a.Among
	if len(s.words) > 0 || len(a.Tags) > 0 {
		var err error
		if keys, err = index.Search(ctx, a); err != nil {
			return err
		}
	}
	keys = slices.Sorted(slices.Values(keys))
	slices.Reverse(keys)
	more := len(keys) >= readAsked
	for len(keys) > 0 && !s.done() {
		n := min(len(keys), readAtOnce)
		if err := s.read(ctx, keys[:n]); err != nil {
			return err
		}
		keys = keys[n:]
	}
	s.m.stopped = s.m.stopped || more && len(keys) == 0
	return nil
}

// read looks up steps, the newest first, that lie in blocks which may match.
func (s *textScan) read(ctx context.Context, keys []int64) error {
	blocks := map[int64]bool{}
	q := `SELECT block, grams
FROM step_grams
WHERE block IN (SELECT value >> ? FROM ` + s.db.dialect.Numbers("?") + ` f)`
	rows, err := s.db.r.QueryxContext(ctx, q, gramBits, IDList(keys))
	if err != nil {
		return MapError("read trigrams", err)
	}
	defer rows.Close()
	for rows.Next() {
		var block int64
		var grams []byte
		if err := rows.Scan(&block, &grams); err != nil {
			return MapError("read trigrams", err)
		}
		blocks[block] = s.may(grams)
	}
	if err := rows.Err(); err != nil {
		return MapError("read trigrams", err)
	}
	keys = slices.DeleteFunc(slices.Clone(keys), func(key int64) bool { return !blocks[key>>gramBits] && !s.broad() })
	return s.open(ctx, "s.id IN (SELECT value FROM "+s.db.dialect.Numbers("?")+" f)", IDList(keys))
}

// broad reports whether no expression names what could be looked up.
func (s *textScan) broad() bool {
	return !slices.ContainsFunc(s.exprs, func(x scanned) bool { return !x.not && !x.Broad() })
}

// all reads the blocks of steps that may match, from the newest on.
func (s *textScan) all(ctx context.Context) error {
	last := int64(1<<62-1) >> gramBits
	if s.ask.To > 0 {
		last = s.ask.To >> gramBits
	}
	const q = `SELECT block, grams
FROM step_grams
WHERE block BETWEEN ? AND ?
ORDER BY block DESC
LIMIT ?`
	type row struct {
		Block int64
		Grams []byte
	}
	for !s.done() {
		rows, err := ListOf[row](ctx, s.db.r, "read trigrams", q, s.ask.From>>gramBits, last, blocksAhead)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			last = r.Block - 1
			if !s.may(r.Grams) {
				continue
			}
			if s.done() {
				return nil
			}
			from, to := max(r.Block<<gramBits, s.ask.From), (r.Block+1)<<gramBits-1
			if s.ask.To > 0 {
				to = min(to, s.ask.To)
			}
			if err := s.open(ctx, "s.id BETWEEN ?1 AND ?2 /*! AND s.run_id = ?1 >> 32 */", from, to); err != nil {
				return err
			}
		}
	}
	return nil
}

// open reads the steps of a condition and keeps those that match.
func (s *textScan) open(ctx context.Context, where string, args ...any) error {
	q := `SELECT s.id, s.trial_id AS trial, s.frame, s.offset, s.length
FROM steps s
JOIN trials t ON t.id = s.trial_id /*! AND t.run_id = s.run_id */
WHERE ` + where + `
  AND (? = '' OR t.status = ?)
  AND (? = 0 OR t.attempt = ?)
ORDER BY s.id DESC`
	rows := []struct {
		ID, Trial             int64
		Frame, Offset, Length int
	}{}
	a := s.ask
	if err := s.db.r.SelectContext(ctx, &rows, q, append(args, a.Status, a.Status, a.Attempt, a.Attempt)...); err != nil {
		return MapError("read steps", err)
	}
	for _, r := range rows {
		if s.done() {
			return nil
		}
		if r.Trial != s.trial || r.Frame != s.frame {
			var err error
			if s.body, err = s.db.blobs().Read(ctx, blob.Key{Kind: blob.Trace, Of: r.Trial, N: r.Frame}, 0, -1); err != nil {
				return err
			}
			s.trial, s.frame = r.Trial, r.Frame
		}
		if r.Offset+r.Length > len(s.body) {
			return fmt.Errorf("read step %d of trial %d: its body lies outside its frame", r.ID, r.Trial)
		}
		var step results.Step
		if err := decode(s.body[r.Offset:r.Offset+r.Length], &step); err != nil {
			return fmt.Errorf("read step %d of trial %d: %w", r.ID, r.Trial, err)
		}
		s.m.steps++
		if s.matches(search.StepText(&step)) {
			s.found = append(s.found, r.ID)
		}
	}
	return nil
}

// matches reports whether a text is what is asked for. What words it must hold the
// index has seen.
func (s *textScan) matches(text string) bool {
	if text == "" {
		return false
	}
	for _, x := range s.exprs {
		if x.Heavy(text) {
			s.m.stopped = true // it is not known whether it matches
			return false
		}
		if x.MatchString(text) == x.not {
			return false
		}
	}
	return len(s.words) > 0 || !slices.ContainsFunc(s.without, func(t search.Term) bool { return search.Holds(text, t) })
}
