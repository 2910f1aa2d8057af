package compare

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/score"
)

// familiesOf are those of systems in the board's order.
func familiesOf(spec score.Spec, systems ...[]score.Unit) *board.Families {
	return board.NewFamilies(spec, "avg", len(systems), func(i int) []score.Unit { return systems[i] }, func(int) float64 { return 0 })
}

// Each pair has the verdict that its test has after Holm in the family of the better
// placed: what separates one pair alone may not do so among several.
func TestAgainst(t *testing.T) {
	spec := score.SpecOf(results.ScoringReward, "")
	units := func(letters string) []score.Unit {
		in := lettered(results.ScoringReward, [][2]string{{"s", letters}})
		return score.Units(in.Benchmark.Scoring, in.Tasks, in.A.Trials)
	}
	all, eight, six, same, none := units("aaaaaaaaaaaaaa"), units("......aaaaaaaa"), units("aaaaaa........"), units("aaaaaa........"),
		units("..............")
	families := familiesOf(spec, all, eight, six, same, none)
	list := Against(families, "avg", 2, []int{0, 1, 3, 4})
	for i, want := range []struct {
		diff, p, holm float64
		family        int
		verdict       Verdict
	}{
		{-8.0 / 14, 1.0 / 128, 3.0 / 128, 4, AheadB}, // of the leader's: 1/32, 1/128, 1/128, 1/8192
		{-2.0 / 14, 12952.0 / 16384, 1, 3, NotSeparable},
		{0, 1, 1, 2, NotSeparable},
		{6.0 / 14, 1.0 / 32, 2.0 / 32, 2, NotSeparable}, // 1/32 alone would separate
	} {
		r := list[i]
		near(t, "difference", r.Diff, want.diff, 1e-12)
		near(t, "p", &r.Test.P, want.p, 1e-12)
		near(t, "Holm", &r.Test.Holm, want.holm, 1e-12)
		if r.Verdict != want.verdict || r.Test.Family != want.family {
			t.Errorf("rival %d: %s in a family of %d, want %s in %d", i, r.Verdict, r.Test.Family, want.verdict, want.family)
		}
	}
	for i, r := range Against(families, "avg", 0, []int{2}) {
		if r.Verdict != AheadA || r.Test.Holm != list[i].Test.Holm {
			t.Errorf("seen from the better one: %s, %v", r.Verdict, r.Test)
		}
	}
}

// The interval of a difference is that of the comparison of the two.
func TestAgainstInterval(t *testing.T) {
	in := lettered(results.ScoringReward, [][2]string{{"s", "aaaabb...xxx"}})
	spec := score.SpecOf(in.Benchmark.Scoring, "")
	own, other := score.Units(in.Benchmark.Scoring, in.Tasks, in.A.Trials), score.Units(in.Benchmark.Scoring, in.Tasks, in.B.Trials)
	in.Benchmark.Headline = "avg"
	want := Run(in).Find("avg")
	got := Against(familiesOf(spec, own, other), "avg", 0, []int{1})[0]
	if want == nil || want.CI == nil || got.Test.CI == nil || *got.Test.CI != *want.CI || *got.Diff != *want.Diff {
		t.Errorf("interval %v of %v, the comparison has %v of %v", got.Test.CI, got.Diff, want.CI, want.Diff)
	}
	if one := Against(familiesOf(spec, own[:1], other[:1]), "avg", 0, []int{1})[0]; one.Test.CI != nil {
		t.Errorf("one unit has the interval %v", one.Test.CI)
	}
}
