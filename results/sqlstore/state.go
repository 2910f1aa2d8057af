package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// StateDays returns the days that have a snapshot of the leaderboard, newest first.
func (db *DB) StateDays(ctx context.Context, benchmark, convention, without string) ([]string, error) {
	const q = `SELECT s.day
FROM board_states s
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?
  AND s.convention = ?
  AND s.without = ?
ORDER BY s.day DESC
LIMIT 100000`
	days, err := ListOf[string](ctx, db.r, "list days of a board", q, benchmark, convention, without)
	if err == nil && len(days) == 0 && without != "" {
		return db.StateDays(ctx, benchmark, convention, "")
	}
	return days, err
}

// FindBoardState returns the last snapshot of a leaderboard on or before a day.
func (db *DB) FindBoardState(ctx context.Context, benchmark, convention, without, day string) (results.BoardState, error) {
	const q = `SELECT s.id, s.day, s.data
FROM board_states s
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?1
  AND s.convention = ?2
  AND s.without IN (?3, '')
  AND s.day <= ?4
  AND (s.without = ?3 OR NOT EXISTS (
    SELECT 1
    FROM board_states x
    WHERE x.benchmark_id = b.id
      AND x.convention = ?2
      AND x.without = ?3))
ORDER BY s.day DESC
LIMIT 1`
	h, err := oneOf[stateHead](ctx, db.r, fmt.Sprintf("find board %s of %s", benchmark, day), q, benchmark, convention, without, day)
	if err != nil {
		return results.BoardState{}, err
	}
	return db.boardState(ctx, h, without)
}

type stateHead struct {
	ID        int64
	Day, Data string
}

// statePlace is a row of a snapshot. Data is nil if the run was removed, and empty if it was
// withdrawn. Shown is false if the run is hidden.
type statePlace struct {
	Run       *string
	Name      *string // display name of the model; nil if the model no longer exists
	Data      *string
	Shown     *bool
	Withdrawn *string // reason of the withdrawal; nil if not withdrawn
	At        *int64
	boardPlace
}

func (db *DB) boardState(ctx context.Context, h stateHead, without string) (results.BoardState, error) {
	s := results.BoardState{Day: h.Day, Withdrawn: []results.Withdrawal{}}
	if err := fromJSON(h.Data, &s.Board); err != nil {
		return s, err
	}
	s.Without, s.Rows = without, []results.BoardRow{}
	q := `SELECT r.run, r.data, m.name, w.reason AS withdrawn, w.at,
  r.run = '' OR x.id IS NOT NULL AS shown,
  p.rank, p.rank_lo, p.rank_hi, p.p_first, p.p_leader, p.tie_class
FROM state_places p
LEFT JOIN state_rows r ON r.id = p.row_id
LEFT JOIN runs x ON x.slug = r.run
LEFT JOIN withdrawn w ON w.slug = r.run
LEFT JOIN models m ON m.slug = ` + db.dialect.Field("NULLIF(r.data, '')", "system", "model") + `
WHERE p.state_id = ?
ORDER BY p.ordinal`
	rows, err := ListOf[statePlace](ctx, db.r, "read state of a board", q, h.ID)
	if err != nil {
		return s, err
	}
	for _, r := range rows {
		switch {
		case r.Withdrawn != nil:
			s.Altered = true
			s.Withdrawn = append(s.Withdrawn, results.Withdrawal{Run: *r.Run, Benchmark: s.Benchmark, Reason: *r.Withdrawn, At: *r.At})
			continue
		case r.Data == nil || *r.Data == "" || r.Shown == nil || !*r.Shown:
			s.Altered = true
			continue
		}
		var row results.BoardRow
		if err := fromJSON(*r.Data, &row); err != nil {
			return s, err
		}
		row.Name = row.System.Model
		if r.Name != nil {
			row.Name = *r.Name
		}
		r.on(&row)
		s.Rows = append(s.Rows, row)
	}
	if s.Altered {
		for i := range s.Rows {
			boardPlace{}.on(&s.Rows[i])
		}
	}
	return s, nil
}

// statesTx saves the snapshots of a benchmark's leaderboards for one day.
type statesTx struct {
	tx        *sqlx.Tx
	benchmark int64
	day       string
	changed   bool
	rows      map[string]int64 // ids of stored rows by key; nil until they are read
}

// saveStates saves a snapshot of each leaderboard that differs from its previous snapshot. at is
// the time in Unix milliseconds.
func saveStates(ctx context.Context, tx *sqlx.Tx, benchmark int64, boards []results.Board, at int64) (changed bool, err error) {
	t := &statesTx{tx: tx, benchmark: benchmark, day: time.UnixMilli(at).UTC().Format(time.DateOnly)}
	const q = `SELECT DISTINCT convention, without
FROM board_states
WHERE benchmark_id = ?`
	kept, err := ListOf[boardKey](ctx, tx, "read states of boards", q, benchmark)
	if err != nil {
		return false, err
	}
	now := map[boardKey]results.Board{}
	for _, b := range boards {
		now[boardKey{b.Convention, b.Without}] = b
	}
	for _, k := range kept { // if no tasks are excluded any more, save the full leaderboard instead
		whole, ok := now[boardKey{Convention: k.Convention}]
		if _, there := now[k]; !there && ok {
			whole.Without = k.Without
			boards = append(boards[:len(boards):len(boards)], whole)
		}
	}
	for _, b := range boards {
		if err := t.save(ctx, results.StateOf(b, t.day)); err != nil {
			return false, err
		}
	}
	if !t.changed {
		return false, nil
	}
	const unused = `DELETE FROM state_rows
WHERE benchmark_id = ?
  AND NOT EXISTS (SELECT 1 FROM state_places p WHERE p.row_id = state_rows.id)`
	return true, exec(ctx, tx, "delete unused rows of states", unused, benchmark)
}

