package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// searchPlan is a query as the index understands it.
type searchPlan struct {
	words   string   // MATCH expression of the words alone
	match   string   // the same, narrowed by tags
	weighed string   // the words by which hits are ranked; empty where none weighs
	light   []string // terms that are in too many steps to weigh
	lo, hi  int64    // bounds of steps.id
	empty   bool     // the filters name what the database does not hold
	status  results.Status
	attempt int
}

// plan turns names into the keys that the index holds. Runs and trials are
// ranges of the keys of steps.
func (db *DB) plan(ctx context.Context, q *search.Query) (searchPlan, error) {
	p := searchPlan{lo: 1, hi: 1<<62 - 1, status: q.Status}
	if !q.InTrial() {
		p.attempt = q.Attempt
	}
	tags, err := db.placeTags(ctx, q, &p)
	if err != nil {
		return p, err
	}
	if q.Tool != "" {
		tags = append(tags, toolTag(q.Tool))
	}
	if q.Source != "" {
		tags = append(tags, sourceTag(q.Source))
	}
	if q.Failed {
		tags = append(tags, failedTag)
	}
	p.words = matchWords(q.Terms, "")
	p.match = matchWords(q.Terms, matchTags(tags))
	p.empty = p.empty || p.words == ""
	return p, nil
}

// placeTags resolves benchmark, run, scenario, task and attempt.
func (db *DB) placeTags(ctx context.Context, q *search.Query, p *searchPlan) ([]string, error) {
	if q.Run != "" {
		if err := db.runRange(ctx, q, p); err != nil {
			return nil, err
		}
	}
	var tags []string
	benchmarks := []int64{}
	if q.Benchmark != "" {
		if err := db.r.SelectContext(ctx, &benchmarks, "SELECT id FROM benchmarks WHERE slug = ?", q.Benchmark); err != nil {
			return nil, mapError("find benchmark", err)
		}
		tags = append(tags, anyTag(benchmarks, benchmarkTag))
		p.empty = p.empty || len(benchmarks) == 0
	}
	if q.Task != "" {
		const find = `SELECT k.id
FROM tasks k
JOIN scenarios s ON s.id = k.scenario_id
WHERE k.slug = ?
  AND (? = '' OR s.slug = ?)
ORDER BY k.id
LIMIT 200`
		ids := []int64{}
		if err := db.r.SelectContext(ctx, &ids, find, q.Task, q.Scenario, q.Scenario); err != nil {
			return nil, mapError("find task", err)
		}
		p.empty = p.empty || len(ids) == 0
		return append(tags, anyTag(ids, taskTag)), nil
	}
	if q.Scenario != "" {
		ids := []int64{}
		if err := db.r.SelectContext(ctx, &ids, "SELECT id FROM scenarios WHERE slug = ? ORDER BY id LIMIT 200", q.Scenario); err != nil {
			return nil, mapError("find scenario", err)
		}
		p.empty = p.empty || len(ids) == 0
		tags = append(tags, anyTag(ids, scenarioTag))
	}
	return tags, nil
}

// runRange bounds the steps of a run or of its trials at one task.
func (db *DB) runRange(ctx context.Context, q *search.Query, p *searchPlan) error {
	if !q.InTrial() {
		var run int64
		err := db.r.GetContext(ctx, &run, "SELECT id FROM runs WHERE slug = ?", q.Run)
		p.lo, p.hi, p.empty = run<<keyBits, (run+1)<<keyBits-1, errors.Is(err, sql.ErrNoRows)
		if p.empty {
			return nil
		}
		return mapError("find run "+q.Run, err)
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
		return mapError("find run "+q.Run, err)
	}
	p.lo, p.hi, p.empty = row.Lo, row.Hi, row.Hi == 0
	return nil
}

func anyTag(ids []int64, tag func(int64) string) string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = quoted(tag(id))
	}
	return strings.Join(list, " OR ")
}

// matchTags joins tags, some of which are choices already, with AND.
func matchTags(tags []string) string {
	var parts []string
	for _, t := range tags {
		if t == "" {
			continue
		}
		if !strings.HasPrefix(t, `"`) {
			t = quoted(t)
		}
		parts = append(parts, "{tags} : ("+t+")")
	}
	return strings.Join(parts, " AND ")
}

// matchWords writes the MATCH expression. Every word of the reader is quoted,
// so that nothing in it is an operator of FTS5.
func matchWords(terms []search.Term, tags string) string {
	var with, without []string
	for _, t := range terms {
		w := "{body} : " + quoted(search.SeparateCJK(t.Text))
		if t.Prefix {
			w += " *"
		}
		if t.Not {
			without = append(without, w)
		} else {
			with = append(with, w)
		}
	}
	if len(with) == 0 {
		return ""
	}
	if tags != "" {
		with = append(with, tags)
	}
	expr := strings.Join(with, " AND ")
	if len(without) > 0 {
		expr = fmt.Sprintf("(%s) NOT (%s)", expr, strings.Join(without, " OR "))
	}
	return expr
}

func quoted(s string) string {
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
