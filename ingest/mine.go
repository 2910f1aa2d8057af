package ingest

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/cases"
)

// mine computes and saves the case studies of a benchmark. It uses the runs that represent their
// systems and have no exclusions. It recomputes the evidence of a run if the rules, or the analysis
// of what its agent read, have changed.
func (l *Loader) mine(ctx context.Context, d *results.Dataset, runs []results.ScoredRun) error {
	key := cases.Key(d.Tasks)
	have, err := l.Store.EvidenceKeys(ctx, d.Benchmark.ID)
	if err != nil {
		return err
	}
	looks, err := l.Store.LookKeys(ctx, d.Benchmark.ID)
	if err != nil {
		return err
	}
	var standing []results.Run
	at := map[int64]int{}
	for i, stands := range board.Standing(runs) {
		r := &runs[i].Run
		if !stands || len(r.Exclusions) > 0 {
			if have[r.ID] != "" { // the run represented its system before a newer run was ingested
				if err := l.Store.SaveEvidence(ctx, r.ID, "", nil); err != nil {
					return err
				}
			}
			continue
		}
		at[r.ID] = len(standing)
		standing = append(standing, *r)
		if want := key + looks[r.ID]; have[r.ID] != want {
			if err := l.evidence(ctx, d, r.ID, want); err != nil {
				return err
			}
		}
	}
	m := cases.NewMiner(d.Benchmark, d.Tasks, standing)
	for _, s := range m.Scenarios() {
		err := m.Mine(s, func(each func(int, []byte) error) error {
			return l.Store.EachEvidence(ctx, d.Benchmark.ID, s, func(run int64, data []byte) error {
				if i, ok := at[run]; ok {
					return each(i, data)
				}
				return nil
			})
		})
		if err != nil {
			return err
		}
	}
	return l.Store.SaveCases(ctx, d.Benchmark.ID, m.Cases())
}

func (l *Loader) evidence(ctx context.Context, d *results.Dataset, run int64, key string) error {
	trials, err := l.Store.Outcomes(ctx, run)
	if err != nil {
		return err
	}
	looked, err := l.Store.Looked(ctx, run, "")
	if err != nil {
		return err
	}
	return l.Store.SaveEvidence(ctx, run, key, cases.Pack(d.Tasks, trials, &looked))
}
