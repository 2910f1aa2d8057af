package run

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
)

// Fingerprint is that of the run.
func (s *StoredRun) Fingerprint() report.Fingerprint {
	trials := map[[2]string][]*results.StoredTrial{}
	for i := range s.Trials {
		k := [2]string{s.Trials[i].Scenario, s.Trials[i].Task}
		trials[k] = append(trials[k], &s.Trials[i])
	}
	return report.NewFingerprint(s.Benchmark, s.Scenarios, s.expected(), func(t *results.Task) report.FingerprintCell {
		attempts := trials[[2]string{t.Scenario, t.Slug}]
		v := report.VerdictOf(attempts)
		return report.FingerprintCell{Task: t, Recorded: len(attempts) > 0, Status: v.Status, Mean: v.Score, Impossible: s.Doubts.Reason(t.Scenario, t.Slug) != ""}
	})
}

// expected are the tasks that the run is held against, as far as they have names: of a
// benchmark that nobody has described and of loose transcripts those that other runs have
// named are none of its own.
func (s *StoredRun) expected() []results.Task {
	switch {
	case s.Benchmark.Scoring == results.ScoringNone:
		return score.Recorded(s.Tasks, s.outcomes())
	case !score.ToldByRuns(&s.Benchmark):
		return s.Tasks
	}
	list := score.Expected(&s.Benchmark, s.Tasks, s.Run.Facts, s.outcomes())
	return slices.DeleteFunc(slices.Clone(list), score.Nameless)
}

// outcomes are the trials without their keys, as scoring takes them.
func (s *StoredRun) outcomes() []results.Trial {
	list := make([]results.Trial, len(s.Trials))
	for i := range s.Trials {
		list[i] = s.Trials[i].Trial
	}
	return list
}