type keptState struct {
	ID     int64
	Day    string
	Digest string
}

// save writes a snapshot unless it equals the previous one. It replaces a snapshot of the same day.
func (t *statesTx) save(ctx context.Context, s results.BoardState) error {
	digest, err := s.Digest()
	if err != nil {
		return err
	}
	last, before, err := t.last(ctx, &s)
	if err != nil || last.Digest == digest {
		return err
	}
	t.changed = true
	// If the clock was set back, replace the latest snapshot instead of an earlier one.
	if s.Day < last.Day {
		s.Day = last.Day
	}
	if s.Day == last.Day {
		err := exec(ctx, t.tx, "replace state of a board", "DELETE FROM board_states WHERE id = ?", last.ID)
		if err != nil || before.Digest == digest {
			return err
		}
	}
	data, err := toJSON(s.Board)
	if err != nil {
		return err
	}
	const q = `INSERT INTO board_states (benchmark_id, convention, without, day, data, digest)
VALUES (?, ?, ?, ?, ?, ?)
RETURNING id`
	id, err := oneOf[int64](ctx, t.tx, "save state of a board", q, t.benchmark, s.Convention, s.Without, s.Day, data, digest)
	if err != nil {
		return err
	}
	return t.saveRows(ctx, id, s.Rows)
}

func (t *statesTx) last(ctx context.Context, s *results.BoardState) (last, before keptState, err error) {
	const q = `SELECT id, day, digest
FROM board_states
WHERE benchmark_id = ?
  AND convention = ?
  AND without = ?
ORDER BY day DESC
LIMIT 2`
	list, err := ListOf[keptState](ctx, t.tx, "read states of a board", q, t.benchmark, s.Convention, s.Without)
	list = append(list, keptState{}, keptState{})
	return list[0], list[1], err
}

func (t *statesTx) saveRows(ctx context.Context, state int64, rows []results.BoardRow) error {
	places := NewBatch(t.tx, "state_places", "state_id, ordinal, row_id, rank, rank_lo, rank_hi, p_first, p_leader, tie_class", 50)
	for i := range rows {
		own, p := takePlace(rows[i])
		id, err := t.rowID(ctx, &own)
		if err != nil {
			return err
		}
		if err := places.Add(ctx, state, i+1, id, p.Rank, p.RankLo, p.RankHi, p.PFirst, p.PLeader, p.TieClass); err != nil {
			return err
		}
	}
	return places.Flush(ctx)
}

// rowID returns the id of the stored row and inserts the row if it is new. Several snapshots can
// share a row.
func (t *statesTx) rowID(ctx context.Context, row *results.BoardRow) (id int64, err error) {
	data, err := toJSON(row)
	if err != nil {
		return 0, err
	}
	sum := sha256.Sum256([]byte(data))
	key := hex.EncodeToString(sum[:16])
	if t.rows == nil { // read all rows with one query; there are only as many as systems
		const q = "SELECT key, id AS value FROM state_rows WHERE benchmark_id = ?"
		if t.rows, err = mapOf[string, int64](ctx, t.tx, "list rows of states", q, t.benchmark); err != nil {
			return 0, err
		}
	}
	if id, known := t.rows[key]; known {
		return id, nil
	}
	run := ""
	if row.Run != nil {
		run = *row.Run
	}
	const q = `INSERT INTO state_rows (benchmark_id, key, run, data)
VALUES (?, ?, ?, ?)
RETURNING id`
	t.rows[key], err = oneOf[int64](ctx, t.tx, "save row of a state", q, t.benchmark, key, run, data)
	return t.rows[key], err
}

// leaveStates removes a run's data from all snapshots. A withdrawn run keeps its position in them.
func leaveStates(ctx context.Context, tx *sqlx.Tx, run string, withdrawn bool) error {
	const touched = `UPDATE board_states
SET digest = ''
WHERE id IN (
  SELECT p.state_id
  FROM state_places p
  JOIN state_rows r ON r.id = p.row_id
  WHERE r.run = ?)`
	rows := `DELETE FROM state_rows WHERE run = ?`
	if withdrawn {
		// Replace the key as well, because it is a digest of the deleted numbers.
		rows = `UPDATE state_rows SET data = '', key = 'withdrawn ' || id WHERE run = ?`
	}
	return execAll(ctx, tx, "take run "+run+" out of former boards", statement{touched, []any{run}}, statement{rows, []any{run}})
}
