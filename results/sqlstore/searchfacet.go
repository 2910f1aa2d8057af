package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/ledger"
	"github.com/clawatlas/clawatlas/results/search"
)

// facetValues is how many values of a facet are listed.
const facetValues = 12

// facetNames are the facets in their order.
func facetNames() []string {
	return []string{"status", "is", "fail", "error", "later", "exit", "tool", "path", "scenario", "benchmark", "model", "run", "day", "role"}
}

// facetTally adds up the hits by property.
type facetTally struct {
	*ledger.Tally
	calls  map[int64][]int // of the hits that are shown: the calls for which they were found, from 0
	trials map[int64]trialHits
	seen   map[int64]bool // hits of which something is noted
}

// trialHits are the hits in a trial; undated are those that state no day.
type trialHits struct{ all, undated int }

// tally counts the hits by what is noted of them, and notes for which calls those that
// are shown were found.
func (db *DB) tally(ctx context.Context, fields []search.Field, found, shown []int64) (*facetTally, error) {
	t := &facetTally{Tally: ledger.NewTally(fields), calls: map[int64][]int{}, trials: map[int64]trialHits{},
		seen: make(map[int64]bool, len(found))}
	for _, name := range facetNames() {
		if t.Counts[name] == nil {
			t.Counts[name] = map[string]int{}
		}
	}
	for _, id := range shown {
		t.calls[id] = nil
	}
	keys := slices.Sorted(slices.Values(found))
	err := db.walk(ctx, &walk{scope: scopeOfKeys(keys), keys: keys, each: t.step, begin: t.Begin, end: t.End, paths: true})
	return t, err
}

// scopeOfKeys is the runs of steps, which come in order.
func scopeOfKeys(keys []int64) *scope {
	s := &scope{}
	for _, key := range keys {
		if run := key >> KeyBits; len(s.runs) == 0 || s.runs[len(s.runs)-1] != run {
			s.runs = append(s.runs, run)
		}
	}
	slices.Reverse(s.runs)
	return s
}

func (t *facetTally) step(key, trial int64, e *ledger.Entry) {
	t.seen[key] = true
	list, shown := t.calls[key]
	t.Add(e, func(call int) {
		if shown {
			list = append(list, call)
		}
	})
	if shown {
		t.calls[key] = list
	}
	n := t.trials[trial]
	if n.all++; e.Day == "" {
		n.undated++
	} else {
		t.Counts["day"][e.Day]++
	}
	t.trials[trial] = n
	t.Counts["role"][e.Role]++
}

// facets counts the hits by the properties of their trials, too, and lists all.
func (db *DB) facets(ctx context.Context, found []int64, t *facetTally) ([]search.Facet, error) {
	if err := db.tallyTrials(ctx, t); err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(slices.Clone(found), func(key int64) bool { return t.seen[key] })
	if len(found) > 0 {
		if err := db.tallySteps(ctx, found, t); err != nil {
			return nil, err
		}
	}
	return t.facets(), nil
}

// tallyTrials looks up the trials of the hits. They come as one text, because a row
// each would take most of the time.
func (db *DB) tallyTrials(ctx context.Context, t *facetTally) error {
	q := `SELECT COALESCE(string_agg(t.first_step || ' ' || t.task_id || ' ' || t.status, ','), '')
FROM ` + db.dialect.Numbers("?") + ` f
CROSS JOIN trials t INDEXED BY trials_found ON t.run_id = f.value >> ? AND t.first_step = f.value AND t.steps_total > 0`
	var text string
	if err := db.r.GetContext(ctx, &text, q, IDList(slices.Sorted(maps.Keys(t.trials))), KeyBits); err != nil {
		return MapError("count facets", err)
	}
	runs, tasks := map[int64]int{}, map[int64]trialHits{}
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		numbers, status, _ := cutLast(part)
		var first, task int64
		if _, err := scanNumbers(numbers, &first, &task); err != nil {
			return fmt.Errorf("count facets: %w", err)
		}
		n := t.trials[first]
		t.Counts["status"][status] += n.all
		runs[first>>KeyBits] += n.all
		of := tasks[task]
		tasks[task] = trialHits{of.all + n.all, of.undated + n.undated}
	}
	if err := db.tallyRuns(ctx, t, runs); err != nil {
		return err
	}
	return db.tallyTasks(ctx, t, tasks)
}

