package cases

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/pack"
)

// watched is what a run looked at, by task.
type watched struct {
	scenarios map[string]bool
	signs     map[results.TaskName][]sign
	seen      map[results.TaskName]bool // a trial at it has been met
}

func watchedOf(l *results.Looked) watched {
	w := watched{map[string]bool{}, map[results.TaskName][]sign{}, map[results.TaskName]bool{}}
	if l == nil {
		return w
	}
	for i := range l.Looks {
		w.scenarios[l.Looks[i].Scenario] = true
	}
	for _, s := range l.Signs {
		at := results.TaskName{Scenario: s.Scenario, Task: s.Round}
		w.signs[at] = append(w.signs[at], sign{s.Rule, s.Proof})
	}
	return w
}

// add adds to the evidence of a trial what is known of the first one at its task.
func (w *watched) add(e *evidence, t *results.Trial) {
	at := t.TaskName()
	if w.seen[at] {
		return
	}
	w.seen[at] = true
	e.watched, e.signs = w.scenarios[at.Scenario] && t.StepsTotal > 0, w.signs[at]
}

func packSign(b []byte, list []sign) []byte {
	b = pack.AppendNumber(b, len(list))
	for _, s := range list {
		b = pack.AppendNumber(pack.AppendText(b, s.rule), len(s.proof))
		for _, p := range s.proof {
			b = pack.AppendText(pack.AppendText(pack.AppendText(b, p.What), p.Object), p.Quote)
			for _, n := range []int{p.Change, p.Step, p.Call, p.Shown, p.Exist} {
				b = pack.AppendNumber(b, n)
			}
		}
	}
	return b
}

func (u *unpacker) signs() []sign {
	var list []sign
	for n := u.Number(); n > 0 && u.Err() == nil; n-- {
		s := sign{rule: u.Text()}
		for m := u.Number(); m > 0 && u.Err() == nil; m-- {
			s.proof = append(s.proof, results.CaseProof{What: u.Text(), Object: u.Text(), Quote: u.Text(),
				Change: u.Number(), Step: u.Number(), Call: u.Number(), Shown: u.Number(), Exist: u.Number()})
		}
		list = append(list, s)
	}
	return list
}
