package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
)

// Tables whose rows are staged. Staged keys are numbered from 0 within the run.
const (
	trialRows = iota
	detailRows
	checkRows
	stepRows
	groupRows
	frameRows
	textRows
	rawRows
	chunkRows
	labelRows
	idRows
	refRows
	agentRows
	warningRows
)

type publisher struct {
	tx        *sqlx.Tx
	run       *RunTx
	former    *formerRun // stored import of the run that is replaced; nil for a new run
	id        int64
	benchmark int64
	raws      []int64 // keys of the run's raw records
	taskIDs   []int64
	tags      []string // search tags of each of the run's tasks
	batches   map[int]*Batch
	bodies    Portions[blob.Piece]
	texts     *textWriter
}

// Finish publishes the run with its slug, digest and counts. It returns results.ErrUnchanged if the
// same version of the importer has already stored these records. It replaces a run from the same
// records by another version, or the run r.Reread, in the same transaction.
func (t *RunTx) Finish(ctx context.Context, r *results.Run, metrics []results.Metric) error {
	defer t.Rollback()
	if err := t.endTrial(); err != nil {
		return err
	}
	if err := cmp.Or(t.cutDetails(), t.packer.wait()); err != nil {
		return err
	}
	return again(ctx, func() error { return t.attempt(ctx, r, metrics) })
}

func (t *RunTx) attempt(ctx context.Context, r *results.Run, metrics []results.Metric) error {
	if t.sender != nil {
		if err := t.sender.Send(ctx); err != nil {
			return fmt.Errorf("store bodies of %s: %w", r.Slug, err)
		}
	}
	of := r.Benchmark
	if r.Reread != "" {
		of = "" // the benchmark may have changed since the run was begun
	}
	tx, err := t.db.begin(ctx, of)
	if err != nil {
		return MapError("begin run", err)
	}
	defer tx.Rollback()
	p := &publisher{tx: tx, run: t}
	if err := p.publish(ctx, r, metrics); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return MapError("commit run "+r.Slug, err)
	}
	r.ID = p.id
	if p.former != nil {
		r.Reread = p.former.Slug
	}
	return nil
}

func (p *publisher) publish(ctx context.Context, r *results.Run, metrics []results.Metric) error {
	if err := p.prepare(ctx, r); err != nil {
		return err
	}
	model, err := p.insertRun(ctx, r)
	if err != nil {
		return err
	}
	for i := range p.run.rows {
		if err := p.run.rows[i].each(ctx, func(table int, args []any) error { return p.insert(ctx, table, args) }); err != nil {
			return err
		}
		if err := p.flush(ctx); err != nil {
			return err
		}
	}
	if p.run.sender != nil {
		if err := p.run.sender.Save(ctx, p.tx, p.id, p.ownBody); err != nil {
			return err
		}
	}
	tools := NewBatch(p.tx, "run_tools", "run_id, tool, failure, calls", madeAtOnce)
	for k, n := range p.run.tools {
		if err := tools.Add(ctx, p.id, k.tool, k.failure, n); err != nil {
			return err
		}
	}
	if err := cmp.Or(tools.Flush(ctx), nameModel(ctx, p.tx, p.run.db.dialect.Hold, model), returned(ctx, p.tx, r),
		saveOutcomes(ctx, p.tx, p.id), saveMetrics(ctx, p.tx, p.id, metrics), markStale(ctx, p.tx, p.benchmark)); err != nil {
		return err
	}
	if p.former != nil {
		return p.former.leave(ctx, p, r)
	}
	from := results.ProvenanceOf(r.Facts).String()
	if from != "" {
		from = "from " + from
	}
	return cmp.Or(logChange(ctx, p.tx, results.Change{At: r.IngestedAt, Kind: results.ChangeAdded, Benchmark: r.Benchmark,
		Run: r.Slug, Detail: from}), concern{r.Benchmark}.stamp(ctx, p.tx))
}

