package compare

import (
	"gonum.org/v1/gonum/stat/combin"

	"github.com/clawatlas/clawatlas/results"
)

// Task is one expected task with the outcomes of both runs.
type Task struct {
	Task *results.Task
	A, B Outcome
}

// Common reports whether both runs have scored the task.
func (t *Task) Common() bool { return t.A.Score != nil && t.B.Score != nil }

// Outcome is the result of one run on a task.
type Outcome struct {
	// Trials are the attempts in order; empty if there is no record.
	Trials []*results.Trial
	Score  *float64 // mean score of the scored attempts; nil if none was scored
	Passed bool     // set if every scored attempt passed
	points float64  // mean checker points of the attempts, or mean score if the checker gave no points
}

// Status returns the status of the first attempt, or Missing.
func (o *Outcome) Status() results.Status {
	if len(o.Trials) == 0 {
		return results.Missing
	}
	return o.Trials[0].Status
}

// Attempts returns the number of passed attempts and the number of all attempts.
func (o *Outcome) Attempts() (passed, all int) {
	for _, t := range o.Trials {
		all++
		if t.Status == results.Passed {
			passed++
		}
	}
	return passed, all
}

// Relation names the runs that passed a task: both, one or neither.
type Relation string

// Relations. Unpaired means that at least one side has no score.
const (
	Both     Relation = "both"
	OnlyA    Relation = "only_a"
	OnlyB    Relation = "only_b"
	Neither  Relation = "neither"
	Mixed    Relation = "mixed" // several attempts without a significant difference
	Unpaired Relation = "unpaired"
)

// Repeated reports whether either side has several attempts.
func (t *Task) Repeated() bool { return len(t.A.Trials) > 1 || len(t.B.Trials) > 1 }

// Relation returns the relation of the two outcomes. A task with several attempts counts as a
// disagreement only if one side passed every time, the other never, and Fisher's exact test of the
// two pass rates is significant: for n and m attempts p is 1/(n+m choose n), doubled if n equals m
// (Fisher, J. R. Stat. Soc. 98 (1935) 39).
func (t *Task) Relation() Relation {
	switch {
	case !t.Common():
		return Unpaired
	case t.Repeated():
		return t.repeated()
	case t.A.Passed && t.B.Passed:
		return Both
	case t.A.Passed:
		return OnlyA
	case t.B.Passed:
		return OnlyB
	}
	return Neither
}

func (t *Task) repeated() Relation {
	a, n := t.A.full()
	b, m := t.B.full()
	p := 1 / combin.GeneralizedBinomial(float64(n+m), float64(n))
	if n == m {
		p *= 2
	}
	switch {
	case a == n && b == m:
		return Both
	case a == 0 && b == 0:
		return Neither
	case p < Alpha && a == n && b == 0:
		return OnlyA
	case p < Alpha && a == 0 && b == m:
		return OnlyB
	}
	return Mixed
}

// full returns the number of scored attempts with full marks and the number of all scored attempts.
func (o *Outcome) full() (full, scored int) {
	for _, t := range o.Trials {
		if t.Score != nil {
			if scored++; *t.Score >= 1 {
				full++
			}
		}
	}
	return full, scored
}

// LeftOut counts the expected tasks that are not compared.
type LeftOut struct {
	NoA     int
	NoB     int
	NoScore int
}

// Total returns the number of tasks left out.
func (l LeftOut) Total() int { return l.NoA + l.NoB + l.NoScore }

// pair assigns the trials of both runs to the expected tasks.
func (c *Comparison) pair(in Input) {
	index := make(map[results.TaskName]int, len(in.Tasks))
	c.Tasks = make([]Task, len(in.Tasks))
	for i := range in.Tasks {
		c.Tasks[i].Task = &in.Tasks[i]
		index[in.Tasks[i].Name()] = i
	}
	for _, side := range []struct {
		run *results.ScoredRun
		of  func(*Task) *Outcome
	}{{in.A, func(t *Task) *Outcome { return &t.A }}, {in.B, func(t *Task) *Outcome { return &t.B }}} {
		for n := range side.run.Trials {
			tr := &side.run.Trials[n]
			i, ok := index[tr.TaskName()]
			if !ok {
				c.Extra++
				continue
			}
			o := side.of(&c.Tasks[i])
			o.Trials = append(o.Trials, tr)
		}
		for i := range c.Tasks {
			side.of(&c.Tasks[i]).sum()
		}
	}
	for i := range c.Tasks {
		t := &c.Tasks[i]
		switch {
		case t.Common():
			c.Common++
		case t.A.Score != nil:
			c.LeftOut.NoB++
		case t.B.Score != nil:
			c.LeftOut.NoA++
		default:
			c.LeftOut.NoScore++
		}
	}
}

// sum sets the mean score of the scored attempts. A trial that averages several attempts is
// weighted by their number.
func (o *Outcome) sum() {
	total, points, n := 0.0, 0.0, 0
	for _, t := range o.Trials {
		if t.Score == nil {
			continue
		}
		weight := max(1, t.Attempts)
		total += *t.Score * float64(weight)
		points += *t.PointsOrScore() * float64(weight)
		n += weight
	}
	if n == 0 {
		return
	}
	mean := total / float64(n)
	o.points = points / float64(n)
	o.Score, o.Passed = &mean, mean >= 1
}