func cutLast(s string) (before, after string, found bool) {
	i := strings.LastIndexByte(s, ' ')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// tallyRuns names the runs of the hits.
func (db *DB) tallyRuns(ctx context.Context, t *facetTally, runs map[int64]int) error {
	q := `SELECT r.id, r.slug AS run, b.slug AS benchmark, m.slug AS model
FROM ` + db.dialect.Numbers("?") + ` f
CROSS JOIN runs r ON r.id = f.value
CROSS JOIN benchmarks b ON b.id = r.benchmark_id
CROSS JOIN models m ON m.id = r.model_id
LIMIT 1000000`
	type row struct {
		ID                    int64
		Run, Benchmark, Model string
	}
	list, err := ListOf[row](ctx, db.r, "count facets", q, IDList(slices.Sorted(maps.Keys(runs))))
	for _, r := range list {
		t.Counts["run"][r.Run] += runs[r.ID]
		t.Counts["benchmark"][r.Benchmark] += runs[r.ID]
		t.Counts["model"][r.Model] += runs[r.ID]
	}
	return err
}

// tallyTasks names the scenarios of the hits, and the days of those that state none.
func (db *DB) tallyTasks(ctx context.Context, t *facetTally, tasks map[int64]trialHits) error {
	q := `SELECT k.id, k.day, c.slug AS scenario
FROM ` + db.dialect.Numbers("?") + ` f
CROSS JOIN tasks k ON k.id = f.value
CROSS JOIN scenarios c ON c.id = k.scenario_id
LIMIT 1000000`
	type row struct {
		ID       int64
		Day      int
		Scenario string
	}
	list, err := ListOf[row](ctx, db.r, "count facets", q, IDList(slices.Sorted(maps.Keys(tasks))))
	for _, k := range list {
		n := tasks[k.ID]
		t.Counts["scenario"][k.Scenario] += n.all
		if k.Day > 0 && n.undated > 0 {
			t.Counts["day"][strconv.Itoa(k.Day)] += n.undated
		}
	}
	return err
}

// tallySteps counts hits of runs of which nothing is noted yet.
func (db *DB) tallySteps(ctx context.Context, ids []int64, t *facetTally) error {
	q := `WITH grouped AS MATERIALIZED (
  SELECT s.trial_id, s.source, s.day, count(*) AS n /*!, s.run_id */
  FROM ` + db.dialect.Numbers("?") + ` found
  CROSS JOIN steps s ON s.id = found.value /*! AND s.run_id = found.value >> 32 */
  GROUP BY 1, 2, 3 /*!, 5 */)
SELECT b.slug AS benchmark, m.slug AS model, r.slug AS run, c.slug AS scenario, t.status, g.source,
  CASE WHEN g.day <> '' THEN g.day WHEN k.day > 0 THEN CAST(k.day AS TEXT) ELSE '' END AS day, sum(g.n) AS n
FROM grouped g
CROSS JOIN trials t ON t.id = g.trial_id /*! AND t.run_id = g.run_id */
CROSS JOIN runs r ON r.id = t.run_id
CROSS JOIN models m ON m.id = r.model_id
CROSS JOIN benchmarks b ON b.id = r.benchmark_id
CROSS JOIN tasks k ON k.id = t.task_id
CROSS JOIN scenarios c ON c.id = k.scenario_id
GROUP BY 1, 2, 3, 4, 5, 6, 7`
	rows, err := db.r.QueryxContext(ctx, q, IDList(ids))
	if err != nil {
		return MapError("count facets", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := t.scan(rows); err != nil {
			return MapError("count facets", err)
		}
	}
	return MapError("count facets", rows.Err())
}

func (t *facetTally) scan(row interface{ Scan(...any) error }) error {
	values := make([]string, 7)
	var n int
	if err := row.Scan(&values[0], &values[1], &values[2], &values[3], &values[4], &values[5], &values[6], &n); err != nil {
		return err
	}
	for i, name := range []string{"benchmark", "model", "run", "scenario", "status", "role", "day"} {
		if values[i] != "" {
			t.Counts[name][values[i]] += n
		}
	}
	return nil
}

// facets lists the properties, each with its most frequent values.
func (t *facetTally) facets() []search.Facet {
	list := make([]search.Facet, 0, len(t.Counts))
	for _, name := range facetNames() {
		values := make([]search.FacetValue, 0, len(t.Counts[name]))
		for v, n := range t.Counts[name] {
			values = append(values, search.FacetValue{Value: v, Count: n})
		}
		slices.SortFunc(values, func(a, b search.FacetValue) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Value, b.Value))
		})
		more := max(0, len(values)-facetValues)
		list = append(list, search.Facet{Name: name, Values: values[:len(values)-more], More: more})
	}
	return list
}
