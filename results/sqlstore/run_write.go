package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
)

// RunTx writes one run. Its rows are buffered until Finish inserts them in one transaction. It is
// not safe for concurrent use.
type RunTx struct {
	db     *DB
	rows   [3]stage // buffered rows in the order of insertion; referenced rows first, see add
	tasks  []taskOf // tasks that the trials attempt, in order of first occurrence
	taskAt map[results.TaskName]int
	trials []int // index in tasks, by trial

	trial   *trialWriter
	details detailsBlock
	steps   int64    // number of steps added so far
	raws    []string // names of the raw records added so far
	tools   map[toolKey]int
	packer  *packer
	sender  Sender // nil if blobs are buffered with the rows
}

// taskOf identifies a task of the run and the kind of its first trial.
type taskOf struct {
	results.TaskName
	kind string
}

type toolKey struct{ tool, failure string }

// BeginRun begins writing the run r, whose benchmark must already be stored.
func (db *DB) BeginRun(ctx context.Context, r *results.Run) (results.RunTx, error) {
	if db.w == nil {
		return nil, fmt.Errorf("begin run: %w", results.ErrReadOnly)
	}
	if _, err := benchmarkID(ctx, db.r, r.Benchmark); err != nil {
		return nil, err
	}
	t := &RunTx{db: db, rows: [3]stage{{dir: db.stage}, {dir: db.stage}, {dir: db.stage}}, packer: newPacker(),
		tools: map[toolKey]int{}, taskAt: map[results.TaskName]int{}}
	if db.parts.Send != nil {
		t.sender = db.parts.Send(db.stage)
	}
	return t, nil
}

// add buffers a row. Raw records refer to trials, and all other rows may refer to both, so the rows
// are kept in separate stages.
func (t *RunTx) add(table int, args ...any) error {
	switch table {
	case trialRows:
		return t.rows[0].add(table, args...)
	case rawRows:
		return t.rows[1].add(table, args...)
	}
	return t.rows[2].add(table, args...)
}

// addPiece stores a piece of a blob. Its key is numbered within the run.
func (t *RunTx) addPiece(key blob.Key, data []byte) error {
	size := len(data)
	if t.sender != nil {
		return t.packer.submit(data, blob.Pack, func(packed []byte) error {
			return t.sender.Add(blob.Piece{Key: key, Size: size, Data: packed})
		})
	}
	table := frameRows
	if key.Kind == blob.Raw {
		table = chunkRows
	}
	if size < blob.Short { // compressed later, together with others
		return t.add(table, key.Of, key.N, size, data)
	}
	return t.packer.submit(data, blob.Pack, func(packed []byte) error { return t.add(table, key.Of, key.N, size, packed) })
}

func (t *RunTx) taskOf(tr *results.Trial) int {
	name := tr.TaskName()
	at, ok := t.taskAt[name]
	if !ok {
		at = len(t.tasks)
		t.taskAt[name] = at
		t.tasks = append(t.tasks, taskOf{name, tr.Kind})
	}
	return at
}

// SaveTrial begins a trial and completes the previous one.
func (t *RunTx) SaveTrial(_ context.Context, tr *results.Trial) error {
	if err := t.endTrial(); err != nil {
		return err
	}
	t.trial = &trialWriter{run: t, n: int64(len(t.trials)), firstStep: t.steps + 1, row: *tr}
	t.trials = append(t.trials, t.taskOf(tr))
	return nil
}

// AmendTrial replaces the fields of the open trial.
func (t *RunTx) AmendTrial(_ context.Context, tr *results.Trial) error {
	if t.trial == nil {
		return errors.New("amend trial: no trial is open")
	}
	t.trial.row = *tr
	return nil
}

// SaveStep appends a step to the open trial.
func (t *RunTx) SaveStep(_ context.Context, s *results.Step) error {
	if t.trial == nil {
		return errors.New("save step: no trial is open")
	}
	return t.trial.step(s)
}

