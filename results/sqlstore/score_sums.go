package sqlstore

import (
	"context"
	"math"

	"github.com/clawatlas/clawatlas/results"
)

// ScenarioScores is TaskScores of a scenario for some runs, or all if nil. It also returns each run's sum of scores over
// the benchmark's expected tasks, by slug.
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
	err = db.eachOutcome(ctx, "read task scores of "+benchmark, cond, "r.slug", args, readScores, find,
		func(_ int64, slug string, o *tally) {
			if o.id != 0 { // expected
				sums.add(slug, o)
			}
			if o.Scenario == scenario {
				x = results.TaskScore{Run: slug, Scenario: o.Scenario, Task: o.Task, Score: o.Average, Attempts: o.Attempts}
				fn(&x)
			}
		})
	return sums.list(), err
}

// scoreSums sums up the scores of one run after the other.
type scoreSums struct {
	whole []results.ScoreSum // of runs that have a score
	last  scoreSum
}

func (s *scoreSums) add(run string, o *tally) {
	if run != s.last.Run {
		s.whole, s.last = s.list(), scoresOf(run)
	}
	s.last.add(o)
}

// list are the sums of all runs that have a score.
func (s *scoreSums) list() []results.ScoreSum {
	if s.last.Scored > 0 {
		return append(s.whole, s.last.total())
	}
	return s.whole
}

// scoreSum sums up the scores of a run at its tasks.
type scoreSum struct {
	results.ScoreSum
	lost float64 // what rounding has taken from the sum
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
