package score

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Sweep is one pass over all tasks: a run or, of a run with several attempts at
// each task, the attempts of one number.
type Sweep struct {
	Run     int // place of its run
	Attempt int // from 1, in the order of the attempts at each task; 0 where it is the whole run
	Trials  []results.Trial
}

// Sweeps parts the runs of one system, trials[i] those of run i, into passes over
// all tasks. A run whose tasks have several scored attempts each holds as many as
// the task with the fewest. Where a source tells means of several attempts alone,
// and in ClawArena, whose streaks are of one run, a run is one pass.
func Sweeps(scoring results.Scoring, tasks []results.Task, trials [][]results.Trial) []Sweep {
	var list []Sweep
	for i := range trials {
		n := 1
		attempts := scoredAttempts(trials[i])
		if scoring != results.ScoringClawArena {
			n = fewest(tasks, attempts)
		}
		if n < 2 {
			list = append(list, Sweep{Run: i, Trials: trials[i]})
			continue
		}
		for k := range n {
			s := Sweep{Run: i, Attempt: k + 1}
			for t := range tasks {
				s.Trials = append(s.Trials, *attempts[tasks[t].Name()][k])
			}
			list = append(list, s)
		}
	}
	return list
}

// scoredAttempts are those of each task in their order; a mean of several makes
// them none.
func scoredAttempts(trials []results.Trial) map[results.TaskName][]*results.Trial {
	byTask := index(trials)
	for name, list := range byTask {
		if slices.ContainsFunc(list, func(t *results.Trial) bool { return t.Attempts > 1 }) {
			return nil
		}
		list = slices.DeleteFunc(list, func(t *results.Trial) bool { return t.Score == nil })
		slices.SortStableFunc(list, func(a, b *results.Trial) int { return a.Attempt - b.Attempt })
		byTask[name] = list
	}
	return byTask
}

func fewest(tasks []results.Task, attempts map[results.TaskName][]*results.Trial) int {
	if len(tasks) == 0 {
		return 0
	}
	n := len(attempts[tasks[0].Name()])
	for i := range tasks {
		n = min(n, len(attempts[tasks[i].Name()]))
	}
	return n
}

// SystemUnits are the unit vectors of a system, trials[i] the outcomes of its run i.
// Of one run they are those of Units. Rewards of several are attempts at the same
// tasks, so that Avg@k, best@k and pass rates stand over all of them. All other
// metrics are means over the sweeps, so that a vector has one part for each, see
// Spec.Over.
func SystemUnits(scoring results.Scoring, tasks []results.Task, trials [][]results.Trial) []Unit {
	switch {
	case len(trials) == 1:
		return Units(scoring, tasks, trials[0])
	case scoring == results.ScoringReward || scoring == results.ScoringNone:
		return Units(scoring, tasks, slices.Concat(trials...))
	}
	var units []Unit
	for i, s := range Sweeps(scoring, tasks, trials) {
		for u, one := range Units(scoring, tasks, s.Trials) {
			if i == 0 {
				units = append(units, Unit{Label: one.Label})
			}
			units[u].V = append(units[u].V, one.V...)
		}
	}
	return units
}

// Over is the spec of vectors of so many parts, one for each sweep: every metric is
// the mean of what it is over each part. It has no value where a part has none.
func (s Spec) Over(parts int) Spec {
	if parts < 2 {
		return s
	}
	of := s
	s.Name, s.dim = s.Name+" over sweeps", parts*of.dim
	s.eval = func(sum, out []float64) {
		one := make([]float64, len(out))
		clear(out)
		for p := range parts {
			of.eval(sum[p*of.dim:(p+1)*of.dim], one)
			for k, x := range one {
				out[k] += x
			}
		}
		for k := range out {
			out[k] /= float64(parts)
		}
	}
	return s
}

// PartsOf is how many parts the vectors of units have.
func (s Spec) PartsOf(units []Unit) int {
	if len(units) == 0 || s.dim == 0 {
		return 1
	}
	return max(1, len(units[0].V)/s.dim)
}

// Align gives the units of two systems vectors of as many parts, so that they can be
// exchanged: the sweeps of each are repeated in turn until both have the same number,
// which changes no mean over them.
func (s Spec) Align(a, b []Unit) (Spec, []Unit, []Unit) {
	x, y := s.PartsOf(a), s.PartsOf(b)
	n := x / gcd(x, y) * y
	return s.Over(n), s.repeat(a, x, n), s.repeat(b, y, n)
}

func (s Spec) repeat(units []Unit, parts, to int) []Unit {
	if parts == to {
		return units
	}
	list := make([]Unit, len(units))
	for i, u := range units {
		list[i] = Unit{Label: u.Label, V: slices.Repeat(u.V, to/parts)}
	}
	return list
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
