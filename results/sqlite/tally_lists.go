package sqlite

import (
	"context"
	"math"
	"slices"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// ofBenchmark is the condition under which eachOutcome reads a whole benchmark.
const (
	ofBenchmark = "b.slug = ?"
	benchmarkOf = "SELECT id FROM benchmarks WHERE slug = ?"
)

// ScoreSums sums the scores of each run of a benchmark over its expected tasks.
func (db *DB) ScoreSums(ctx context.Context, benchmark string) ([]results.ScoreSum, error) {
	places, err := db.places(ctx, benchmarkOf, benchmark)
	if err != nil {
		return nil, err
	}
	list := []results.ScoreSum{}
	lost := []float64{} // what rounding has taken from each sum
	err = db.eachOutcome(ctx, "sum scores of "+benchmark, ofBenchmark, "r.slug", []any{benchmark}, func(_ int64, slug string, o *tally) {
		if _, ok := places[[2]string{o.Scenario, o.Task}]; !ok || o.Average == nil {
			return
		}
		if n := len(list); n == 0 || list[n-1].Run != slug {
			list, lost = append(list, results.ScoreSum{Run: slug}), append(lost, 0)
		}
		sum, rest := &list[len(list)-1], &lost[len(lost)-1]
		sum.Scored++
		*rest += addExactly(&sum.Sum, *o.Average)
	})
	for i := range list {
		list[i].Sum += lost[i]
	}
	return list, err
}

// addExactly adds x and gives what rounding has taken from the sum, so that no
// order of the tasks gives another sum (Neumaier, ZAMM 54 (1974) 39).
func addExactly(sum *float64, x float64) (lost float64) {
	t := *sum + x
	if math.Abs(*sum) >= math.Abs(x) {
		lost = (*sum - t) + x
	} else {
		lost = (x - t) + *sum
	}
	*sum = t
	return lost
}

// TaskScores lists what every run of a benchmark reached on every expected
// task that it has a trial of.
func (db *DB) TaskScores(ctx context.Context, benchmark string) ([]results.TaskScore, error) {
	places, err := db.places(ctx, benchmarkOf, benchmark)
	if err != nil {
		return nil, err
	}
	list := []results.TaskScore{}
	err = db.eachOutcome(ctx, "read task scores of "+benchmark, ofBenchmark, "r.id", []any{benchmark}, func(_ int64, slug string, o *tally) {
		if _, ok := places[[2]string{o.Scenario, o.Task}]; ok {
			list = append(list, results.TaskScore{Run: slug, Scenario: o.Scenario, Task: o.Task, Score: o.Average, Attempts: o.Attempts})
		}
	})
	return list, err
}

// TaskMeans gives the outcome of every expected task in each of the runs, in
// the order of the runs' ids and of the dataset.
func (db *DB) TaskMeans(ctx context.Context, runs []int64) ([]results.TaskMean, error) {
	list := []results.TaskMean{}
	if len(runs) == 0 {
		return list, nil
	}
	of, args, err := sqlx.In("SELECT benchmark_id FROM runs WHERE id IN (?)", runs)
	if err != nil {
		return nil, mapError("read outcomes of tasks", err)
	}
	places, err := db.places(ctx, of, args...)
	if err != nil {
		return nil, err
	}
	where, args, err := sqlx.In("r.id IN (?)", runs)
	if err != nil {
		return nil, mapError("read outcomes of tasks", err)
	}
	ordered := make([]results.TaskMean, len(places)) // of one run; a zero Run is no outcome
	put := func() {
		for i := range ordered {
			if ordered[i].Run != 0 {
				list = append(list, ordered[i])
			}
		}
		clear(ordered)
	}
	last := int64(0)
	list = slices.Grow(list, len(runs)*len(places))
	err = db.eachOutcome(ctx, "read outcomes of tasks", where, "r.id", args, func(run int64, _ string, o *tally) {
		if run != last {
			put()
			last = run
		}
		if at, ok := places[[2]string{o.Scenario, o.Task}]; ok {
			ordered[at.at] = results.TaskMean{Run: run, Scenario: o.Scenario, Task: o.Task, Attempts: o.Attempts, Mean: o.Mean, Status: o.Status}
		}
	})
	put()
	return list, err
}

// TaskOutcomes lists how each run fared at each expected task of a benchmark,
// in the dataset's order and that of the runs' slugs. Trials that nothing judges
// are not among them: they are no lack of a verdict.
func (db *DB) TaskOutcomes(ctx context.Context, benchmark string) ([]results.TaskOutcome, error) {
	places, err := db.places(ctx, benchmarkOf, benchmark)
	if err != nil {
		return nil, err
	}
	byTask := make([][]results.TaskOutcome, len(places))
	n := 0
	err = db.eachOutcome(ctx, "list scores of "+benchmark, ofBenchmark, "r.slug", []any{benchmark}, func(_ int64, slug string, o *tally) {
		if at, ok := places[[2]string{o.Scenario, o.Task}]; ok && o.Trials > 0 {
			n++
			byTask[at.at] = append(byTask[at.at], results.TaskOutcome{Run: slug, Scenario: o.Scenario, Task: o.Task, Score: o.Average,
				Trials: o.Trials, Errors: o.Errors, Contrary: o.Contrary, Gold: o.Gold})
		}
	})
	list := make([]results.TaskOutcome, 0, n)
	for _, part := range byTask {
		list = append(list, part...)
	}
	return list, err
}

// FailedChecks lists what the checkers said of the exec trials of some runs of a
// benchmark that were not passed, each text once for a task: of the first run by
// slug whose checker wrote it. The order is the dataset's, then that of slugs.
func (db *DB) FailedChecks(ctx context.Context, benchmark string, runs []int64) ([]results.CheckWords, error) {
	list := []results.CheckWords{}
	if len(runs) == 0 {
		return list, nil
	}
	places, err := db.places(ctx, benchmarkOf, benchmark)
	if err != nil {
		return nil, err
	}
	where, args, err := sqlx.In("r.id IN (?)", runs)
	if err != nil {
		return nil, mapError("list failed checks", err)
	}
	type said struct {
		task  int64
		words uint64
	}
	seen := map[said]bool{}
	wanted := [][3]int64{} // run, task, attempt
	err = db.eachOutcome(ctx, "list failed checks of "+benchmark, where, "r.slug", args, func(run int64, _ string, o *tally) {
		if len(o.Failed) == 0 {
			return
		}
		at, ok := places[[2]string{o.Scenario, o.Task}]
		if !ok || at.kind != results.KindExecCheck {
			return
		}
		for _, f := range o.Failed {
			if k := (said{at.id, f.Words}); !seen[k] {
				seen[k] = true
				wanted = append(wanted, [3]int64{run, at.id, int64(f.Attempt)})
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return db.checkWords(ctx, benchmark, wanted)
}

// checkWords reads what the checkers of some trials, each named by run, task and
// attempt, wrote.
func (db *DB) checkWords(ctx context.Context, benchmark string, trials [][3]int64) ([]results.CheckWords, error) {
	list := []results.CheckWords{}
	wanted, err := toJSON(trials)
	if err != nil {
		return nil, err
	}
	const q = `SELECT t.id AS trial, r.slug AS run, s.slug AS scenario, k.slug AS task, coalesce(c.detail, '') AS words
FROM json_each(?) w
CROSS JOIN trials t ON t.run_id = json_extract(w.value, '$[0]')
  AND t.task_id = json_extract(w.value, '$[1]')
  AND t.attempt = json_extract(w.value, '$[2]')
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
JOIN runs r ON r.id = t.run_id
LEFT JOIN trial_checks c ON c.trial_id = t.id AND c.ordinal = 1
ORDER BY s.ordinal, s.slug, k.ordinal, k.slug, r.slug, t.attempt
LIMIT 1000000`
	err = db.r.SelectContext(ctx, &list, q, wanted)
	return list, whole("list failed checks of "+benchmark, len(list), err)
}
