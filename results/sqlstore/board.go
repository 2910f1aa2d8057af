package sqlstore

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// FindBoard returns a leaderboard. without is "" or results.WithoutImpossible. The rows contain the
// display names of models.
func (db *DB) FindBoard(ctx context.Context, benchmark, convention, without string) (results.Board, error) {
	return db.findBoard(ctx, benchmark, convention, without, "")
}

// FindBoardRuns is like FindBoard, but omits the rows of systems without a run.
func (db *DB) FindBoardRuns(ctx context.Context, benchmark, convention, without string) (results.Board, error) {
	return db.findBoard(ctx, benchmark, convention, without, " AND r.run_id IS NOT NULL")
}

func (db *DB) findBoard(ctx context.Context, benchmark, convention, without, rows string) (results.Board, error) {
	var b results.Board
	var data string
	const head = `SELECT d.data
FROM boards d
JOIN benchmarks b ON b.id = d.benchmark_id
WHERE b.slug = ?
  AND d.convention = ?
  AND d.without = ?`
	stored := without
	err := db.r.GetContext(ctx, &data, head, benchmark, convention, stored)
	if errors.Is(err, sql.ErrNoRows) && without != "" {
		stored = "" // without any excluded tasks both leaderboards are equal, and only the full one is stored
		err = db.r.GetContext(ctx, &data, head, benchmark, convention, stored)
	}
	if err != nil {
		return b, MapError(fmt.Sprintf("find board %s %q", benchmark, convention), err)
	}
	if err := fromJSON(data, &b); err != nil {
		return b, err
	}
	b.Without = without
	q := `SELECT m.name, r.data, p.rank, p.rank_lo, p.rank_hi, p.p_first, p.p_leader, p.tie_class
FROM board_rows r
JOIN board_places p ON p.benchmark_id = r.benchmark_id
  AND p.convention = r.convention
  AND p.without = r.without
  AND p.key = r.key
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
WHERE b.slug = ?
  AND p.convention = ?
  AND p.without = ?` + rows + `
ORDER BY p.benchmark_id, p.convention, p.without, p.ordinal
LIMIT 10000`
	type row struct {
		Name, Data string
		boardPlace
	}
	list, err := ListOf[row](ctx, db.r, "read board rows", q, benchmark, convention, stored)
	if err != nil {
		return b, err
	}
	b.Rows, err = each(list, func(r row) (of results.BoardRow, err error) {
		err = fromJSON(r.Data, &of)
		of.Name = r.Name
		r.boardPlace.on(&of)
		return of, err
	})
	return b, err
}

// boardPlace holds the fields of a leaderboard row that depend on other systems.
type boardPlace struct {
	Rank     *int     `db:"rank"`
	RankLo   *int     `db:"rank_lo"`
	RankHi   *int     `db:"rank_hi"`
	PFirst   *float64 `db:"p_first"`
	PLeader  *float64 `db:"p_leader"`
	TieClass *int     `db:"tie_class"`
}

// takePlace splits a row into the fields that do not depend on other systems and those that do.
func takePlace(r results.BoardRow) (results.BoardRow, boardPlace) {
	p := boardPlace{Rank: r.Rank, PFirst: r.PFirst, PLeader: r.PLeader, TieClass: r.TieClass}
	if r.RankInterval != nil {
		p.RankLo, p.RankHi = &r.RankInterval[0], &r.RankInterval[1]
	}
	r.Rank, r.RankInterval, r.PFirst, r.PLeader, r.TieClass = nil, nil, nil, nil, nil
	return r, p
}

func (p boardPlace) on(r *results.BoardRow) {
	r.Rank, r.RankInterval, r.PFirst, r.TieClass = p.Rank, nil, p.PFirst, p.TieClass
	if p.PLeader != nil { // rows of snapshots from before schema 40 have it themselves
		r.PLeader = p.PLeader
	}
	if p.RankLo != nil && p.RankHi != nil {
		r.RankInterval = &[2]int{*p.RankLo, *p.RankHi}
	}
}

type boardKey struct{ Convention, Without string }

// boardsTx replaces the leaderboards of a benchmark. It writes only the rows that have changed.
type boardsTx struct {
	tx        *sqlx.Tx
	benchmark int64
	runs      map[string]int64 // run ids by slug
	models    map[string]int64
	heads     map[boardKey][2]string         // data and digest of each stored leaderboard
	rows      map[boardKey]map[string]ownRow // keys of the stored rows
	changed   bool
}

// ownRow identifies a leaderboard row by the ids of its run and its model; Run is 0 if the row has
// no run.
type ownRow struct{ Run, Model int64 }

// SaveBoards replaces the leaderboards of a benchmark and saves them as the snapshot of a day. at
// is the time in Unix milliseconds.
func (db *DB) SaveBoards(ctx context.Context, benchmark string, boards []results.Board, at int64) error {
	return db.inBenchmark(ctx, "save boards of "+benchmark, benchmark, func(tx *sqlx.Tx) error {
		id, err := benchmarkID(ctx, tx, benchmark)
		if err != nil {
			return err
		}
		t := &boardsTx{tx: tx, benchmark: id}
		if err := t.load(ctx); err != nil {
			return err
		}
		for _, b := range boards {
			if err := t.save(ctx, b); err != nil {
				return fmt.Errorf("save board %q: %w", b.Convention, err)
			}
		}
		if err := t.removeRest(ctx); err != nil {
			return err
		}
		kept, err := saveStates(ctx, tx, id, boards, at)
		if err != nil {
			return err
		}
		if !t.changed && !kept {
			return errSame
		}
		return nil
	})
}

