package days

import (
	"fmt"
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
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

func byDay(r Round) int { return r.Day }

func wilson(k, n int) [2]float64 {
	w := stats.Wilson(k, n, stats.Level)
	return [2]float64{w.Lo, w.Hi}
}

// Each kind has a line of its own, a day is over the scenarios that have it, and its
// interval is Wilson's where scenarios show no spread.
func TestPoints(t *testing.T) {
	rounds := append(letters("a", "Mme>M"), append(letters("b", "mmE>?"), letters("c", "E")...)...)
	got := Points(Verdicts(rounds, results.KindMultiChoice, byDay), 3)
	if p := got[0]; *p.Value != .25 || p.Passed != 1 || p.N != 4 || p.Scenarios != 2 ||
		p.CI == nil || p.CI[0] >= .25 || p.CI[1] <= .25 || *p.CI == wilson(1, 4) {
		t.Errorf("day 0: %+v", p)
	}
	if p := got[1]; *p.Value != 1 || p.N != 1 || p.Scenarios != 1 || *p.CI != wilson(1, 1) {
		t.Errorf("day 1: %+v", p)
	}
	if p := got[2]; p.Value != nil || p.CI != nil || p.N != 0 {
		t.Errorf("a day without a verdict: %+v", p)
	}
	// Two scenarios that are alike show no spread: Wilson, not [1, 1].
	alike := Points(Verdicts(append(letters("a", "EE"), letters("b", "E")...), results.KindExecCheck, byDay), 1)[0]
	if *alike.CI != wilson(3, 3) {
		t.Errorf("alike: %+v", alike)
	}
	half := Points([]Verdict{{Scenario: "a", Score: .5}}, 1)[0]
	if half.CI != nil || half.Passed != 0 || *half.Value != .5 {
		t.Errorf("a fraction of one scenario: %+v, want no interval", half)
	}
}

// Each update counts once in the day that it begins.
func TestPhaseHeads(t *testing.T) {
	var tasks []results.Task
	for scenario, updates := range map[string][]int{"a": {0, 0, 1, 0}, "b": {0, 1, 1}} {
		day := 0
		for _, n := range updates {
			day += n
			tasks = append(tasks, results.Task{Scenario: scenario, Kind: "k", Day: day, Updates: make([]results.Update, 2*n)})
		}
	}
	want := []Head{{ID: "0", Label: "before updates", Kinds: map[string]int{"k": 3}},
		{ID: "1", Label: "after update 1", Kinds: map[string]int{"k": 3}, Changed: 2},
		{ID: "2", Label: "after update 2", Kinds: map[string]int{"k": 1}, Changed: 1}}
	must.Same(t, want, PhaseHeads(tasks), "days")
}
