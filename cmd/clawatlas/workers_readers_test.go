package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/must"
)

// boardReaders look at boards all the time, each look in one snapshot, and hold them
// against the rows of runs and trials in it. They ask the database, and nothing of what
// the program has made of it in memory.
type boardReaders struct {
	t     *testing.T
	db    *sql.DB
	stop  chan bool
	ended sync.WaitGroup

	mu     sync.Mutex
	shown  map[string][sha256.Size]byte // runs and board of a benchmark, by its revision
	looks  int
	whole  int // boards that had all runs which were there
	behind int // boards that were marked to lag
	away   int // looks that met no server
	faults int
}

// newBoardReaders starts the readers. The server may go away if mayGo.
func newBoardReaders(t *testing.T, address string, mayGo bool) *boardReaders {
	t.Helper()
	db := must.Get(sql.Open("pgx", address+"&search_path=shown,main&connect_timeout=5"))(t)
	db.SetMaxIdleConns(lookers)
	r := &boardReaders{t: t, db: db, stop: make(chan bool), shown: map[string][sha256.Size]byte{}}
	for range lookers {
		r.ended.Go(func() {
			for {
				if err := r.look(t.Context()); err != nil {
					r.failed(err, mayGo)
				}
				select {
				case <-r.stop:
					return
				case <-time.After(time.Duration(rand.IntN(4000)) * time.Millisecond):
				}
			}
		})
	}
	return r
}

// end waits until all readers have ended, and looks once more: what is read then must
// have everything.
func (r *boardReaders) end() {
	close(r.stop)
	r.ended.Wait()
	before := r.behind
	if err := r.look(r.t.Context()); err != nil || r.behind > before {
		r.t.Errorf("in the end %d boards lag behind, %v", r.behind-before, err)
	}
	if err := r.db.Close(); err != nil {
		r.t.Error(err)
	}
	// How many boards are whole depends on how long each lags, and so on the machine.
	if r.faults > 0 || r.whole == 0 || r.whole+r.behind < lookers {
		r.t.Errorf("readers: %s", r)
	}
}

func (r *boardReaders) String() string {
	return fmt.Sprintf("%d looks, %d met no server; %d boards with all runs and %d marked to lag, of %d revisions; %d mismatches",
		r.looks, r.away, r.whole, r.behind, len(r.shown), r.faults)
}

func (r *boardReaders) failed(err error, mayGo bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.away++; !mayGo && !(r.looks == 0 && strings.Contains(err.Error(), "does not exist")) { // it is not made yet
		r.t.Errorf("a reader fails: %v", err)
	}
}

// fault is a number that is not that of its rows.
func (r *boardReaders) fault(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.faults++; r.faults <= 5 {
		r.t.Errorf("a reader sees "+format, args...)
	}
}

// seenBoard is a benchmark as one look shows it.
type seenBoard struct {
	slug, revision string
	lags           bool
	runs           map[string]seenRun
	rows           []seenRow
}

// seenRun is a run as its row says, and as its trials do.
type seenRun struct {
	Expected, Passed     int
	Trials, TrialsPassed int
	Mean                 float64 // score of its trials
}

type seenRow struct {
	run  string
	rank sql.NullInt64
	data string
}

// look looks at all boards in one snapshot.
func (r *boardReaders) look(ctx context.Context) error {
	tx, err := r.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	boards := map[string]*seenBoard{}
	if err := each(ctx, tx, seenBenchmarks, func(scan func(...any) error) error {
		b := &seenBoard{runs: map[string]seenRun{}}
		if err := scan(&b.slug, &b.revision, &b.lags); err != nil {
			return err
		}
		boards[b.slug] = b
		return nil
	}); err != nil {
		return err
	}
	if err := each(ctx, tx, seenRuns, func(scan func(...any) error) error {
		var benchmark, slug string
		var v seenRun
		if err := scan(&benchmark, &slug, &v.Expected, &v.Passed, &v.Trials, &v.TrialsPassed, &v.Mean); err != nil {
			return err
		}
		boards[benchmark].runs[slug] = v
		return nil
	}); err != nil {
		return err
	}
	if err := each(ctx, tx, seenRows, func(scan func(...any) error) error {
		var benchmark string
		var row seenRow
		if err := scan(&benchmark, &row.run, &row.rank, &row.data); err != nil {
			return err
		}
		boards[benchmark].rows = append(boards[benchmark].rows, row)
		return nil
	}); err != nil {
		return err
	}
	if err := each(ctx, tx, seenNewest, func(scan func(...any) error) error {
		var slug string
		var said, steps, raws, traces int
		err := scan(&slug, &said, &steps, &raws, &traces)
		if err == nil && (steps != said || raws > 0 || traces > 0) {
			r.fault("the run %s with %d of %d steps, and without the bodies of %d records and %d traces", slug, steps, said, raws, traces)
		}
		return err
	}); err != nil {
		return err
	}
	for _, b := range boards {
		r.judge(b)
	}
	r.mu.Lock()
	r.looks++
	r.mu.Unlock()
	return nil
}