func (t *boardsTx) load(ctx context.Context) error {
	heads, err := ListOf[struct {
		boardKey
		Data, Places string
	}](ctx, t.tx, "read boards", "SELECT convention, without, data, places FROM boards WHERE benchmark_id = ?", t.benchmark)
	if err != nil {
		return err
	}
	const stored = `SELECT convention, without, key, COALESCE(run_id, 0) AS run, model_id AS model
FROM board_rows
WHERE benchmark_id = ?`
	rows, err := ListOf[struct {
		boardKey
		Key string
		ownRow
	}](ctx, t.tx, "read board rows", stored, t.benchmark)
	if err != nil {
		return err
	}
	t.heads, t.rows = map[boardKey][2]string{}, map[boardKey]map[string]ownRow{}
	for _, h := range heads {
		t.heads[h.boardKey] = [2]string{h.Data, h.Places}
	}
	for _, r := range rows {
		if t.rows[r.boardKey] == nil {
			t.rows[r.boardKey] = map[string]ownRow{}
		}
		t.rows[r.boardKey][r.Key] = r.ownRow
	}
	const runs = "SELECT slug AS key, id AS value FROM runs WHERE benchmark_id = ?"
	if t.runs, err = mapOf[string, int64](ctx, t.tx, "read ids", runs, t.benchmark); err != nil {
		return err
	}
	t.models, err = mapOf[string, int64](ctx, t.tx, "read ids", "SELECT slug AS key, id AS value FROM models")
	return err
}

// save writes a leaderboard. It removes it from t.heads and t.rows, so that only obsolete
// leaderboards remain there.
func (t *boardsTx) save(ctx context.Context, b results.Board) error {
	data, err := toJSON(b)
	if err != nil {
		return err
	}
	id := boardKey{b.Convention, b.Without}
	stored := t.rows[id]
	delete(t.rows, id)
	keys, places := make([]string, len(b.Rows)), make([]boardPlace, len(b.Rows))
	digest := sha256.New()
	for i := range b.Rows {
		var own results.BoardRow
		own, places[i] = takePlace(b.Rows[i])
		if keys[i], err = t.saveRow(ctx, id, &own, stored); err != nil {
			return err
		}
		at, err := toJSON(places[i])
		if err != nil {
			return err
		}
		fmt.Fprintln(digest, keys[i], at)
	}
	if err := t.removeRows(ctx, id, stored); err != nil {
		return err
	}
	head := [2]string{data, hex.EncodeToString(digest.Sum(nil))}
	if t.heads[id] == head {
		delete(t.heads, id)
		return nil
	}
	if err := t.removeHead(ctx, id); err != nil {
		return err
	}
	if err := insert(ctx, t.tx, "save board", "boards", "benchmark_id, convention, without, data, places",
		t.benchmark, b.Convention, b.Without, head[0], head[1]); err != nil {
		return err
	}
	return t.savePlaces(ctx, id, keys, places)
}

// saveRow writes a row unless the same row is stored. It removes the row from stored and returns
// its key.
func (t *boardsTx) saveRow(ctx context.Context, b boardKey, row *results.BoardRow, stored map[string]ownRow) (string, error) {
	data, err := toJSON(row)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(data))
	key := hex.EncodeToString(sum[:16])
	own := ownRow{Model: t.models[row.System.Model]}
	var run any
	if row.Run != nil {
		own.Run = t.runs[*row.Run]
		run = own.Run
	}
	was, ok := stored[key]
	delete(stored, key)
	if ok && was == own {
		return key, nil
	}
	t.changed = true
	const q = `INSERT INTO board_rows (benchmark_id, convention, without, key, run_id, model_id, data)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (benchmark_id, convention, without, key) DO UPDATE SET run_id = excluded.run_id, model_id = excluded.model_id, data = excluded.data`
	return key, exec(ctx, t.tx, "save board row", q, t.benchmark, b.Convention, b.Without, key, run, own.Model, data)
}

func (t *boardsTx) savePlaces(ctx context.Context, b boardKey, keys []string, places []boardPlace) error {
	rows := NewBatch(t.tx, "board_places", "benchmark_id, convention, without, ordinal, key, rank, rank_lo, rank_hi, p_first, p_leader, tie_class", 50)
	for i, p := range places {
		if err := rows.Add(ctx, t.benchmark, b.Convention, b.Without, i+1, keys[i], p.Rank, p.RankLo, p.RankHi, p.PFirst,
			p.PLeader, p.TieClass); err != nil {
			return err
		}
	}
	return rows.Flush(ctx)
}

// removeRest deletes the leaderboards that remain in t.heads and t.rows.
func (t *boardsTx) removeRest(ctx context.Context) error {
	for b := range t.heads {
		if err := t.removeHead(ctx, b); err != nil {
			return err
		}
	}
	for b, rows := range t.rows {
		if err := t.removeRows(ctx, b, rows); err != nil {
			return err
		}
	}
	return nil
}

func (t *boardsTx) removeRows(ctx context.Context, b boardKey, rows map[string]ownRow) error {
	for key := range rows {
		t.changed = true
		const q = `DELETE FROM board_rows
WHERE benchmark_id = ?
  AND convention = ?
  AND without = ?
  AND key = ?`
		if err := exec(ctx, t.tx, "delete board row", q, t.benchmark, b.Convention, b.Without, key); err != nil {
			return err
		}
	}
	return nil
}

func (t *boardsTx) removeHead(ctx context.Context, b boardKey) error {
	t.changed = true
	delete(t.heads, b)
	const of = " WHERE benchmark_id = ? AND convention = ? AND without = ?"
	key := []any{t.benchmark, b.Convention, b.Without}
	return execAll(ctx, t.tx, "replace board", statement{"DELETE FROM boards" + of, key}, statement{"DELETE FROM board_places" + of, key})
}
