package score

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Sweep is one repeat of the benchmark, covering all tasks once: a whole run, or the k-th attempt
// at every task in a run with several attempts per task.
type Sweep struct {
	Run     int // index of the run
	Attempt int // attempt number, from 1; 0 if the repeat is the whole run
	Trials  []results.Trial
}

// Sweeps splits the runs of one system into repeats; trials[i] are the trials of run i. A run with
// several scored attempts per task has as many repeats as the task with the fewest attempts. A run
// counts as a single repeat if its source reports only means of several attempts, and always in
// ClawArena, because streaks belong to one run.
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

// scoredAttempts returns the scored attempts of each task in order; nil if a trial averages several
// attempts.
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

// SystemUnits returns the unit vectors of a system; trials[i] are the trials of run i. For a single
// run they equal those of Units. For several runs with rewards, all attempts at a task are pooled,
// so that Avg@k, best@k and pass rates cover all of them. All other metrics are means over repeats:
// each vector has one part per repeat, see Spec.Over.
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

// Over returns a Spec for vectors that consist of several parts, one per repeat. Every metric is
// the mean of its values over the parts; it has no value if a part has none.
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

// PartsOf returns the number of parts of each unit vector.
func (s Spec) PartsOf(units []Unit) int {
	if len(units) == 0 || s.dim == 0 {
		return 1
	}
	return max(1, len(units[0].V)/s.dim)
}

// Align gives the units of two systems the same number of parts, so that they can be exchanged in a
// permutation test. It repeats the parts of each system until the numbers match, which leaves all
// means unchanged.
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
