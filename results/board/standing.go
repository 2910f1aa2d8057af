package board

import "github.com/clawatlas/clawatlas/results"

// Standing reports for each run whether it represents its system on the leaderboard. A leaderboard
// needs the trials of these runs only.
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

// System holds the runs of one leaderboard row, as indexes into the list of all runs.
type System struct {
	Standing int   // index of the run that represents the system
	Runs     []int // runs that are averaged, in the order in which they began, including the representing one
}

// Systems returns the groups of runs that are scored together, one group per system. It never
// averages unranked runs: a group whose representing run is unranked has only that run.
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

// sweeps returns the runs that are averaged: ranked runs with the same tasks, set-up and kind of
// evidence as the representing run. It omits corrected runs. It also omits undated runs if the
// representing run is dated, because an undated run may be the same run or its correction.
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

// sameSetUp reports whether two runs of a system have the same tasks and no conflicting versions of
// agent or dataset.
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
