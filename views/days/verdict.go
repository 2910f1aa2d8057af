package days

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
)

// DayVerdict is what the tasks of one kind say of all systems on the page: whether
// they pass more or less from the first update of a scenario on than before it.
type DayVerdict struct {
	Kind    string `json:"kind"`    // of the tasks
	Systems int    `json:"systems"` // with an interval of the difference that excludes something
	Lower   int    `json:"lower"`   // of them, whose whole interval lies below 0, the exact p by Holm over these systems below 0.05
	Higher  int    `json:"higher"`  // of them, whose whole interval lies above 0, the same
	Words   string `json:"words"`   // the verdict in a sentence
	Numbers string `json:"numbers"` // what it rests on: both rates of the systems that differ most, with their intervals
}

// dayVerdictNamed is how many systems a verdict names with their numbers.
const dayVerdictNamed = 3

// judgedSystem is a system with what the tests of all say of it.
type judgedSystem struct {
	DaySystem
	apart bool
}

// verdicts has one for each kind at which at least two systems have an interval
// that says something: of one there is nothing to be set against.
func (d *Days) verdicts() []DayVerdict {
	list := []DayVerdict{}
	for _, kind := range d.ShownKinds() {
		v := DayVerdict{Kind: kind}
		var known []judgedSystem
		var p []float64
		for _, s := range d.Systems {
			if e := s.FirstUpdate[kind]; e.Bounded() && e.P != nil {
				known, p = append(known, judgedSystem{DaySystem: s}), append(p, *e.P)
			}
		}
		for i, holm := range stats.Holm(p) {
			e := known[i].FirstUpdate[kind]
			switch known[i].apart = e.Separated(holm); {
			case known[i].apart && e.CI[1] < 0:
				v.Lower++
			case known[i].apart:
				v.Higher++
			}
		}
		v.Systems = len(known)
		if v.Systems < 2 {
			continue
		}
		// Those that are separable first, then the largest difference.
		slices.SortStableFunc(known, func(a, b judgedSystem) int {
			if a.apart != b.apart {
				if a.apart {
					return -1
				}
				return 1
			}
			return cmp.Compare(math.Abs(*b.FirstUpdate[kind].Diff), math.Abs(*a.FirstUpdate[kind].Diff))
		})
		v.Words, v.Numbers = d.verdictWords(v), d.verdictNumbers(v, known)
		list = append(list, v)
	}
	return list
}

// verdictWords says how many are separable.
func (d *Days) verdictWords(v DayVerdict) string {
	kind, noun := "", d.Of.Words.Task+"s"
	if len(d.TaskKinds) > 1 {
		kind = " (" + words.KindWord(v.Kind) + ")"
	}
	rest := v.Systems - v.Lower - v.Higher
	share := func(n int, size string) string {
		verb := "pass"
		if n == 1 {
			verb = "passes"
		}
		return fmt.Sprintf("%d of %d systems %s a %s share of the %s%s from the first update on than before it", n, v.Systems, verb, size,
			noun, kind)
	}
	var parts []string
	switch {
	case v.Lower > 0:
		parts = append(parts, share(v.Lower, "smaller"))
		if v.Higher > 0 {
			parts = append(parts, fmt.Sprintf("%d a larger one", v.Higher))
		}
	case v.Higher > 0:
		parts = append(parts, share(v.Higher, "larger"))
	default:
		parts = append(parts, fmt.Sprintf("What %d systems pass of the %s%s from the first update on is not separable from before it",
			v.Systems, noun, kind))
	}
	if 0 < rest && rest < v.Systems {
		parts = append(parts, fmt.Sprintf("%d not separable", rest))
	}
	return strings.Join(parts, "; ") + "."
}

// verdictNumbers are those of the systems that are named.
func (d *Days) verdictNumbers(v DayVerdict, known []judgedSystem) string {
	var list []string
	for _, s := range known[:min(dayVerdictNamed, len(known))] {
		list = append(list, s.Name+": "+updateWords(s.FirstUpdate[v.Kind], s.apart)+".")
	}
	if more := len(known) - dayVerdictNamed; more > 0 {
		list = append(list, fmt.Sprintf("%d more below.", more))
	}
	if without := len(d.Systems) - v.Systems; without > 0 {
		list = append(list, words.Counted(without, "system")+" without an interval.")
	}
	return strings.Join(list, " ")
}

// updateWords are both rates with their numbers and their difference.
func updateWords(e days.FirstUpdate, apart bool) string {
	text := fmt.Sprintf("%s (%d of %d) before, %s (%d of %d) from it on, difference within %s %s points, 95 %% interval %s to %s",
		pct(e.Before.Rate()), e.Before.K, e.Before.N, pct(e.After.Rate()), e.After.K, e.After.N,
		words.Counted(e.Scenarios, "scenario"), words.Points(e.Diff), words.Points(&e.CI[0]), words.Points(&e.CI[1]))
	if !apart {
		text += ", not separable"
	}
	return text
}
