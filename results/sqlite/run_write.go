package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// RunTx writes one run in one transaction. It is not safe for concurrent use.
type RunTx struct {
	db          *DB
	tx          *sqlx.Tx
	runID       int64
	benchmark   string // slug
	benchmarkID int64
	tasks       map[[2]string]int64
	scenarios   map[string]int64

	trial     *trialWriter
	nextTrial int64
	nextStep  int64
	steps     *batch
	groups    *batch
	frames    *batch
	checks    *batch
	text      *batch
	tools     map[toolKey]int
	packer    *packer
}

type toolKey struct{ tool, failure string }

// BeginRun opens a transaction for the run r, whose Benchmark must be stored.
func (db *DB) BeginRun(ctx context.Context, r *results.Run) (results.RunTx, error) {
	if db.w == nil {
		return nil, fmt.Errorf("begin run: %w", results.ErrReadOnly)
	}
	tx, err := begin(ctx, db.w)
	if err != nil {
		return nil, mapError("begin run", err)
	}
	t := &RunTx{db: db, tx: tx, benchmark: r.Benchmark, packer: newPacker(), tools: map[toolKey]int{}, tasks: map[[2]string]int64{}}
	if err := t.begin(ctx, r); err != nil {
		tx.Rollback()
		return nil, err
	}
	return t, nil
}

func (t *RunTx) begin(ctx context.Context, r *results.Run) error {
	// Trials are inserted after their steps, so references wait for the commit.
	if _, err := t.tx.ExecContext(ctx, "PRAGMA defer_foreign_keys = ON"); err != nil {
		return mapError("begin run", err)
	}
	if err := t.tx.GetContext(ctx, &t.benchmarkID, "SELECT id FROM benchmarks WHERE slug = ?", r.Benchmark); err != nil {
		return mapError("find benchmark "+r.Benchmark, err)
	}
	const ids = `SELECT
  (SELECT COALESCE(max(id), 0) + 1 FROM runs),
  (SELECT COALESCE(max(id), 0) + 1 FROM trials),
  (SELECT COALESCE(max(id), 0) + 1 FROM steps)`
	if err := t.tx.QueryRowxContext(ctx, ids).Scan(&t.runID, &t.nextTrial, &t.nextStep); err != nil {
		return mapError("begin run", err)
	}
	t.steps = newBatch(t.tx, "steps", "id, trial_id, source, event, agent, day, ts, tools, calls, failed, tokens_in, tokens_out, frame, offset, length", 40)
	t.groups = newBatch(t.tx, "trace_groups", "trial_id, kind, level, ordinal, first, steps, calls, failed, turns, tokens_in, tokens_out, ts, day", 20)
	t.frames = newBatch(t.tx, "trace_frames", "trial_id, frame, size, data", 8)
	t.checks = newBatch(t.tx, "trial_checks", "trial_id, ordinal, check_id, day, weight, red_line, passed, detail", 40)
	t.text = newBatch(t.tx, "step_text", "rowid, body, tags", 40)
	return t.loadTasks(ctx)
}

func (t *RunTx) loadTasks(ctx context.Context) error {
	rows := []struct {
		ID       int64
		Scenario string
		Slug     string
	}{}
	const q = `SELECT t.id, s.slug AS scenario, t.slug
FROM tasks t
JOIN scenarios s ON s.id = t.scenario_id
WHERE t.benchmark_id = ?
ORDER BY t.id`
	if err := t.tx.SelectContext(ctx, &rows, q, t.benchmarkID); err != nil {
		return mapError("read tasks", err)
	}
	for _, r := range rows {
		t.tasks[[2]string{r.Scenario, r.Slug}] = r.ID
	}
	var err error
	t.scenarios, err = scenarioIDs(ctx, t.tx, t.benchmarkID)
	return err
}

// taskID finds the task, or stores it as an extra one that is never counted.
func (t *RunTx) taskID(ctx context.Context, tr *results.Trial) (int64, error) {
	key := [2]string{tr.Scenario, tr.Task}
	if id, ok := t.tasks[key]; ok {
		return id, nil
	}
	sid, ok := t.scenarios[tr.Scenario]
	if !ok {
		const q = `INSERT INTO scenarios (benchmark_id, slug, title, domain, description, ordinal)
VALUES (?, ?, '', '', '', ` + extraOrdinal + `)
RETURNING id`
		if err := t.tx.GetContext(ctx, &sid, q, t.benchmarkID, tr.Scenario); err != nil {
			return 0, mapError("save scenario "+tr.Scenario, err)
		}
		t.scenarios[tr.Scenario] = sid
	}
	const q = `INSERT INTO tasks (benchmark_id, scenario_id, slug, title, ordinal, kind, day, extra, facts, options, checks, updates)
VALUES (?, ?, ?, '', ` + extraOrdinal + `, ?, 0, 1, '{}', '[]', '[]', '[]')
RETURNING id`
	var id int64
	if err := t.tx.GetContext(ctx, &id, q, t.benchmarkID, sid, tr.Task, tr.Kind); err != nil {
		return 0, mapError("save task "+tr.Scenario+"/"+tr.Task, err)
	}
	t.tasks[key] = id
	return id, nil
}