// prepare checks whether the run may be stored and assigns its keys.
func (p *publisher) prepare(ctx context.Context, r *results.Run) error {
	if err := p.findFormer(ctx, r); err != nil {
		return err
	}
	const withdrawn = "SELECT EXISTS (SELECT 1 FROM withdrawn WHERE digest = ?)"
	gone, err := oneOf[bool](ctx, p.tx, "find withdrawn records", withdrawn, r.Digest) // the run may have been withdrawn during the import
	if err != nil {
		return err
	}
	if gone {
		return fmt.Errorf("run %s: its records were withdrawn: %w", r.Slug, results.ErrConflict)
	}
	if p.benchmark, err = benchmarkID(ctx, p.tx, r.Benchmark); err != nil {
		return err
	}
	if err := p.number(ctx); err != nil {
		return err
	}
	if p.run.sender == nil {
		p.bodies = inPortions(func(ctx context.Context, pieces []blob.Piece) error {
			return p.run.db.parts.Put(ctx, p.tx, p.id, pieces)
		})
	}
	p.texts = newTextWriter(p.tx, p.run.db.parts, true)
	named := func(table, columns string, rows int) *Batch {
		return NewBatch(p.tx, table, columns, rows).ofRun(p.run.db.dialect, p.id)
	}
	p.batches = map[int]*Batch{
		trialRows:  NewBatch(p.tx, "trials", trialsInserted, 8),
		detailRows: named("trial_details", "trial_id, data", 2),
		checkRows:  named("trial_checks", "trial_id, ordinal, check_id, day, weight, red_line, passed, detail", 40),
		stepRows: named("steps", "id, trial_id, source, event, agent, day, ts, tools, calls, failed, tokens_in, tokens_out, frame, "+
			"\"offset\", length", 40),
		groupRows: named("trace_groups", "trial_id, kind, level, ordinal, first, steps, calls, failed, turns, tokens_in, tokens_out, "+
			"ts, day", 20),
		rawRows:   NewBatch(p.tx, "raws", "id, run_id, trial_id, name, media, size, sum", 8),
		labelRows: named("labels", "trial_id, label, step, note", 8),
		idRows:    named("trace_ids", "trial_id, trajectory, session", 8),
		refRows:   named("trace_refs", "trial_id, ordinal, trajectory, session, data", 8),
		agentRows: named("trace_agents", "trial_id, ordinal, data", 8),

		warningRows: NewBatch(p.tx, "warnings", "run_id, file, line, message", 8),
	}
	return p.findTasks(ctx)
}

// findTasks finds the tasks of the run. It stores unknown ones as extra tasks, which are not
// in the dataset and are not counted.
func (p *publisher) findTasks(ctx context.Context) error {
	scenarios, err := scenarioIDs(ctx, p.tx, p.benchmark)
	if err != nil {
		return err
	}
	for _, of := range p.run.tasks {
		scenario, ok := scenarios[of.Scenario]
		if !ok {
			const q = `INSERT INTO scenarios (benchmark_id, slug, title, domain, description, ordinal)
VALUES (?, ?, '', '', '', ` + extraOrdinal + `)
RETURNING id`
			if err := p.tx.GetContext(ctx, &scenario, q, p.benchmark, of.Scenario); err != nil {
				return MapError("save scenario "+of.Scenario, err)
			}
			scenarios[of.Scenario] = scenario
		}
		task, err := p.taskID(ctx, scenario, of)
		if err != nil {
			return MapError("save task "+of.String(), err)
		}
		p.taskIDs = append(p.taskIDs, task)
		p.tags = append(p.tags, placeTags(p.benchmark, scenario, task))
	}
	return nil
}

func (p *publisher) taskID(ctx context.Context, scenario int64, of taskOf) (int64, error) {
	var id int64
	err := p.tx.GetContext(ctx, &id, "SELECT id FROM tasks WHERE scenario_id = ? AND slug = ?", scenario, of.Task)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	const q = `INSERT INTO tasks (benchmark_id, scenario_id, slug, title, ordinal, kind, day, extra, facts, options, checks, updates)
VALUES (?, ?, ?, '', ` + extraOrdinal + `, ?, 0, TRUE, '{}', '[]', '[]', '[]')
RETURNING id`
	return id, p.tx.GetContext(ctx, &id, q, p.benchmark, scenario, of.Task, of.kind)
}

// own converts the index of a trial or step within the run to its key in the database.
func (p *publisher) own(n any) int64 { return p.id<<KeyBits | n.(int64) }

