package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// formerRun is the stored import of a run that a new import replaces.
type formerRun struct {
	storedRun
	Replaces   string `db:"replaces"`
	IngestedAt int64  `db:"ingested_at"`
	Facts      string `db:"facts"`
	Exclusions string `db:"objections"`
	score      formerScore
	tasks      []int64            // ids of the tasks that the trials attempt
	raws       map[string][]int64 // keys of the raw records by name, which are kept because URLs contain them
}

// hidden reports whether the run was hidden and stays so; false for a new run.
func (f *formerRun) hidden() bool { return f != nil && f.Hidden }

// findFormer finds the stored run that r replaces. It returns results.ErrUnchanged if the same
// version of the importer stored it.
func (p *publisher) findFormer(ctx context.Context, r *results.Run) error {
	slug := r.Reread
	if slug == "" {
		var err error
		if slug, err = p.outdated(ctx, r); err != nil || slug == "" {
			return err
		}
	}
	stored, err := findStored(ctx, p.tx, slug)
	if err != nil {
		return err
	}
	f := &formerRun{storedRun: stored, raws: map[string][]int64{}}
	const q = `SELECT replaces, ingested_at, facts, objections FROM main.runs WHERE id = ?`
	if err := p.tx.GetContext(ctx, f, q, f.ID); err != nil {
		return MapError("find run "+slug, err)
	}
	if f.score, err = scoreBefore(ctx, p.tx, f.ID); err != nil {
		return err
	}
	if err := f.keep(r); err != nil {
		return err
	}
	raws, err := ListOf[results.StoredRecord](ctx, p.tx, "list raw records", "SELECT id, name FROM raws WHERE run_id = ? ORDER BY id", f.ID)
	if err != nil {
		return err
	}
	for _, raw := range raws {
		f.raws[raw.Name] = append(f.raws[raw.Name], raw.ID)
	}
	f.tasks, err = ListOf[int64](ctx, p.tx, "list tasks", "SELECT DISTINCT task_id FROM trials WHERE run_id = ? ORDER BY task_id", f.ID)
	if err != nil {
		return err
	}
	p.former = f
	return f.clear(ctx, p, r)
}

// outdated returns the slug of a run that another version of the importer has imported from the
// same records; empty if there is none.
func (p *publisher) outdated(ctx context.Context, r *results.Run) (string, error) {
	type known struct{ Slug, Reader, Benchmark, Format string }
	const q = `SELECT r.slug, r.reader, b.slug AS benchmark, r.format
FROM main.runs r
JOIN benchmarks b ON b.id = r.benchmark_id
WHERE r.digest = ?
  AND (b.slug = ? OR r.slug = ?)
ORDER BY r.id`
	list, err := ListOf[known](ctx, p.tx, "find run "+r.Slug, q, r.Digest, r.Benchmark, r.Slug)
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(list, func(k known) bool { return k.Slug == r.Slug })
	switch {
	case at < 0 && len(list) == 1 && list[0].Reader != r.Reader && list[0].Format == r.Format:
		return list[0].Slug, nil
	case at < 0:
		return "", nil
	case list[at].Reader == r.Reader:
		return "", fmt.Errorf("run %s: %w", r.Slug, results.ErrUnchanged)
	}
	return r.Slug, nil
}

// keep copies to r the values of the former run that do not come from its records.
func (f *formerRun) keep(r *results.Run) error {
	var facts map[string]string
	var exclusions []results.Exclusion
	if err := fromParts("read run "+f.Slug, part{f.Facts, &facts}, part{f.Exclusions, &exclusions}); err != nil {
		return err
	}
	r.IngestedAt, r.Replaces, r.Facts = f.IngestedAt, cmp.Or(r.Replaces, f.Replaces), results.KeepProvenance(facts, r.Facts)
	r.Exclusions = slices.DeleteFunc(slices.Clone(r.Exclusions), func(o results.Exclusion) bool { return o.Kind.FromOtherRuns() })
	for _, o := range exclusions {
		if o.Kind.FromOtherRuns() { // kept until the leaderboards are rebuilt, when runs are compared again
			r.Exclusions = append(r.Exclusions, o)
		}
	}
	return nil
}

