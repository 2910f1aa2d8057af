package board

import "github.com/clawatlas/clawatlas/results"

// Standing reports for each run whether it stands for its system on the board.
// Build looks at the trials of no other run, so that a caller with many runs
// need not have all their trials in memory.
func Standing(runs []results.ScoredRun) []bool {
	chosen := map[*results.ScoredRun]bool{}
	for _, e := range entriesOf(Input{Runs: runs}) {
		chosen[e.run] = true
	}
	list := make([]bool, len(runs))
	for i := range runs {
		list[i] = chosen[&runs[i]]
	}
	return list
}

// System is one row's runs by their places among all runs.
type System struct {
	Standing int   // the run that stands for it
	Runs     []int // whose outcomes its numbers are of, in the order in which they began; the standing one is among them
}

// Systems lists what is scored together: each system with a run. Runs that may not be
// ranked are in no mean: where the standing one is of these it is alone.
func Systems(runs []results.ScoredRun) []System {
	at := map[*results.ScoredRun]int{}
	for i := range runs {
		at[&runs[i]] = i
	}
	var list []System
	for _, e := range entriesOf(Input{Runs: runs}) {
		if e.run == nil {
			continue
		}
		s := System{Standing: at[e.run]}
		for _, r := range e.sweeps() {
			s.Runs = append(s.Runs, at[r])
		}
		list = append(list, s)
	}
	return list
}

// sweeps are the runs that the entry's numbers are means over: those that may be
// ranked, of the same tasks, set-up and kind of evidence as the one that stands for the
// system. A run that was corrected is none, nor is an undated one beside a dated one: it
// may be the same run again, or its correction.
func (e *entry) sweeps() []*results.ScoredRun {
	if !e.run.Ranked() {
		return []*results.ScoredRun{e.run}
	}
	of := map[*results.Run]*results.ScoredRun{}
	var list []*results.Run
	for _, r := range e.all {
		if r == e.run || r.Ranked() && r.Evidence == e.run.Evidence && dated(&r.Run) == dated(&e.run.Run) &&
			sameSetUp(&r.Run, &e.run.Run) && !beganTogether(&r.Run, &e.run.Run) {
			of[&r.Run] = r
			list = append(list, &r.Run)
		}
	}
	inOrder(list)
	var sweeps []*results.ScoredRun
	for _, r := range withoutCorrected(list) {
		sweeps = append(sweeps, of[r])
	}
	return sweeps
}

// sameSetUp reports whether two runs of a system are over the same tasks and name no
// other version of agent or dataset, as far as both name one.
func sameSetUp(a, b *results.Run) bool {
	if a.Facts[results.FactTaskSet] != b.Facts[results.FactTaskSet] {
		return false
	}
	for _, key := range []string{results.FactAgentVersion, results.FactDatasetVersion} {
		if x, y := a.Facts[key], b.Facts[key]; x != "" && y != "" && x != y {
			return false
		}
	}
	return true
}
