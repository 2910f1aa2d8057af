package sqlstore

import (
	"context"
	"math"
	"slices"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// ofBenchmark is the condition with which eachOutcome reads a whole benchmark.
const (
	ofBenchmark = "b.slug = ?"
	benchmarkOf = "SELECT id FROM benchmarks WHERE slug = ?"
)

// TaskScores calls fn with each run's score at every expected task, or at the tasks of a scenario
// if scenario is not empty. The argument of fn is valid only during the call.
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
	return db.eachOutcome(ctx, "read task scores of "+benchmark, ofBenchmark, "r.id", []any{benchmark}, find,
		func(_ int64, slug string, o *tally) {
			x = results.TaskScore{Run: slug, Scenario: o.Scenario, Task: o.Task, Score: o.Average, Attempts: o.Attempts}
			fn(&x)
		})
}

// TaskMeans returns the outcomes of the given runs at every expected task, by run id, in the order
// of the dataset.
func (db *DB) TaskMeans(ctx context.Context, runs []int64) ([]results.TaskMean, error) {
	list := []results.TaskMean{}
	if len(runs) == 0 {
		return list, nil
	}
	of, args, err := sqlx.In("SELECT benchmark_id FROM runs WHERE id IN (?)", runs)
	if err != nil {
		return nil, MapError("read outcomes of tasks", err)
	}
	places, err := db.places(ctx, of, args...)
	if err != nil {
		return nil, err
	}
	where, args, err := sqlx.In("r.id IN (?)", runs)
	if err != nil {
		return nil, MapError("read outcomes of tasks", err)
	}
	ordered := make([]results.TaskMean, len(places)) // outcomes of one run; Run is 0 if there is no outcome
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
	err = db.eachOutcome(ctx, "read outcomes of tasks", where, "r.id", args, places.find, func(run int64, _ string, o *tally) {
		if run != last {
			put()
			last = run
		}
		ordered[o.at] = results.TaskMean{Run: run, Scenario: o.Scenario, Task: o.Task, Attempts: o.Attempts, Mean: o.Mean, Status: o.Status}
	})
	put()
	return list, err
}

// TaskOutcomes calls fn with each run's outcomes at the expected tasks, ordered by slug. It omits
// trials without a judge. The argument of fn is valid only during the call, and its scores must not
// be changed.
func (db *DB) TaskOutcomes(ctx context.Context, benchmark string, fn func(*results.RunOutcomes)) error {
	places, err := db.places(ctx, benchmarkOf, benchmark)
	if err != nil {
		return err
	}
	var x results.RunOutcomes
	var sum scoreSum
	put := func() {
		if x.ID != 0 {
			x.ScoreSum = sum.total()
			fn(&x)
		}
	}
	err = db.eachOutcome(ctx, "list scores of "+benchmark, ofBenchmark, "r.slug", []any{benchmark}, places.find,
		func(run int64, slug string, o *tally) {
			if run != x.ID {
				put()
				x.ID, x.Tasks, sum = run, x.Tasks[:0], scoresOf(slug)
			}
			sum.add(o)
			if o.Trials > 0 {
				x.Tasks = append(x.Tasks, results.TaskOutcome{Scenario: o.Scenario, Task: o.Task, Score: o.Average, Trials: o.Trials,
					Errors: o.Errors, Gold: o.Gold})
			}
		})
	if err == nil {
		put()
	}
	return err
}

// RunTotals returns sums of time, tokens, cost and tool calls over the trials of expected tasks, by
// run id. It returns one run, or all runs if run is 0. Tool calls are counted only in trials with a
// trace.
func (db *DB) RunTotals(ctx context.Context, benchmark string, run int64) ([]results.RunTotal, error) {
	places, err := db.places(ctx, benchmarkOf, benchmark)
	if err != nil {
		return nil, err
	}
	list := []results.RunTotal{}
	lost := []float64{} // accumulated rounding error of each sum of costs
	where, args := ofBenchmark, []any{benchmark}
	if run != 0 {
		where, args = ofBenchmark+" AND r.id = ?", []any{benchmark, run}
	}
	err = db.eachOutcome(ctx, "sum up runs of "+benchmark, where, "r.id", args, places.find, func(run int64, _ string, o *tally) {
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

// addSum adds n to *sum and the number of trials to *of. *sum stays nil until a trial records a
// value.
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

// ScenarioScores is like TaskScores for a scenario and the given runs, or all runs if runs is nil.
// It also returns the sum of each run's scores over all expected tasks of the benchmark, by slug.
func (db *DB) ScenarioScores(ctx context.Context, benchmark, scenario string, runs []int64,
	fn func(*results.TaskScore)) ([]results.ScoreSum, error) {
	places, err := db.places(ctx, benchmarkOf, benchmark)
	if err != nil {
		return nil, err
	}
	find := func(s, task string) (taskPlace, bool) {
		at, expected := places.find(s, task)
		return at, expected || s == scenario
	}
	cond, args, err := amongRuns(ofBenchmark, "r.id", runs, benchmark)
	if err != nil {
		return nil, MapError("read task scores of "+benchmark, err)
	}
	var x results.TaskScore
	sums := scoreSums{whole: []results.ScoreSum{}}
	err = db.eachOutcome(ctx, "read task scores of "+benchmark, cond, "r.slug", args, find,
		func(_ int64, slug string, o *tally) {
			if o.id != 0 {
				sums.add(slug, o)
			}
			if o.Scenario == scenario {
				x = results.TaskScore{Run: slug, Scenario: o.Scenario, Task: o.Task, Score: o.Average, Attempts: o.Attempts}
				fn(&x)
			}
		})
	return sums.list(), err
}

// scoreSums sums the scores of each run. All scores of a run must be added before those of the next
// run.
type scoreSums struct {
	whole []results.ScoreSum // sums of the runs that have a score
	last  scoreSum
}

func (s *scoreSums) add(run string, o *tally) {
	if run != s.last.Run {
		s.whole, s.last = s.list(), scoresOf(run)
	}
	s.last.add(o)
}

func (s *scoreSums) list() []results.ScoreSum {
	if s.last.Scored > 0 {
		return append(s.whole, s.last.total())
	}
	return s.whole
}

type scoreSum struct {
	results.ScoreSum
	lost float64 // accumulated rounding error
}

func scoresOf(run string) scoreSum { return scoreSum{ScoreSum: results.ScoreSum{Run: run}} }

func (s *scoreSum) add(o *tally) {
	if o.Average != nil {
		s.Scored++
		s.lost += addExactly(&s.Sum, *o.Average)
	}
}

func (s *scoreSum) total() results.ScoreSum {
	return results.ScoreSum{Run: s.Run, Scored: s.Scored, Sum: s.Sum + s.lost}
}

// addExactly adds x and returns the rounding error (Neumaier, ZAMM 54 (1974) 39).
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
