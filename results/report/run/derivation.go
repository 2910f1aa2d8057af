package run

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
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
			d.Numbers += " over what has a verdict"
		}
		list = append(list, d)
	}
	return list
}

// trimmed writes a number without needless zeros.
func trimmed(x float64) string {
	s := fmt.Sprintf("%.4f", x)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// fraction writes one with four decimals, as the harness's report does.
func fraction(x *float64) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprintf("%.4f", *x)
}

// clawArenaDerivations writes out the metrics of ClawArena under a convention.
func (s *StoredRun) clawArenaDerivations(convention string) []Derivation {
	v := func(key string) string { return fraction(s.value("", convention, key)) }
	micro := convention == score.Paper
	mean := func(key string) string { return "mean of the scenarios' " + key }
	list := []Derivation{}
	add := func(key, formula, numbers string) {
		list = append(list, s.derivation(convention, key, formula, numbers))
	}
	switch convention {
	case score.Paper:
		add("crs", "(TCR + Robustness) / 2", fmt.Sprintf("(%s + %s) / 2", v("tcr"), v("robustness")))
	case score.Report:
		add("crs", "(TCR + SC × FD) / 2", fmt.Sprintf("(%s + %s × %s) / 2", v("tcr"), v("sc"), v("fd")))
	default:
		add("crs", mean("CRS"), "")
	}
	sums := s.sumsByKind()
	for _, k := range []struct {
		Key, kind, What string `json:"-"`
	}{{"tcr", "", "rounds"}, {"mc", results.KindMultiChoice, "multi-choice rounds"}, {"ec", results.KindExecCheck, "exec-check rounds"}} {
		if micro {
			n := sums[k.kind]
			add(k.Key, "sum of scores / "+k.What, fmt.Sprintf("%s / %d", trimmed(n.sum), n.n))
		} else {
			add(k.Key, mean(strings.ToUpper(k.Key)), "")
		}
	}
	if micro {
		add("robustness", "SC × FD", fmt.Sprintf("%s × %s", v("sc"), v("fd")))
	} else {
		add("robustness", mean("SC × FD"), "")
	}
	add("sc", mean("SC = (S − k) / (N − 1)"), "")
	add("fd", mean("FD = 1 − (Sf − kf) / (N − 1)"), "")
	return list
}

// derivation is one of ClawArena's metrics with its formula, and with what is
// missing where that bears on it.
func (s *StoredRun) derivation(convention, key, formula, numbers string) Derivation {
	d := Derivation{Key: key, Formula: formula, Numbers: numbers}
	m := s.Metric("", convention, key)
	if m == nil {
		return d
	}
	d.Value, d.Bounds = m.Value, boundsOf(*m)
	if d.Bounds != nil {
		c, task := s.Run.Counts, s.Benchmark.Words.Task
		if task == "" {
			task = "task"
		}
		d.Numbers = fmt.Sprintf("%d of %d %ss missing: failed, and passed", c.Expected-c.Scored, c.Expected, task)
	}
	return d
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
