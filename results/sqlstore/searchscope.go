package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/search"
)

// span is the steps of a trial, by their keys.
type span struct {
	first, last int64
	day         string // of its task; empty where the task has none
}

// scope is the trials that a search goes through.
type scope struct {
	runs  []int64 // newest first
	where string  // what their trials are asked for beside
	args  []any
	spans bool // not all steps are meant: the trials must be looked up, but for fixed
	fixed []span
}

// scopeOf resolves the fields of trials.
func (db *DB) scopeOf(ctx context.Context, fields []search.Field) (*scope, error) {
	s := &scope{}
	if err := db.scopeRuns(ctx, s, fields); err != nil || len(s.runs) == 0 {
		return s, err
	}
	if err := db.scopeTasks(ctx, s, fields); err != nil {
		return s, err
	}
	for _, f := range fields {
		column, op := "", string(f.Op)
		var value any = f.Value
		switch f.Name {
		case "day":
			s.spans = true
			continue
		case "status":
			column = "t.status"
		case "attempt":
			column, value = "t.attempt", f.Number()
		case "before", "after":
			column, op = "COALESCE(t.started_at, (SELECT r.started_at FROM runs r WHERE r.id = t.run_id))", "<"
			if value, _ = f.Time(); f.Name == "after" {
				op = ">="
			}
		default:
			continue
		}
		s.spans = true
		not := ""
		if f.Not {
			not = "NOT "
		}
		s.where += fmt.Sprintf("\n  AND %s(%s %s ?)", not, column, op)
		s.args = append(s.args, value)
	}
	return s, nil
}

// scopeRuns lists the runs that are asked for.
func (db *DB) scopeRuns(ctx context.Context, s *scope, fields []search.Field) error {
	const q = `SELECT r.id, r.slug AS run, b.slug AS benchmark, m.slug AS model
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
ORDER BY r.id DESC
LIMIT 1000000`
	type run struct {
		ID                    int64
		Run, Benchmark, Model string
	}
	list, err := ListOf[run](ctx, db.r, "list runs to search", q)
	if err != nil {
		return err
	}
	for _, r := range list {
		names := map[string]string{"run": r.Run, "benchmark": r.Benchmark, "model": r.Model}
		if !slices.ContainsFunc(fields, func(f search.Field) bool {
			name, ok := names[f.Name]
			return ok && f.Matches(name) == f.Not
		}) {
			s.runs = append(s.runs, r.ID)
		}
	}
	return nil
}

// scopeTasks narrows by scenario and task.
func (db *DB) scopeTasks(ctx context.Context, s *scope, fields []search.Field) error {
	if !slices.ContainsFunc(fields, func(f search.Field) bool { return f.Name == "scenario" || f.Name == "task" }) {
		return nil
	}
	const q = `SELECT k.id, k.slug AS task, c.slug AS scenario
FROM tasks k
JOIN scenarios c ON c.id = k.scenario_id
ORDER BY k.id
LIMIT 1000000`
	type task struct {
		ID             int64
		Task, Scenario string
	}
	list, err := ListOf[task](ctx, db.r, "list tasks to search", q)
	if err != nil {
		return err
	}
	var ids []int64
	for _, k := range list {
		names := map[string]string{"task": k.Task, "scenario": k.Scenario}
		if !slices.ContainsFunc(fields, func(f search.Field) bool {
			name, ok := names[f.Name]
			return ok && f.Matches(name) == f.Not
		}) {
			ids = append(ids, k.ID)
		}
	}
	s.spans = true
	s.where += "\n  AND t.task_id IN (SELECT value FROM " + db.dialect.Numbers("?") + " f)"
	s.args = append(s.args, IDList(ids))
	return nil
}

// spansOf looks up the trials of some runs, in the order of their keys.
func (db *DB) spansOf(ctx context.Context, s *scope, runs []int64) ([]span, error) {
	q := `SELECT COALESCE(string_agg(t.first_step || ' ' || t.steps_total || ' ' || k.day, ','), '')
FROM trials t INDEXED BY trials_found
JOIN tasks k ON k.id = t.task_id
WHERE t.run_id IN (SELECT value FROM ` + db.dialect.Numbers("?") + ` f)
  AND t.steps_total > 0` + s.where
	var text string
	if err := db.r.GetContext(ctx, &text, q, append([]any{IDList(runs)}, s.args...)...); err != nil {
		return nil, MapError("find trials to search", err)
	}
	list := make([]span, 0, strings.Count(text, ",")+1)
	for part := range strings.SplitSeq(text, ",") {
		var x span
		var steps, day int64
		if part == "" {
			continue
		}
		if n, err := scanNumbers(part, &x.first, &steps, &day); err != nil || n != 3 {
			return nil, fmt.Errorf("find trials to search: %q: %w", part, err)
		}
		if x.last = x.first + steps - 1; day > 0 {
			x.day = fmt.Sprint(day)
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	return list, nil
}
