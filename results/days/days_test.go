package days

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
)

func yes() *bool { x := true; return &x }
func no() *bool  { x := false; return &x }

// letters makes the rounds of one scenario: m and e are multi-choice and exec
// checks, capital if passed; > is an update before the next round.
func letters(scenario, text string) []Round {
	var list []Round
	day, update := 0, false
	for _, c := range text {
		if c == '>' {
			day, update = day+1, true
			continue
		}
		r := Round{Scenario: scenario, Task: fmt.Sprint("q", len(list)+1), Day: day, Update: update, Passed: no()}
		update = false
		switch c {
		case 'M', 'm':
			r.Kind = results.KindMultiChoice
		case 'E', 'e':
			r.Kind = results.KindExecCheck
		case '?':
			r.Kind, r.Passed = results.KindMultiChoice, nil
		}
		if c < 'a' && c != '?' {
			r.Passed = yes()
		}
		list = append(list, r)
	}
	return list
}

// TestUpdateEffects: over all kinds the rounds after an update look worse (2 of
// 4 against 7 of 9), and yet within multiple choice they are better in one
// scenario and equal in the other: the format made the difference.
func TestUpdateEffects(t *testing.T) {
	rounds := append(letters("a", "EEmm>MEE"), letters("b", "EM?>M>m>m")...)
	got := UpdateEffects(rounds)
	want := map[string]UpdateEffect{results.KindMultiChoice: {Update: Count{2, 4}, Other: Count{1, 3}}}
	mc := got[results.KindMultiChoice]
	if len(got) != 1 || mc.Update != want[results.KindMultiChoice].Update || mc.Other != want[results.KindMultiChoice].Other {
		t.Fatalf("%+v, want %+v: no exec check follows an update", got, want)
	}
	// a: 1/1 - 0/2 = 1; b: 1/3 - 1/1 = -2/3.
	if diff := cmp.Diff([]ScenarioDiff{{"a", 1}, {"b", rate(1, 3) - 1}}, mc.PerScenario); diff != "" {
		t.Error(diff)
	}
	if mc.Scenarios != 2 || !(math.Abs(*mc.Diff-1.0/6) <= 1e-12) {
		t.Errorf("diff %v over %d scenarios, want 1/6 over 2", *mc.Diff, mc.Scenarios)
	}
	// s = |1+2/3|/√2, so s/√2 = 5/6 and t(1, 0.975) = 12.7062.
	if half := 12.706204736 * 5 / 6; mc.CI == nil || !(math.Abs(mc.CI[0]-(1.0/6-half)) <= 1e-8) || !(math.Abs(mc.CI[1]-(1.0/6+half)) <= 1e-8) {
		t.Errorf("interval %v, want 1/6 ± %v", mc.CI, half)
	}
	if *mc.P != 1 || mc.Separated(*mc.P) {
		t.Error("two scenarios that differ separate nothing")
	}
}

// TestUpdateEffectsAlone: a scenario with one side is neither in the counts nor in the
// difference; a single pair has no interval; equal differences have none.
func TestUpdateEffectsAlone(t *testing.T) {
	one := UpdateEffects(append(letters("a", "m>M"), letters("b", ">M")...))[results.KindMultiChoice]
	if one.Update != (Count{2, 2}) || one.Other != (Count{0, 1}) || one.Scenarios != 1 || *one.Diff != 1 || one.CI != nil {
		t.Errorf("%+v, want 2 of 2 against 0 of 1, one scenario, no interval", one)
	}
	none := UpdateEffects(letters("b", ">M"))[results.KindMultiChoice]
	if none.Diff != nil || none.CI != nil || none.Scenarios != 0 {
		t.Errorf("%+v, want no difference", none)
	}
	alike := UpdateEffects(append(letters("a", "M>M"), letters("b", "M>M")...))[results.KindMultiChoice]
	if *alike.Diff != 0 || alike.CI != nil {
		t.Errorf("%+v, want 0 without an interval", alike)
	}
}

// TestFirstUpdates counts the rounds that follow an update with those after it, and
// rates over the scenarios alone that the difference is of.
func TestFirstUpdates(t *testing.T) {
	got := FirstUpdates(append(letters("a", "EM>mmE"), letters("b", "ee>MEm")...))
	mc, ec := got[results.KindMultiChoice], got[results.KindExecCheck]
	if mc.Before != (Count{1, 1}) || mc.After != (Count{0, 2}) || mc.Scenarios != 1 || *mc.Diff != -1 { // b has none before
		t.Errorf("multiple choice %+v", mc)
	}
	if ec.Before != (Count{1, 3}) || ec.After != (Count{2, 2}) || ec.Scenarios != 2 || *ec.Diff != .5 {
		t.Errorf("exec checks %+v", ec)
	}
	if got := FirstUpdates(letters("a", "EM")); len(got) != 0 {
		t.Errorf("%+v without updates", got)
	}
}

func rate(k, n int) float64 { return float64(k) / float64(n) }

func byDay(r Round) int { return r.Day }