// clear deletes the former run. Its leaderboard rows stay until the rebuild unless the slug
// changes.
func (f *formerRun) clear(ctx context.Context, p *publisher, r *results.Run) error {
	if !f.Hidden {
		err := IndexRun(ctx, p.tx, p.run.db.parts, f.ID, false)
		if err == nil && f.Slug != r.Slug {
			err = leaveBoards(ctx, p.tx, f.storedRun)
		}
		if err != nil {
			return err
		}
	}
	const tests = "DELETE FROM run_tests WHERE run_id IN (SELECT id FROM main.runs WHERE benchmark_id = ?)"
	return cmp.Or(exec(ctx, p.tx, "delete tests against run "+f.Slug, tests, f.Benchmark),
		deleteRows(ctx, p.tx, p.run.db.parts, f.storedRun))
}

// number assigns keys to the run and its raw records. It reuses those of the former run.
func (p *publisher) number(ctx context.Context) error {
	var was map[string][]int64
	if p.former != nil {
		p.id, was = p.former.ID, p.former.raws
	} else if err := p.tx.GetContext(ctx, &p.id, p.run.db.dialect.NextRun); err != nil {
		return MapError("number run", err)
	}
	p.raws = make([]int64, len(p.run.raws))
	taken := map[int64]bool{0: true}
	for i, name := range p.run.raws {
		if ids := was[name]; len(ids) > 0 {
			p.raws[i], was[name] = ids[0], ids[1:]
			taken[ids[0]] = true
		}
	}
	if len(taken) > len(p.raws) {
		return nil
	}
	// Request each key separately, because some keys may already be in use.
	keys, err := ListOf[int64](ctx, p.tx, "number raw records", p.run.db.dialect.NextRaws, len(p.raws))
	keys = slices.DeleteFunc(keys, func(id int64) bool { return taken[id] })
	for i := range p.raws {
		if p.raws[i] == 0 && err == nil {
			p.raws[i], keys = keys[0], keys[1:]
		}
	}
	return err
}

// leave logs the replacement and deletes data that only the former run used.
func (f *formerRun) leave(ctx context.Context, p *publisher, r *results.Run) error {
	about := concern{r.Benchmark}
	if f.Of != r.Benchmark {
		about = append(about, f.Of)
		if err := markStale(ctx, p.tx, f.Benchmark); err != nil {
			return err
		}
	}
	return cmp.Or(f.log(ctx, p.tx, p.id, r), f.dropUnused(ctx, p), about.stamp(ctx, p.tx))
}

// dropUnused deletes tasks, scenarios and the model that only the former run used. It keeps the
// tasks of a dataset with a complete task list.
func (f *formerRun) dropUnused(ctx context.Context, p *publisher) error {
	if f.Benchmark != p.benchmark {
		return deleteUnused(ctx, p.tx, f.storedRun)
	}
	of := []any{f.Benchmark, IDList(f.tasks)}
	return cmp.Or(execAll(ctx, p.tx, "delete tasks that only run "+f.Slug+" had", []statement{
		{`DELETE FROM tasks
WHERE benchmark_id = ?1
  AND (extra OR NOT (SELECT b.official OR b.digest <> '' FROM benchmarks b WHERE b.id = ?1))
  AND id IN (SELECT value FROM ` + p.run.db.dialect.Numbers("?2") + ` x)
  AND NOT EXISTS (SELECT 1 FROM trials t WHERE t.task_id = tasks.id)`, of},
		{`DELETE FROM scenarios
WHERE benchmark_id = ?1
  AND (ordinal = ` + extraOrdinal + ` OR NOT (SELECT b.official OR b.digest <> '' FROM benchmarks b WHERE b.id = ?1))
  AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.scenario_id = scenarios.id)`, of[:1]},
	}...), deleteModel(ctx, p.tx, f.Model))
}

// readAgain is the reason in the log for a new score or slug.
const readAgain = "its records were read again by another version of the program"

// log logs a change of score or slug, unless the run is hidden.
func (f *formerRun) log(ctx context.Context, tx *sqlx.Tx, run int64, r *results.Run) error {
	if f.Hidden {
		return nil
	}
	if f.Slug != r.Slug {
		err := keepWithdrawal(ctx, tx, f.storedRun, results.ReplacedReason(r.Slug, readAgain), r.IngestedAt, mayReturn+f.Digest)
		if err != nil {
			return err
		}
		return logChange(ctx, tx, results.Change{Kind: results.ChangeReplaced, Benchmark: f.Of, Run: f.Slug, Other: r.Slug, Detail: readAgain})
	}
	return logHeadline(ctx, tx, r, run, f.score.Headline, readAgain)
}
