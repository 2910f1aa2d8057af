// Package strengths says on which parts of a benchmark a system does better or
// worse than the others. It compares its score on each task with the mean of the
// others on the same task, so that a part that is hard for everybody is no
// weakness. Its functions are pure and seeded.
package strengths

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Kinds of scopes, in the order in which Scopes lists them.
const (
	Scenario   = string(results.ScopeScenario)
	Factor     = string(results.ScopeFactor)
	Difficulty = string(results.ScopeDifficulty)
)

// Kind is the part of a scope's name before the colon.
func Kind(scope string) string {
	kind, _, _ := strings.Cut(scope, ":")
	return kind
}

// Name is the part of a scope's name after the colon.
func Name(scope string) string {
	_, name, _ := strings.Cut(scope, ":")
	return name
}

// ScopeOrder orders kinds of scopes; it is negative for one that is not compared.
func ScopeOrder(scope string) int {
	return slices.Index([]string{Scenario, Factor, Difficulty}, Kind(scope))
}

// Input is one system and the others of its population: complete systems of one
// comparable group, each once, without the system itself. Scores are from 0 to 1
// in the order of Tasks; NaN is a task without a verdict.
type Input struct {
	Tasks  []results.Task
	Own    []float64
	Others [][]float64
	// Clustered says that the benchmark's unit is the scenario: tasks of one
	// scenario are then no independent evidence for a scope across scenarios.
	Clustered bool
}

// Scope is one part of the benchmark.
type Scope struct {
	Scope      string   // "scenario:hr", "factor:A1", "difficulty:easy"
	Tasks      int      // that the system and all the others have a verdict on
	Value      *float64 // mean score of the system over them
	Mean       *float64 // mean over the others; nil without others
	Others     int
	Difference *float64 // Value - Mean
	Units      int      // what the test flips: tasks, or scenarios
	P, Holm    *float64 // sign-flip, two-sided; Holm over the scopes of the list
}

// Holds reports whether the difference is more than chance after the adjustment
// for all scopes of the list.
func (s Scope) Holds() bool {
	return s.Holm != nil && board.Comparison{Holm: *s.Holm}.Separable()
}

// Scopes compares the system with the mean of the others on every scenario,
// factor and difficulty: kinds apart, the largest lead first. The scopes with a
// test are one family.
func Scopes(in Input) []Scope {
	means := in.means()
	var list []Scope
	for _, scope := range scopesOf(in.Tasks) {
		if s := in.compare(scope, means); s.Tasks > 0 {
			list = append(list, s)
		}
	}
	Adjust(list)
	slices.SortStableFunc(list, func(a, b Scope) int {
		return cmp.Or(cmp.Compare(ScopeOrder(a.Scope), ScopeOrder(b.Scope)), -cmp.Compare(lead(a), lead(b)), strings.Compare(a.Scope, b.Scope))
	})
	return list
}

// lead is by how much the system is ahead; without others its value orders.
func lead(s Scope) float64 {
	if s.Difference != nil {
		return *s.Difference
	}
	return *s.Value
}

// Adjust fills Holm for all scopes that have a p.
func Adjust(list []Scope) {
	p := make([]float64, len(list))
	for i, s := range list {
		p[i] = math.NaN()
		if s.P != nil {
			p[i] = *s.P
		}
	}
	for i, x := range stats.Holm(p) {
		list[i].Holm = stats.Finite(x)
	}
}

// means is the mean of the others on each task: NaN unless all of them have a
// verdict on it, and 0 without others.
func (in Input) means() []float64 {
	list := make([]float64, len(in.Tasks))
	if len(in.Others) == 0 {
		return list
	}
	cells := make([]*float64, len(in.Others))
	for i := range list {
		for k, scores := range in.Others {
			if cells[k] = nil; !math.IsNaN(scores[i]) {
				cells[k] = &scores[i]
			}
		}
		list[i] = math.NaN()
		if m, _ := board.MeanOver(cells); m != nil {
			list[i] = *m
		}
	}
	return list
}

// scopesOf lists the scopes that the tasks name.
func scopesOf(tasks []results.Task) []string {
	var list []string
	for i := range tasks {
		t := &tasks[i]
		list = append(list, results.ScopeScenario.Of(t.Scenario))
		for _, f := range t.Facts.Factors {
			list = append(list, results.ScopeFactor.Of(f))
		}
		if d := t.Facts.Difficulty; d != "" {
			list = append(list, results.ScopeDifficulty.Of(d))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Has reports whether a task belongs to a scope.
func Has(scope string, t *results.Task) bool {
	switch name := Name(scope); Kind(scope) {
	case Scenario:
		return t.Scenario == name
	case Factor:
		return slices.Contains(t.Facts.Factors, name)
	case Difficulty:
		return t.Facts.Difficulty == name
	}
	return false
}

// compare measures one scope. Within one scenario the tasks are what is flipped,
// since the claim is about that scenario alone; across scenarios of a benchmark
// whose unit is the scenario all tasks of one are flipped together.
func (in Input) compare(scope string, means []float64) Scope {
	s := Scope{Scope: scope, Others: len(in.Others)}
	var own, mean float64
	var flips []float64
	last := ""
	for i := range in.Tasks {
		t := &in.Tasks[i]
		if !Has(scope, t) || math.IsNaN(in.Own[i]) || math.IsNaN(means[i]) {
			continue
		}
		s.Tasks++
		own, mean = own+in.Own[i], mean+means[i]
		if d := in.Own[i] - means[i]; in.Clustered && Kind(scope) != Scenario && len(flips) > 0 && last == t.Scenario {
			flips[len(flips)-1] += d
		} else {
			flips = append(flips, d)
		}
		last = t.Scenario
	}
	if s.Tasks == 0 {
		return s
	}
	own /= float64(s.Tasks)
	s.Value, s.Units = &own, len(flips)
	if s.Others == 0 {
		return s
	}
	mean /= float64(s.Tasks)
	difference := own - mean
	s.Mean, s.Difference = &mean, &difference
	p, _ := stats.SignFlip(flips, stats.Seed, stats.Draws)
	s.P = stats.Finite(p)
	return s
}