func (p *publisher) ownRaw(n any) int64 { return p.raws[n.(int64)] }

// ownBody converts the key of a blob within the run to its key in the store.
func (p *publisher) ownBody(key blob.Key) blob.Key {
	if key.Kind == blob.Raw {
		key.Of = p.ownRaw(key.Of)
	} else {
		key.Of = p.own(key.Of)
	}
	return key
}

// insert replaces the indexes in a staged row with keys and adds the row to its batch.
func (p *publisher) insert(ctx context.Context, table int, args []any) error {
	switch table {
	case trialRows:
		args[2] = p.taskIDs[args[2].(int64)]
		args[0], args[1], args[firstStepArg] = p.own(args[0]), p.id, p.own(args[firstStepArg])
	case stepRows:
		args[0], args[1] = p.own(args[0]), p.own(args[1])
	case detailRows, checkRows, groupRows, labelRows, idRows, refRows, agentRows:
		args[0] = p.own(args[0])
	case textRows: // args: step, trial, text, tags
		if p.former.hidden() {
			return nil
		}
		tags := p.tags[p.run.trials[args[1].(int64)]] + " " + args[3].(string)
		return p.texts.Add(ctx, p.own(args[0]), tags, args[2].(string))
	case frameRows:
		return p.addBody(ctx, blob.Trace, args)
	case chunkRows:
		return p.addBody(ctx, blob.Raw, args)
	case rawRows:
		args[0], args[1] = p.ownRaw(args[0]), p.id
		if args[2] != nil {
			args[2] = p.own(args[2])
		}
	case warningRows:
		return p.batches[table].Add(ctx, append([]any{p.id}, args...)...)
	}
	return p.batches[table].Add(ctx, args...)
}

// addBody adds a piece of a blob. args are the blob, the index of the piece, its size and its
// bytes.
func (p *publisher) addBody(ctx context.Context, kind blob.Kind, args []any) error {
	key := blob.Key{Kind: kind, Of: args[0].(int64), N: int(args[1].(int64))}
	return p.bodies.Add(ctx, blob.Piece{Key: p.ownBody(key), Size: int(args[2].(int64)), Data: args[3].([]byte)})
}

func (p *publisher) flush(ctx context.Context) error {
	for table := range warningRows + 1 {
		if b := p.batches[table]; b != nil {
			if err := b.Flush(ctx); err != nil {
				return err
			}
		}
	}
	if err := p.bodies.Flush(ctx); err != nil {
		return err
	}
	return p.texts.Flush(ctx)
}

func (p *publisher) insertRun(ctx context.Context, r *results.Run) (model int64, err error) {
	model, _, err = resolveModel(ctx, p.tx, r.ModelName, r.Scripted)
	if err != nil {
		return 0, err
	}
	cols, err := allJSON(nonNil(r.Reported), r.Redactions, r.Facts, nonNil(r.Exclusions), r.Origin)
	if err != nil {
		return 0, fmt.Errorf("save run %s: %w", r.Slug, err)
	}
	const columns = `id, slug, benchmark_id, model_id, framework, variant, provider, model_name, evidence, scripted,
  label, format, digest, ingested_at, started_at, finished_at, formula, complete,
  n_expected, n_scored, n_passed, n_failed, n_no_answer, n_timeout, n_error, n_not_judged, n_missing,
  reported, redactions, facts, objections, fingerprint, replaces, score_key, reader, origin, hidden`
	c := r.Counts
	return model, insert(ctx, p.tx, "save run "+r.Slug, "runs", columns,
		p.id, r.Slug, p.benchmark, model, r.System.Framework, r.System.Variant, r.System.Provider, r.ModelName, r.Evidence, r.Scripted,
		r.Label, r.Format, r.Digest, r.IngestedAt, r.StartedAt, r.FinishedAt, r.Formula, r.Complete,
		c.Expected, c.Scored, c.Passed, c.Failed, c.NoAnswer, c.Timeout, c.Error, c.NotJudged, c.Missing,
		cols[0], cols[1], cols[2], cols[3], r.Fingerprint, r.Replaces, r.ScoreKey, r.Reader, cols[4], p.former.hidden())
}
