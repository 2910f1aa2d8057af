package compare

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/stats"
)

// Things that both runs were asked are tested like tasks, together by Holm; where
// nothing was asked nothing is tested, and it takes no part.
func TestAnswers(t *testing.T) {
	list := func(both, a, b, neither int) []Answer {
		var l []Answer
		for n, x := range map[Answer]int{{true, true}: both, {A: true}: a, {B: true}: b, {}: neither} {
			for range x {
				l = append(l, n)
			}
		}
		return l
	}
	groups := []Group{Answers("files", list(3, 8, 1, 2)), Answers("chats", list(0, 0, 6, 1)),
		Answers("none", nil), Answers("alike", list(5, 0, 0, 2))}
	Adjust(groups)
	if g := groups[0]; g.Table != (stats.TwoByTwo{Both: 3, OnlyA: 8, OnlyB: 1, Neither: 2}) {
		t.Errorf("%+v", g.Table)
	}
	near(t, "difference", groups[0].Diff, 7.0/14, 1e-12)
	near(t, "p of 8 against 1", groups[0].P, 20.0/512, 1e-12)
	near(t, "p of 0 against 6", groups[1].P, 2.0/64, 1e-12)
	near(t, "Holm of the least of three", groups[1].Holm, 3*2.0/64, 1e-12)
	near(t, "Holm of the next", groups[0].Holm, 3*2.0/64, 1e-12)
	near(t, "p without a disagreement", groups[3].P, 1, 1e-12)
	if ci := stats.Newcombe(groups[0].Table, stats.Level); *groups[0].CI != ci {
		t.Errorf("interval %v, want Newcombe's %v", *groups[0].CI, ci)
	}
	if g := groups[2]; g.P != nil || g.Holm != nil || g.Diff != nil || g.CI != nil {
		t.Errorf("of nothing: %+v", g)
	}
}
