package cases

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/pack"
)

// watched holds, by task, the evidence that a run's agent missed a change.
type watched struct {
	scenarios map[string]bool
	noLook    map[results.TaskName][]results.CaseProof
	seen      map[results.TaskName]bool // tasks of which a trial has been processed
}

func watchedOf(l *results.Looked) watched {
	w := watched{map[string]bool{}, map[results.TaskName][]results.CaseProof{}, map[results.TaskName]bool{}}
	if l == nil {
		return w
	}
	for i := range l.Looks {
		w.scenarios[l.Looks[i].Scenario] = true
	}
	for _, s := range l.Signs {
		w.noLook[results.TaskName{Scenario: s.Scenario, Task: s.Round}] = s.Proof
	}
	return w
}

// add adds the run's missed changes to the evidence of the first trial of a task.
func (w *watched) add(e *evidence, t *results.Trial) {
	at := t.TaskName()
	if w.seen[at] {
		return
	}
	w.seen[at] = true
	e.watched, e.noLook = w.scenarios[at.Scenario] && t.StepsTotal > 0, w.noLook[at]
}

func packProof(b []byte, list []results.CaseProof) []byte {
	b = pack.AppendNumber(b, len(list))
	for _, p := range list {
		b = pack.AppendText(pack.AppendText(pack.AppendText(b, p.What), p.Object), p.Quote)
		b = pack.AppendNumber(pack.AppendNumber(pack.AppendNumber(b, p.Change), p.Step), p.Call)
	}
	return b
}

func (u *unpacker) proof() (list []results.CaseProof) {
	for n := u.Number(); n > 0 && u.Err() == nil; n-- {
		list = append(list, results.CaseProof{What: u.Text(), Object: u.Text(), Quote: u.Text(),
			Change: u.Number(), Step: u.Number(), Call: u.Number()})
	}
	return list
}