func (t *RunTx) endTrial() error {
	if t.trial == nil {
		return nil
	}
	err := t.trial.end()
	t.trial = nil
	return err
}

// SaveWarning stores a warning about the run's records.
func (t *RunTx) SaveWarning(_ context.Context, w results.Warning) error {
	return t.add(warningRows, w.File, w.Line, w.Message)
}

// OpenRaw returns a writer for a raw record of the open trial, or of the run if no trial is open.
func (t *RunTx) OpenRaw(_ context.Context, name, media string) (io.WriteCloser, func([32]byte) error, error) {
	w := &rawWriter{run: t, n: int64(len(t.raws)), trial: -1, name: name, media: media}
	t.raws = append(t.raws, name)
	if t.trial != nil {
		w.trial = t.trial.n
	}
	return w, w.seal, nil
}

// ModelID returns the canonical id of a model, which is part of the run's slug.
func (t *RunTx) ModelID(ctx context.Context, name string, _ bool) (string, error) {
	_, slug, err := listedModel(ctx, t.db.r, spellings(name))
	if errors.Is(err, results.ErrNotFound) {
		return unlistedID(name), nil
	}
	return slug, err
}

// Rollback discards everything that has not been published. It may be called after Finish.
func (t *RunTx) Rollback() {
	for i := range t.rows {
		t.rows[i].drop()
	}
	if t.sender != nil {
		t.sender.Drop()
	}
}

func saveMetrics(ctx context.Context, tx *sqlx.Tx, runID int64, metrics []results.Metric) error {
	b := NewBatch(tx, "run_metrics", "run_id, scope, convention, key, value, num, den, lo, hi", 40)
	return insertAll(ctx, b, metrics, func(_ int, m *results.Metric) ([]any, error) {
		return []any{runID, m.Scope, m.Convention, m.Key, m.Value, m.Num, m.Den, m.Lo, m.Hi}, nil
	})
}

// MarkScored stores r.ScoreKey, which means that the stored counts and metrics are up to date.
func (db *DB) MarkScored(ctx context.Context, r *results.Run) error {
	return db.write(ctx, "mark "+r.Slug+" as scored", r.Benchmark, noBenchmark, func(tx *sqlx.Tx) error {
		return changedBy(tx.ExecContext(ctx, "UPDATE runs SET score_key = ? WHERE id = ? AND score_key <> ?", r.ScoreKey, r.ID, r.ScoreKey))
	})
}

// Rescore replaces the counts and metrics of a stored run.
func (db *DB) Rescore(ctx context.Context, r *results.Run, metrics []results.Metric) error {
	return db.inBenchmark(ctx, "rescore run "+r.Slug, r.Benchmark, func(tx *sqlx.Tx) error {
		const q = `UPDATE runs
SET formula = ?, score_key = ?, complete = ?, n_expected = ?, n_scored = ?, n_passed = ?, n_failed = ?,
  n_no_answer = ?, n_timeout = ?, n_error = ?, n_not_judged = ?, n_missing = ?, objections = ?
WHERE id = ?`
		c := r.Counts
		exclusions, err := toJSON(nonNil(r.Exclusions))
		if err != nil {
			return fmt.Errorf("rescore run %s: %w", r.Slug, err)
		}
		before, err := scoreBefore(ctx, tx, r.ID)
		if err != nil {
			return err
		}
		err = execAll(ctx, tx, "rescore run "+r.Slug, []statement{
			{q, []any{r.Formula, r.ScoreKey, r.Complete, c.Expected, c.Scored, c.Passed, c.Failed, c.NoAnswer, c.Timeout, c.Error,
				c.NotJudged, c.Missing, exclusions, r.ID}},
			{"DELETE FROM run_metrics WHERE run_id = ?", []any{r.ID}},
		}...)
		return cmp.Or(err, saveMetrics(ctx, tx, r.ID, metrics), logRescored(ctx, tx, r, before))
	})
}
