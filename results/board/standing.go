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