// SaveTrial begins a trial; the previous one is complete now.
func (t *RunTx) SaveTrial(ctx context.Context, tr *results.Trial) error {
	if err := t.endTrial(ctx); err != nil {
		return err
	}
	taskID, err := t.taskID(ctx, tr)
	if err != nil {
		return err
	}
	t.trial = &trialWriter{run: t, id: t.nextTrial, taskID: taskID, firstStep: t.nextStep, row: *tr}
	t.nextTrial++
	return nil
}

// AmendTrial replaces the fields of the trial that is open.
func (t *RunTx) AmendTrial(_ context.Context, tr *results.Trial) error {
	if t.trial == nil {
		return errors.New("amend trial: no trial is open")
	}
	t.trial.row = *tr
	return nil
}

// SaveStep appends a step to the trial that is open.
func (t *RunTx) SaveStep(ctx context.Context, s *results.Step) error {
	if t.trial == nil {
		return errors.New("save step: no trial is open")
	}
	return t.trial.step(ctx, s)
}

func (t *RunTx) endTrial(ctx context.Context) error {
	if t.trial == nil {
		return nil
	}
	err := t.trial.end(ctx)
	t.trial = nil
	return err
}

// SaveWarning notes something about the run's records.
func (t *RunTx) SaveWarning(ctx context.Context, w results.Warning) error {
	const q = `INSERT INTO warnings (run_id, file, line, message)
VALUES (?, ?, ?, ?)`
	_, err := t.tx.ExecContext(ctx, q, t.runID, w.File, w.Line, w.Message)
	return mapError("save warning", err)
}

// OpenRaw keeps a raw record: of the open trial, or of the run if none is open.
func (t *RunTx) OpenRaw(ctx context.Context, name, media string) (io.WriteCloser, func([32]byte) error, error) {
	var trial any
	if t.trial != nil {
		trial = t.trial.id
	}
	const q = `INSERT INTO raws (run_id, trial_id, name, media, size, sum)
VALUES (?, ?, ?, ?, 0, x'')
RETURNING id`
	var id int64
	if err := t.tx.GetContext(ctx, &id, q, t.runID, trial, name, media); err != nil {
		return nil, nil, mapError("save raw record "+name, err)
	}
	w := &rawWriter{ctx: ctx, tx: t.tx, packer: t.packer, id: id, name: name}
	return w, w.seal, nil
}

// Finish completes the run: r carries slug, digest and counts. If the same
// records are already stored it undoes everything and returns
// results.ErrUnchanged.
func (t *RunTx) Finish(ctx context.Context, r *results.Run, metrics []results.Metric) error {
	defer t.tx.Rollback()
	if err := t.endTrial(ctx); err != nil {
		return err
	}
	if err := t.packer.wait(); err != nil {
		return err
	}
	for _, b := range []*batch{t.steps, t.groups, t.frames, t.checks, t.text} {
		if err := b.flush(ctx); err != nil {
			return err
		}
	}
	if err := t.insertRun(ctx, r); err != nil {
		return err
	}
	if err := saveOutcomes(ctx, t.tx, t.runID); err != nil {
		return err
	}
	if err := saveMetrics(ctx, t.tx, t.runID, metrics); err != nil {
		return err
	}
	for k, n := range t.tools {
		const q = `INSERT INTO run_tools (run_id, tool, failure, calls)
VALUES (?, ?, ?, ?)`
		if _, err := t.tx.ExecContext(ctx, q, t.runID, k.tool, k.failure, n); err != nil {
			return mapError("save tool counts", err)
		}
	}
	if err := markStale(ctx, t.tx, t.benchmarkID); err != nil {
		return err
	}
	if err := logChange(ctx, t.tx, results.Change{At: r.IngestedAt, Kind: results.ChangeAdded, Benchmark: t.benchmark, Run: r.Slug}); err != nil {
		return err
	}
	if err := (concern{t.benchmark}).stamp(ctx, t.tx); err != nil {
		return err
	}
	r.ID = t.runID
	return mapError("commit run "+r.Slug, t.tx.Commit())
}

// ModelID resolves the run's model through the aliases; it returns the
// canonical id that belongs into the run's slug.
func (t *RunTx) ModelID(ctx context.Context, name string, scripted bool) (string, error) {
	_, slug, err := resolveModel(ctx, t.tx, name, scripted)
	return slug, err
}

// Stored reports whether a run with this slug and digest exists already.
func (t *RunTx) Stored(ctx context.Context, slug, digest string) (bool, error) {
	var n int
	const q = `SELECT count(*)
FROM runs
WHERE slug = ?
  AND digest = ?`
	err := t.tx.GetContext(ctx, &n, q, slug, digest)
	return n > 0, mapError("find run "+slug, err)
}

