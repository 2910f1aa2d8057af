package run

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
)

// Derivation shows how one metric came about, so that a reader can redo it from
// the table of scenarios.
type Derivation struct {
	Key     string
	Value   *float64
	Bounds  *[2]float64 // in the place of a value that what is missing can change
	Formula string      // in symbols
	Numbers string      // the same with this run's numbers
}

// derivations writes out every metric of the run.
func (s *StoredRun) derivations(convention string) []Derivation {
	if s.Benchmark.Scoring == results.ScoringClawArena {
		return s.clawArenaDerivations(convention)
	}
	var list []Derivation
	for _, m := range metricsUnder(s.Metrics, convention) {
		if m.Value == nil && m.Den == nil && m.Lo == nil {
			continue
		}
		d := Derivation{Key: m.Key, Value: m.Value, Bounds: boundsOf(m), Formula: metric.Of(m.Key).Formula}
		if m.Num != nil && m.Den != nil {
			d.Numbers = fmt.Sprintf("%s / %s", trimmed(*m.Num), trimmed(*m.Den))
		}
		if d.Bounds != nil {
			d.Numbers += " over scored trials"
		}
		list = append(list, d)
	}
	return list
}

// trimmed writes a number without needless zeros.
func trimmed(x float64) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.4f", x), "0"), ".")
}

// clawArenaDerivations writes out the metrics of ClawArena under a convention, fractions
// with four decimals, as the harness's report does.
func (s *StoredRun) clawArenaDerivations(convention string) (list []Derivation) {
	v := func(key string) string {
		if x := s.value("", convention, key); x != nil {
			return fmt.Sprintf("%.4f", *x)
		}
		return words.NotRecorded
	}
	add := func(key, formula, numbers string) {
		d := Derivation{Key: key, Formula: formula, Numbers: numbers}
		if m := s.Metric("", convention, key); m != nil {
			d.Value, d.Bounds = m.Value, boundsOf(*m)
		}
		if c := s.Run.Counts; d.Bounds != nil {
			d.Numbers = fmt.Sprintf("%d of %s missing: failed, and passed", c.Expected-c.Scored, words.Counted(c.Expected, cmp.Or(s.Benchmark.Words.Task, "task")))
		}
		list = append(list, d)
	}
	micro := convention == score.Paper
	switch convention {
	case score.Paper:
		add("crs", "(TCR + Robustness) / 2", fmt.Sprintf("(%s + %s) / 2", v("tcr"), v("robustness")))
	case score.Report:
		add("crs", "(TCR + SC × FD) / 2", fmt.Sprintf("(%s + %s × %s) / 2", v("tcr"), v("sc"), v("fd")))
	default:
		add("crs", "mean of the scenarios' CRS", "")
	}
	sums := s.sumsByKind()
	for _, k := range [][3]string{{"tcr", "", "rounds"}, {"mc", results.KindMultiChoice, "multi-choice rounds"}, {"ec", results.KindExecCheck, "exec-check rounds"}} {
		if n := sums[k[1]]; micro {
			add(k[0], "sum of scores / "+k[2], fmt.Sprintf("%s / %d", trimmed(n.sum), n.n))
		} else {
			add(k[0], "mean of the scenarios' "+strings.ToUpper(k[0]), "")
		}
	}
	if micro {
		add("robustness", "SC × FD", fmt.Sprintf("%s × %s", v("sc"), v("fd")))
	} else {
		add("robustness", "mean of the scenarios' SC × FD", "")
	}
	add("sc", "mean of the scenarios' SC = (S − k) / (N − 1)", "")
	add("fd", "mean of the scenarios' FD = 1 − (Sf − kf) / (N − 1)", "")
	return list
}

// scoreSum is a sum of scores over n trials.
type scoreSum struct {
	sum float64
	n   int
}

// sumsByKind adds up the scores of the trials that are expected, by kind of
// task; the empty kind stands for all.
func (s *StoredRun) sumsByKind() map[string]scoreSum {
	m := map[string]scoreSum{}
	expected := s.expectedTasks()
	for i := range s.Trials {
		t := &s.Trials[i]
		task := expected[[2]string{t.Scenario, t.Task}]
		if t.Score == nil || task == nil {
			continue
		}
		for _, kind := range []string{"", task.Kind} {
			x := m[kind]
			x.sum += *t.Score
			x.n++
			m[kind] = x
		}
	}
	return m
}

// expectedTasks are the tasks of the dataset by scenario and slug.
func (s *StoredRun) expectedTasks() map[[2]string]*results.Task {
	m := make(map[[2]string]*results.Task, len(s.Tasks))
	for i := range s.Tasks {
		m[[2]string{s.Tasks[i].Scenario, s.Tasks[i].Slug}] = &s.Tasks[i]
	}
	return m
}