// TestPoints: each kind has a line of its own, a day is over the scenarios that
// have it, and an interval says how it was made.
func TestPoints(t *testing.T) {
	rounds := append(letters("a", "Mme>M"), append(letters("b", "mmE>?"), letters("c", "E")...)...)
	got := Points(Verdicts(rounds, results.KindMultiChoice, byDay), 3)
	if p := got[0]; *p.Value != .25 || p.Passed != 1 || p.N != 4 || p.Scenarios != 2 ||
		p.Estimator != EstimatorScenarios || p.CI == nil || p.CI[0] >= .25 || p.CI[1] <= .25 {
		t.Errorf("day 0: %+v", p)
	}
	wilson := stats.Wilson(1, 1, stats.Level)
	if p := got[1]; *p.Value != 1 || p.N != 1 || p.Scenarios != 1 || p.Estimator != EstimatorWilson ||
		*p.CI != [2]float64{wilson.Lo, wilson.Hi} {
		t.Errorf("day 1: %+v", p)
	}
	if p := got[2]; p.Value != nil || p.CI != nil || p.N != 0 || p.Estimator != "" {
		t.Errorf("a day without a verdict: %+v", p)
	}
	// Two scenarios that are alike show no spread: Wilson, not [1, 1].
	alike := Points(Verdicts(append(letters("a", "EE"), letters("b", "E")...), results.KindExecCheck, byDay), 1)[0]
	if w := stats.Wilson(3, 3, stats.Level); alike.Estimator != EstimatorWilson || *alike.CI != [2]float64{w.Lo, 1} {
		t.Errorf("alike: %+v", alike)
	}
	half := Points([]Verdict{{Scenario: "a", Task: "t", Score: .5}}, 1)[0]
	if half.CI != nil || half.Passed != 0 || *half.Value != .5 {
		t.Errorf("a fraction of one scenario: %+v, want no interval", half)
	}
}

// fill gives each of n scenarios k of m passed verdicts on a day.
func fill(list []Verdict, n, day, m int, k func(scenario int) int) []Verdict {
	for s := range n {
		for i := range m {
			v := Verdict{Scenario: fmt.Sprint("s", s), Task: fmt.Sprint("d", day, "q", i), Day: day}
			if i < k(s) {
				v.Score = 1
			}
			list = append(list, v)
		}
	}
	return list
}

// TestLargestDrop: a fall that most scenarios share is shown, one that chance
// makes is not, and one over few scenarios has no interval at all.
func TestLargestDrop(t *testing.T) {
	ids := []string{"1", "2", "3"}
	line := fill(nil, 9, 0, 4, func(s int) int { return 3 + s%2 })
	line = fill(line, 9, 1, 4, func(s int) int { return 3 + (s+1)%2 })
	fall := fill(line, 9, 2, 4, func(s int) int { return 1 + s%2 })
	steps := Steps(fall, ids, false)
	drop := Largest(steps, Family([][]Step{steps}))
	if drop == nil || drop.From != "2" || drop.To != "3" || !drop.Shown || drop.Steps != 2 ||
		drop.Scenarios != 9 || drop.NBefore != 36 || drop.NAfter != 36 {
		t.Fatalf("largest drop %+v of %+v", drop, steps)
	}
	if !(math.Abs(*drop.Diff-(*drop.After-*drop.Before)) <= 1e-12) || drop.CI[0] > *drop.Diff || drop.CI[1] < *drop.Diff {
		t.Errorf("drop %+v", drop)
	}
	noise := fill(line, 9, 2, 4, func(s int) int { return []int{4, 1, 4}[s%3] })
	if drop := largestOf(Steps(noise, ids, false)); drop == nil || drop.Shown || drop.CI[1] < 0 {
		t.Errorf("noise: %+v, want a drop that is not shown", drop)
	}
	few := fill(fill(nil, LeastScenarios-1, 0, 4, func(int) int { return 4 }), LeastScenarios-1, 1, 4, func(s int) int { return s % 2 })
	steps = Steps(few, ids, false)
	if steps[0].CI != nil || *steps[0].Diff >= 0 || steps[1].Diff != nil || largestOf(steps) != nil {
		t.Errorf("few scenarios: %+v, want no interval", steps)
	}
	if drop := largestOf(Steps(fill(line, 9, 2, 4, func(int) int { return 4 }), []string{"1", "2"}, false)); drop != nil && *drop.Diff >= 0 {
		t.Errorf("a line that does not fall has the drop %+v", drop)
	}
}

func largestOf(steps []Step) *Drop { return Largest(steps, Family([][]Step{steps})) }

// A drop that one line alone shows is none among many lines: six scenarios that all
// fall are 2/64, which Holm doubles for two such lines.
func TestDropAmongLines(t *testing.T) {
	line := func() []Step {
		list := fill(nil, 6, 0, 9, func(s int) int { return 8 + s%2 })
		return Steps(fill(list, 6, 1, 9, func(s int) int { return 2 + s%3 }), []string{"1", "2"}, false)
	}
	if drop := largestOf(line()); drop == nil || !drop.Shown || *drop.P != 2.0/64 || *drop.PHolm != *drop.P || drop.Tests != 1 {
		t.Errorf("alone: %+v, want it shown with p 2/64", drop)
	}
	lines := [][]Step{line(), line()}
	tests := Family(lines)
	if drop := Largest(lines[0], tests); drop.Shown || *drop.PHolm != 4.0/64 || drop.Tests != 2 || drop.CI[1] >= 0 {
		t.Errorf("one of two lines: %+v, want it not shown with p 4/64, though its interval excludes 0", drop)
	}
}

