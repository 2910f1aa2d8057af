package world

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestNoLook: a round that was answered, with a whole trace, after no look at anything that
// had changed before it is a sign, with the changes and the calls that prove it.
func TestNoLook(t *testing.T) {
	ls, all := shell("ls  docs", "report.md"), reading("docs/report.md", first+"\n"+second)
	proof := []results.CaseProof{{What: "changed", Object: "report.md", Change: 1}, {What: "changed", Object: "boss_slack", Change: 2}}
	for name, test := range map[string]struct {
		turn Turn
		want []results.CaseProof // beside the changes; nil: no sign
	}{
		"other calls": {Turn{Round: 1, Steps: []*results.Step{reading("plan.md", common), ls, step("sessions_list", nil, "{}")}, Answered: true},
			[]results.CaseProof{{What: "opened", Step: 7, Call: 1, Quote: "plan.md"}, {What: "ran", Step: 7, Call: 1, Quote: "ls  docs"},
				{What: "called", Step: 7, Call: 1, Quote: "sessions_list"}}},
		"no call":            {Turn{Round: 1, Steps: []*results.Step{{}}, Answered: true}, []results.CaseProof{{What: "no_call"}}},
		"one of two read":    {Turn{Round: 1, Steps: []*results.Step{ls, all}, Answered: true}, nil},
		"not answered":       {Turn{Round: 1, Steps: []*results.Step{ls}}, nil},
		"no trace":           {Turn{Round: 1, Answered: true}, nil},
		"half a trace":       {Turn{Round: 1, Steps: []*results.Step{ls}, Answered: true, Late: true}, nil},
		"nothing changes":    {Turn{Round: 0, Steps: []*results.Step{ls}, Answered: true}, nil},
		"a round afterwards": {Turn{Round: 2, Steps: []*results.Step{ls}, Answered: true}, nil},
	} {
		var l results.Looked
		must.Get(UnpackScene(scene().Pack()))(t).AddLooks(&l, "s1", []Turn{test.turn})
		var want []results.LookSign
		if test.want != nil {
			want = []results.LookSign{{Rule: "no-look", Scenario: "s1", Round: "q2", Proof: append(proof[:2:2], test.want...)}}
		}
		must.Same(t, want, l.Signs, "%s", name)
	}
}

func TestLate(t *testing.T) {
	at := func(ms int64) *int64 { return &ms }
	steps := func(ms *int64) []*results.Step { return []*results.Step{{Timestamp: ms}} }
	for _, test := range []struct {
		started *int64
		steps   []*results.Step
		want    bool
	}{{at(1000), steps(at(61_001)), true}, {at(1000), steps(at(61_000)), false}, {nil, steps(at(99_999)),
		false}, {at(0), steps(nil), false}, {at(0), nil, false}} {
		if got := Late(test.started, test.steps); got != test.want {
			t.Errorf("%v %v: %t", test.started, test.steps, got)
		}
	}
}
