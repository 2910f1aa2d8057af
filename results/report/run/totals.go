package run

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
)

// RunTotals are sums over the trials of a run, which may have run beside each
// other: Wall is the time from the first start to the last end.
type RunTotals struct {
	Trials, Steps            int
	Wall, Rounds, Agent      Sum // ms
	Input, CacheRead, Output Sum // tokens
	CostUSD                  *float64
	CostOf                   int // trials that record it
}

// Sum is a sum over trials; nil if none of them records it.
type Sum struct {
	Value *int64
	Of    int // trials that record it
}

// totals adds up what trials record and counts how many record it.
func totals(trials []results.StoredTrial) RunTotals {
	t := RunTotals{Trials: len(trials)}
	var from, until *int64
	for i := range trials {
		x := &trials[i]
		t.Steps += x.StepsTotal
		for _, s := range []struct {
			to *Sum
			x  *int64
		}{
			{&t.Rounds, x.DurationMS}, {&t.Agent, x.AgentMS}, {&t.Input, x.Usage.Input},
			{&t.CacheRead, x.Usage.CacheRead}, {&t.Output, x.Usage.Output},
		} {
			addTo(s.to, s.x)
		}
		if x.Usage.CostUSD != nil {
			t.CostOf++
			if t.CostUSD == nil {
				t.CostUSD = new(float64)
			}
			*t.CostUSD += *x.Usage.CostUSD
		}
		if x.StartedAt == nil || x.FinishedAt == nil {
			continue
		}
		t.Wall.Of++
		from, until = results.Earlier(from, x.StartedAt), results.Later(until, x.FinishedAt)
	}
	if from != nil {
		wall := *until - *from
		t.Wall.Value = &wall
	}
	return t
}

func addTo(s *Sum, x *int64) {
	if x == nil {
		return
	}
	s.Of++
	if s.Value == nil {
		s.Value = new(int64)
	}
	*s.Value += *x
}

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
		return report.FingerprintCell{Task: t, Recorded: len(attempts) > 0, Status: v.Status, Mean: v.Score,
			Impossible: s.Doubts.Reason(t.Scenario, t.Slug) != ""}
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

// RunDay is one update phase of the run over all scenarios.
type RunDay struct {
	Day   int          // number of updates before it
	Kinds []RunDayKind // the same kinds in every phase
}

// RunDayKind is one kind of task in a phase.
type RunDayKind struct {
	Kind   string
	Passed int
	Scored int
}

// days is the pass rate by update phase, each kind of task for itself: the
// phases have different mixes of them. It is empty where nothing is updated.
func (s *StoredRun) days() []RunDay {
	last := 0
	for _, t := range s.Tasks {
		last = max(last, t.Day)
	}
	if last == 0 {
		return nil
	}
	kinds := days.KindsOf(s.Tasks)
	list := make([]RunDay, last+1)
	for day := range list {
		list[day].Day = day
		for _, kind := range kinds {
			list[day].Kinds = append(list[day].Kinds, RunDayKind{Kind: kind})
		}
	}
	expected := s.expectedTasks()
	for i := range s.Trials {
		t := &s.Trials[i]
		task := expected[[2]string{t.Scenario, t.Task}]
		if task == nil || t.Score == nil {
			continue
		}
		k := &list[task.Day].Kinds[slices.Index(kinds, task.Kind)]
		k.Scored++
		if *t.Score >= 1 {
			k.Passed++
		}
	}
	return list
}