// TestStepSharesScenarios: the ends of a step are over the scenarios that have
// both days, so that a scenario which ends early makes no drop.
func TestStepSharesScenarios(t *testing.T) {
	list := fill(nil, 8, 0, 2, func(s int) int { return 2 - 2*(s%2) }) // 4 scenarios at 1, 4 at 0
	for _, v := range fill(nil, 8, 1, 2, func(s int) int { return 2 - 2*(s%2) }) {
		if v.Scenario[1]%2 == 1 { // only those at 0 have the second day
			list = append(list, v)
		}
	}
	s := Steps(list, []string{"1", "2"}, false)[0]
	if s.Scenarios != 4 || *s.Before != 0 || *s.After != 0 || *s.Diff != 0 || s.NBefore != 8 || s.NAfter != 8 {
		t.Errorf("%+v, want 0 to 0 over 4 scenarios", s)
	}
}

// TestStepWeights: rounds differ from day to day, so a scenario counts once
// however many it has; where the tasks are the same each task counts once, and
// one without the other day not at all.
func TestStepWeights(t *testing.T) {
	v := func(scenario, task string, day int, score float64) Verdict {
		return Verdict{Scenario: scenario, Task: task, Day: day, Score: score}
	}
	rounds := []Verdict{v("a", "q1", 0, 1), v("a", "q2", 0, 1), v("a", "q3", 0, 1), v("a", "q4", 1, 1),
		v("b", "q1", 0, 1), v("b", "q2", 1, 0), v("b", "q3", 1, 0)}
	if s := Steps(rounds, []string{"1", "2"}, false)[0]; *s.Diff != -.5 || s.NBefore != 4 || s.NAfter != 3 {
		t.Errorf("%+v, want the mean of 0 and -1", s)
	}
	tasks := []Verdict{v("a", "t1", 0, 1), v("a", "t2", 0, 1), v("a", "t1", 1, 1), v("a", "t2", 1, 1),
		v("b", "t1", 0, 1), v("b", "t1", 1, .25), v("b", "t2", 0, 0)}
	if s := Steps(tasks, []string{"1", "2"}, true)[0]; *s.Diff != -.25 || *s.Before != 1 || s.NBefore != 3 || s.NAfter != 3 {
		t.Errorf("%+v, want -0.75/3 over three tasks", s)
	}
}

// TestDropFalseAlarms draws lines on which nothing changes from day to day: a
// largest drop is on nearly all of them, but few pages of four lines may show one, with
// many rounds in a scenario and with one or two. Without the allowance for the pick it
// would be several times as many.
func TestDropFalseAlarms(t *testing.T) {
	for name, rounds := range map[string]int{"many rounds": 5, "few rounds": 2} {
		t.Run(name, func(t *testing.T) {
			const pages, lines = 300, 4
			random := rand.New(rand.NewPCG(7, uint64(rounds)))
			shown, pointwise := 0, 0
			for range pages {
				list, of := make([][]Verdict, lines), make([][]Step, lines)
				for i := range of {
					list[i] = flat(random, rounds)
					of[i] = Steps(list[i], []string{"0", "1", "2", "3", "4", "5"}, false)
				}
				tests, any, single := Family(of), false, false
				for i := range of {
					drop := Largest(of[i], tests)
					if drop == nil {
						continue
					}
					any = any || drop.Shown
					step := Steps(onDays(list[i], drop.From), []string{"0", "1"}, false)[0]
					single = single || step.CI[1] < 0
				}
				if any {
					shown++
				}
				if single {
					pointwise++
				}
			}
			t.Logf("%d of %d pages show a drop, %d without the allowance", shown, pages, pointwise)
			if shown > pages/20 || pointwise < 3*shown || pointwise < pages/20 {
				t.Errorf("%d of %d pages show a drop, %d without the allowance; want at most 1 in 20, and more without", shown, pages, pointwise)
			}
		})
	}
}

// flat is a line of 12 scenarios and 6 days with up to the given number of
// rounds on each. Scenarios are of different difficulty, days are not.
func flat(random *rand.Rand, rounds int) []Verdict {
	var list []Verdict
	for s := range 12 {
		level := .6 + .35*random.Float64()
		for day := range 6 {
			for i := range 1 + random.IntN(rounds) {
				v := Verdict{Scenario: fmt.Sprint(s), Task: fmt.Sprint(day, i), Day: day}
				if random.Float64() < level {
					v.Score = 1
				}
				list = append(list, v)
			}
		}
	}
	return list
}

// onDays keeps a day and the next as the days 0 and 1.
func onDays(list []Verdict, from string) []Verdict {
	var out []Verdict
	for _, v := range list {
		if d := v.Day - int(from[0]-'0'); d == 0 || d == 1 {
			v.Day = d
			out = append(out, v)
		}
	}
	return out
}
