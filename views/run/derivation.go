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
	for _, k := range [][2]string{{"tcr", "rounds"}, {"mc", "multi-choice rounds"}, {"ec", "exec-check rounds"}} {
		if micro {
			numbers := ""
			if m := s.Metric("", convention, k[0]); m != nil && m.Num != nil {
				numbers = trimmed(*m.Num) + " / " + trimmed(*m.Den)
			}
			add(k[0], "sum of scores / "+k[1], numbers)
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
