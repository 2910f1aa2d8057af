package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/clawatlas/clawatlas/results/search"
)

// searchPlan is a query as an index understands it.
type searchPlan struct {
	search.Ask
	weighed []search.Term // by which hits are ranked; nil where none weighs
	light   []string      // terms that are in too many steps to weigh
	empty   bool          // the filters name what the database does not hold
	sifted  bool          // more than an index of texts knows decides
}

// narrowed reports whether more than the terms and the bounds decides.
func (p *searchPlan) narrowed() bool {
	return p.sifted || len(p.Tags) > 0 || p.Status != "" || p.Attempt != 0
}

// plan turns names into the keys that the index holds. Runs and trials are
// ranges of the keys of steps.
func (db *DB) plan(ctx context.Context, q *search.Query) (searchPlan, error) {
	p := searchPlan{Ask: search.Ask{Terms: q.Terms, Status: q.Status, Order: search.ByNewest}}
	if !q.InTrial() {
		p.Attempt = q.Attempt
	}
	if err := db.placeTags(ctx, q, &p); err != nil {
		return p, err
	}
	if q.Tool != "" {
		p.narrow(toolTag(q.Tool))
	}
	if q.Source != "" {
		p.narrow(sourceTag(q.Source))
	}
	if q.Failed {
		p.narrow(failedTag)
	}
	return p, nil
}

// narrow asks for steps with one of the tags; without any there are none.
func (p *searchPlan) narrow(tags ...string) {
	p.Tags = append(p.Tags, tags)
	p.empty = p.empty || len(tags) == 0
}

// placeTags resolves benchmark, run, scenario, task and attempt.
func (db *DB) placeTags(ctx context.Context, q *search.Query, p *searchPlan) error {
	if q.Run != "" {
		if err := db.runRange(ctx, q, p); err != nil {
			return err
		}
	}
	if q.Benchmark != "" {
		tags, err := db.tagsOf(ctx, "find benchmark", benchmarkTag, "SELECT id FROM benchmarks WHERE slug = ?", q.Benchmark)
		if err != nil {
			return err
		}
		p.narrow(tags...)
	}
	if q.Task != "" {
		const find = `SELECT k.id
FROM tasks k
JOIN scenarios s ON s.id = k.scenario_id
WHERE k.slug = ?
  AND (? = '' OR s.slug = ?)
ORDER BY k.id
LIMIT 200`
		tags, err := db.tagsOf(ctx, "find task", taskTag, find, q.Task, q.Scenario, q.Scenario)
		if err != nil {
			return err
		}
		p.narrow(tags...)
		return nil
	}
	if q.Scenario != "" {
		tags, err := db.tagsOf(ctx, "find scenario", scenarioTag, "SELECT id FROM scenarios WHERE slug = ? ORDER BY id LIMIT 200", q.Scenario)
		if err != nil {
			return err
		}
		p.narrow(tags...)
	}
	return nil
}

// tagsOf makes the tags of the ids that a query finds.
func (db *DB) tagsOf(ctx context.Context, what string, tag func(int64) string, query string, args ...any) ([]string, error) {
	ids, err := ListOf[int64](ctx, db.r, what, query, args...)
	if err != nil {
		return nil, err
	}
	tags := make([]string, len(ids))
	for i, id := range ids {
		tags[i] = tag(id)
	}
	return tags, nil
}

// runRange bounds the steps of a run or of its trials at one task.
func (db *DB) runRange(ctx context.Context, q *search.Query, p *searchPlan) error {
	if !q.InTrial() {
		var run int64
		err := db.r.GetContext(ctx, &run, "SELECT id FROM runs WHERE slug = ?", q.Run)
		p.From, p.To, p.empty = run<<KeyBits, (run+1)<<KeyBits-1, errors.Is(err, sql.ErrNoRows)
		if p.empty {
			return nil
		}
		return MapError("find run "+q.Run, err)
	}
	const find = `SELECT COALESCE(min(t.first_step), 0) AS lo, COALESCE(max(t.first_step + t.steps_total) - 1, 0) AS hi
FROM trials t
WHERE t.run_id = (SELECT id FROM runs WHERE slug = ?)
  AND t.steps_total > 0
  AND t.task_id IN (
    SELECT k.id
    FROM tasks k
    JOIN scenarios s ON s.id = k.scenario_id
    WHERE k.slug = ?
      AND s.slug = ?)
  AND (? = 0 OR t.attempt = ?)`
	row := struct{ Lo, Hi int64 }{}
	if err := db.r.GetContext(ctx, &row, find, q.Run, q.Task, q.Scenario, q.Attempt, q.Attempt); err != nil {
		return MapError("find run "+q.Run, err)
	}
	p.From, p.To, p.empty = row.Lo, row.Hi, row.Hi == 0
	return nil
}
