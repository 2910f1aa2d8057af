package sqlstore

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
	err = db.eachOutcome(ctx, "sum scores of "+benchmark, ofBenchmark, "r.slug", []any{benchmark}, readScores, places.find, func(_ int64, slug string, o *tally) {
		if o.Average == nil {
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

// TaskScores calls fn with what every run of a benchmark reached on every expected
// task that it has a trial of, run by run; with a scenario on every task of that
// alone, also on those that only a run names. What fn is given is its own until it
// returns.
func (db *DB) TaskScores(ctx context.Context, benchmark, scenario string, fn func(*results.TaskScore)) error {
	find := func(s, _ string) (taskPlace, bool) { return taskPlace{}, s == scenario }
	if scenario == "" {
		places, err := db.places(ctx, benchmarkOf, benchmark)
		if err != nil {
			return err
		}
		find = places.find
	}
	var x results.TaskScore
	return db.eachOutcome(ctx, "read task scores of "+benchmark, ofBenchmark, "r.id", []any{benchmark}, readScores, find, func(_ int64, slug string, o *tally) {
		x = results.TaskScore{Run: slug, Scenario: o.Scenario, Task: o.Task, Score: o.Average, Attempts: o.Attempts}
		fn(&x)
	})
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
	err = db.eachOutcome(ctx, "read outcomes of tasks", where, "r.id", args, readScores, places.find, func(run int64, _ string, o *tally) {
		if run != last {
			put()
			last = run
		}
		ordered[o.at] = results.TaskMean{Run: run, Scenario: o.Scenario, Task: o.Task, Attempts: o.Attempts, Mean: o.Mean, Status: o.Status}
	})
	put()
	return list, err
}

// TaskOutcomes calls fn with how each run fared at each expected task of a
// benchmark, run by run in the order of their slugs. Trials that nothing judges
// are not among them: they are no lack of a verdict. What fn is given is its own
// until it returns.
func (db *DB) TaskOutcomes(ctx context.Context, benchmark string, fn func(*results.TaskOutcome)) error {
	places, err := db.places(ctx, benchmarkOf, benchmark)
	if err != nil {
		return err
	}
	var x results.TaskOutcome
	return db.eachOutcome(ctx, "list scores of "+benchmark, ofBenchmark, "r.slug", []any{benchmark}, readVerdicts, places.find, func(_ int64, slug string, o *tally) {
		if o.Trials > 0 {
			x = results.TaskOutcome{Run: slug, Scenario: o.Scenario, Task: o.Task, Score: o.Average, Trials: o.Trials, Errors: o.Errors, ToldContrary: o.Contrary, Gold: o.Gold}
			fn(&x)
		}
	})
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
	type checkText struct {
		task  int64
		words uint64
	}
	seen := map[checkText]bool{}
	wanted := [][3]int64{} // run, task, attempt
	err = db.eachOutcome(ctx, "list failed checks of "+benchmark, where, "r.slug", args, readFailed, places.ofKind(results.KindExecCheck), func(run int64, _ string, o *tally) {
		for _, f := range o.Failed {
			if k := (checkText{o.id, f.Words}); !seen[k] {
				seen[k] = true
				wanted = append(wanted, [3]int64{run, o.id, int64(f.Attempt)})
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
	q := `SELECT t.id AS trial, r.slug AS run, s.slug AS scenario, k.slug AS task, coalesce(c.detail, '') AS words
FROM ` + db.dialect.Elements("?") + ` w
CROSS JOIN trials t ON t.run_id = CAST(w.value ->> 0 AS BIGINT)
  AND t.task_id = CAST(w.value ->> 1 AS BIGINT)
  AND t.attempt = CAST(w.value ->> 2 AS BIGINT)
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
JOIN runs r ON r.id = t.run_id
LEFT JOIN trial_checks c ON c.trial_id = t.id /*! AND c.run_id = t.run_id */ AND c.ordinal = 1
ORDER BY s.ordinal, s.slug, k.ordinal, k.slug, r.slug, t.attempt
LIMIT 1000000`
	err = db.r.SelectContext(ctx, &list, q, wanted)
	return list, whole("list failed checks of "+benchmark, len(list), err)
}

// RunTotals sums time, tokens, cost and tool calls over the trials of expected
// tasks, for every run of a benchmark, in the order of their ids; with a run for
// that one alone. Tool calls are counted only where there is a trace: a trial
// without one has not made no calls.
func (db *DB) RunTotals(ctx context.Context, benchmark string, run int64) ([]results.RunTotal, error) {
	places, err := db.places(ctx, benchmarkOf, benchmark)
	if err != nil {
		return nil, err
	}
	list := []results.RunTotal{}
	lost := []float64{} // what rounding has taken from each sum of costs
	where, args := ofBenchmark, []any{benchmark}
	if run != 0 {
		where, args = ofBenchmark+" AND r.id = ?", []any{benchmark, run}
	}
	err = db.eachOutcome(ctx, "sum up runs of "+benchmark, where, "r.id", args, readAll, places.find, func(run int64, _ string, o *tally) {
		if n := len(list); n == 0 || list[n-1].Run != run {
			list, lost = append(list, results.RunTotal{Run: run}), append(lost, 0)
		}
		t := &list[len(list)-1]
		t.Trials += o.Records
		addSum(&t.DurationMS, &t.DurationOf, o.DurationMS, o.DurationOf)
		addSum(&t.Tokens, &t.TokensOf, o.Tokens, o.TokensOf)
		addSum(&t.ToolCalls, &t.ToolCallsOf, o.Calls, o.CallsOf)
		if o.CostUSD != nil {
			if t.CostUSD == nil {
				t.CostUSD = new(float64)
			}
			lost[len(lost)-1] += addExactly(t.CostUSD, *o.CostUSD)
			t.CostOf += o.CostOf
		}
	})
	for i := range list {
		if list[i].CostUSD != nil {
			*list[i].CostUSD += lost[i]
		}
	}
	return list, err
}

// addSum adds a sum over some trials to another, which is nil while no trial
// records anything.
func addSum(sum **int64, of *int, n int64, trials int) {
	if trials == 0 {
		return
	}
	if *sum == nil {
		*sum = new(int64)
	}
	**sum += n
	*of += trials
}
