package analysistest

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/cases"
)

// Runs is runs with all their trials in memory.
type Runs struct {
	Benchmark results.Benchmark
	Tasks     []results.Task // in the dataset's order
	Runs      []results.ScoredRun
	Looked    map[string]*results.Looked // by run, as far as it is known
}

// Cases applies every rule and returns the cases ranked by weight within each
// rule. Runs with an exclusion do not count.
func Cases(in Runs) []results.MinedCase {
	var runs []results.Run
	var packed []map[string][]byte
	for i := range in.Runs {
		if r := &in.Runs[i]; len(r.Exclusions) == 0 {
			runs, packed = append(runs, r.Run), append(packed, cases.Pack(in.Tasks, r.Trials, in.Looked[r.Slug]))
		}
	}
	m := cases.NewMiner(in.Benchmark, in.Tasks, runs)
	for _, s := range m.Scenarios() {
		err := m.Mine(s, func(each func(int, []byte) error) error {
			for i := range packed {
				if err := each(i, packed[i][s]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			panic(err) // it was packed a moment ago
		}
	}
	return m.Cases()
}