// Rollback undoes everything. It may be called after Finish.
func (t *RunTx) Rollback() { t.tx.Rollback() }

func (t *RunTx) insertRun(ctx context.Context, r *results.Run) error {
	stored, err := t.Stored(ctx, r.Slug, r.Digest)
	if err != nil {
		return err
	}
	if stored {
		return fmt.Errorf("run %s: %w", r.Slug, results.ErrUnchanged)
	}
	modelID, _, err := resolveModel(ctx, t.tx, r.ModelName, r.Scripted)
	if err != nil {
		return err
	}
	var cols [4]string
	for i, v := range []any{nonNil(r.Reported), r.Redactions, r.Facts, nonNil(r.Objections)} {
		if cols[i], err = toJSON(v); err != nil {
			return fmt.Errorf("save run %s: %w", r.Slug, err)
		}
	}
	const q = `INSERT INTO runs (id, slug, benchmark_id, model_id, framework, variant, provider, model_name, evidence, scripted,
  label, format, digest, ingested_at, started_at, finished_at, formula, complete,
  n_expected, n_scored, n_passed, n_failed, n_no_answer, n_timeout, n_error, n_not_judged, n_missing, reported, redactions, facts, objections, fingerprint, replaces)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	c := r.Counts
	_, err = t.tx.ExecContext(ctx, q, t.runID, r.Slug, t.benchmarkID, modelID, r.System.Framework, r.System.Variant, r.System.Provider,
		r.ModelName, r.Evidence, r.Scripted, r.Label, r.Format, r.Digest, r.IngestedAt, r.StartedAt, r.FinishedAt, r.Formula, r.Complete,
		c.Expected, c.Scored, c.Passed, c.Failed, c.NoAnswer, c.Timeout, c.Error, c.NotJudged, c.Missing, cols[0], cols[1], cols[2], cols[3], r.Fingerprint, r.Replaces)
	if err != nil {
		return mapError("save run "+r.Slug, err)
	}
	return nameModel(ctx, t.tx, modelID)
}

func saveMetrics(ctx context.Context, tx *sqlx.Tx, runID int64, metrics []results.Metric) error {
	b := newBatch(tx, "run_metrics", "run_id, scope, convention, key, value, num, den, lo, hi", 40)
	for _, m := range metrics {
		if err := b.add(ctx, runID, m.Scope, m.Convention, m.Key, m.Value, m.Num, m.Den, m.Lo, m.Hi); err != nil {
			return fmt.Errorf("save metrics: %w", err)
		}
	}
	return b.flush(ctx)
}

// MarkScored notes that the counts and metrics of a stored run are those of
// r.ScoreKey as they are.
func (db *DB) MarkScored(ctx context.Context, r *results.Run) error {
	return db.inTx(ctx, "mark "+r.Slug+" as scored", noBenchmark, func(tx *sqlx.Tx) error {
		return changedBy(tx.ExecContext(ctx, "UPDATE runs SET score_key = ? WHERE id = ? AND score_key <> ?", r.ScoreKey, r.ID, r.ScoreKey))
	})
}

// Rescore replaces the counts and metrics of a stored run, after its
// benchmark's dataset or the formulas have changed.
func (db *DB) Rescore(ctx context.Context, r *results.Run, metrics []results.Metric) error {
	return db.inTx(ctx, "rescore run "+r.Slug, concern{r.Benchmark}, func(tx *sqlx.Tx) error {
		const q = `UPDATE runs
SET formula = ?, score_key = ?, complete = ?, n_expected = ?, n_scored = ?, n_passed = ?, n_failed = ?,
  n_no_answer = ?, n_timeout = ?, n_error = ?, n_not_judged = ?, n_missing = ?, objections = ?
WHERE id = ?`
		c := r.Counts
		objections, err := toJSON(nonNil(r.Objections))
		if err != nil {
			return fmt.Errorf("rescore run %s: %w", r.Slug, err)
		}
		var formula int
		if err := tx.GetContext(ctx, &formula, "SELECT formula FROM runs WHERE id = ?", r.ID); err != nil {
			return mapError("rescore run "+r.Slug, err)
		}
		_, before, err := headlineOf(ctx, tx, r.ID)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, q, r.Formula, r.ScoreKey, r.Complete, c.Expected, c.Scored, c.Passed, c.Failed,
			c.NoAnswer, c.Timeout, c.Error, c.NotJudged, c.Missing, objections, r.ID); err != nil {
			return mapError("rescore run "+r.Slug, err)
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM run_metrics WHERE run_id = ?", r.ID); err != nil {
			return mapError("rescore run "+r.Slug, err)
		}
		if err := saveMetrics(ctx, tx, r.ID, metrics); err != nil {
			return err
		}
		return logRescored(ctx, tx, r, before, formula)
	})
}