const (
	seenBenchmarks = `SELECT b.slug, m.value || b.revision, b.stale <> 0
FROM benchmarks b, meta m
WHERE m.key = 'base'
  AND b.slug LIKE 'many-%'`
	seenRuns = `SELECT b.slug, r.slug, r.n_expected, r.n_passed, count(*), count(*) FILTER (WHERE t.status = 'passed'), avg(COALESCE(t.score, 0))
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN trials t ON t.run_id = r.id
WHERE b.slug LIKE 'many-%'
GROUP BY b.slug, r.slug, r.n_expected, r.n_passed`
	// What else the newest run must have whole: its steps, and where its bodies lie. The
	// key of a run is in those of its steps.
	seenNewest = `SELECT r.slug,
  (SELECT sum(t.steps_total) FROM trials t WHERE t.run_id = r.id),
  (SELECT count(*) FROM steps s WHERE s.id BETWEEN r.id << 32 AND (r.id + 1) << 32),
  (SELECT count(*) FROM raws w WHERE w.run_id = r.id AND w.size > 0 AND NOT EXISTS (SELECT FROM body_pieces p WHERE p.kind = 'raw' AND p.body_id = w.id)),
  (SELECT count(*) FROM trials t WHERE t.run_id = r.id AND t.steps_total > 0 AND NOT EXISTS (SELECT FROM body_pieces p WHERE p.kind = 'trace' AND p.body_id = t.id))
FROM runs r
WHERE r.id = (SELECT max(id) FROM runs)`
	seenRows = `SELECT b.slug, COALESCE(r.slug, ''), p.rank, w.data
FROM board_places p
JOIN benchmarks b ON b.id = p.benchmark_id
LEFT JOIN board_rows w ON w.benchmark_id = p.benchmark_id AND w.convention = p.convention AND w.without = p.without AND w.key = p.key
LEFT JOIN runs r ON r.id = w.run_id
WHERE b.slug LIKE 'many-%'
  AND p.without = ''
  AND p.convention IN ('', 'paper')
ORDER BY p.benchmark_id, p.ordinal`
)

// each calls row for each row of a query.
func each(ctx context.Context, tx *sql.Tx, query string, row func(scan func(...any) error) error) error {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// judge holds a benchmark against its rows, and against what others have seen of the
// same revision.
func (r *boardReaders) judge(b *seenBoard) {
	for slug, v := range b.runs {
		if v.Trials != v.Expected || v.TrialsPassed != v.Passed {
			r.fault("the run %s with %+v", slug, v)
		}
	}
	on := map[string]bool{}
	for i := range b.rows {
		if run := b.rows[i].run; run == "" || on[run] {
			r.fault("a row of %s of no run, or a second one of a run: %q", b.slug, run)
		} else {
			on[run] = true
		}
	}
	r.judgeRows(b)
	if !b.lags && len(on) != len(b.runs) {
		r.fault("%d runs on the board of %s that is marked as current, and %d beside it", len(on), b.slug, len(b.runs))
	}
	text, err := json.Marshal(b.runs)
	if err != nil {
		r.fault("%v", err)
	}
	sum := sha256.Sum256(fmt.Appendf(text, "%v", b.rows))
	r.mu.Lock()
	had, known := r.shown[b.slug+b.revision]
	r.shown[b.slug+b.revision] = sum
	if b.lags {
		r.behind++
	} else if len(b.runs) > 0 {
		r.whole++
	}
	r.mu.Unlock()
	if known && had != sum {
		r.fault("two states of %s at the revision %s", b.slug, b.revision)
	}
}

// judgeRows recomputes what rows of a board say from the trials of their runs, and
// their ranks from the values of all.
func (r *boardReaders) judgeRows(b *seenBoard) {
	headlines := map[string][]float64{} // by group
	values := make([]struct {
		headline float64
		group    string
	}, len(b.rows))
	for i, row := range b.rows {
		var said struct {
			Group  string `json:"group"`
			Counts struct {
				Expected, Passed int
			} `json:"counts"`
			Metrics map[string]struct{ Value *float64 } `json:"metrics"`
		}
		if err := json.Unmarshal([]byte(row.data), &said); err != nil {
			r.fault("a row of %s that is none: %v", b.slug, err)
			return
		}
		mean, headline := said.Metrics["tcr"].Value, said.Metrics["crs"].Value
		if avg := said.Metrics["avg"].Value; avg != nil {
			mean, headline = avg, avg
		}
		run, there := b.runs[row.run]
		if !there || mean == nil || headline == nil || math.Abs(*mean-run.Mean) > 1e-9 || said.Counts.Expected != run.Expected || said.Counts.Passed != run.TrialsPassed {
			r.fault("a row of %s that says %s, and its run has %+v", b.slug, row.data, run)
			return
		}
		values[i].headline, values[i].group = *headline, said.Group
		headlines[said.Group] = append(headlines[said.Group], *headline)
	}
	for i, row := range b.rows {
		above := 0
		for _, v := range headlines[values[i].group] {
			if v > values[i].headline+1e-9 {
				above++
			}
		}
		if !row.rank.Valid || int(row.rank.Int64) != above+1 {
			ranks := slices.Clone(headlines[values[i].group])
			slices.Sort(ranks)
			r.fault("rank %v of %s with %v among %v", row.rank, row.run, values[i].headline, ranks)
			return
		}
	}
}
