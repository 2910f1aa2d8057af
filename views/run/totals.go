package run

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// total adds up what trials record; nil if none of the n that do is there.
func total[T int64 | float64](trials []results.StoredTrial, of func(*results.StoredTrial) *T) (sum *T, n int) {
	for i := range trials {
		if x := of(&trials[i]); x != nil {
			if n++; sum == nil {
				sum = new(T)
			}
			*sum += *x
		}
	}
	return sum, n
}

// wall is the time from the first start to the last end, whatever ran at the same time.
func wall(trials []results.StoredTrial) (ms *int64, n int) {
	var from, until *int64
	for i := range trials {
		if t := &trials[i]; t.StartedAt != nil && t.FinishedAt != nil {
			n++
			from, until = results.Earlier(from, t.StartedAt), results.Later(until, t.FinishedAt)
		}
	}
	if n > 0 {
		x := *until - *from
		ms = &x
	}
	return ms, n
}

// usage are the sums over the run, each with what it is over.
func (s *StoredRun) usage() table.Table {
	g := table.Table{Caption: "A sum is over the trials that record it", Fit: true,
		Cols: []table.Col{{Key: "what", Label: "Sum"}, {Key: "value", Label: "Value", Num: true}, {Key: "of", Label: "Trials", Num: true}}}
	add := func(what, value string, of int) {
		if of > 0 {
			g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(what), table.RightWords(value),
				table.RightWords(words.Count(of) + " of " + words.Count(len(s.Trials)))}})
		}
	}
	ms, n := wall(s.Trials)
	add("Wall time, first start to last end", words.Duration(ms), n)
	for _, x := range []struct {
		what string
		of   func(*results.StoredTrial) *int64
		show func(*int64) string
	}{
		{"Time of all " + words.Many(s.Benchmark.Words.Task), func(t *results.StoredTrial) *int64 { return t.DurationMS }, words.Duration[int64]},
		{"Agent time", func(t *results.StoredTrial) *int64 { return t.AgentMS }, words.Duration[int64]},
		{"Input tokens", func(t *results.StoredTrial) *int64 { return t.Usage.Input }, words.Tokens[int64]},
		{"Cached input tokens", func(t *results.StoredTrial) *int64 { return t.Usage.CacheRead }, words.Tokens[int64]},
		{"Output tokens", func(t *results.StoredTrial) *int64 { return t.Usage.Output }, words.Tokens[int64]},
	} {
		sum, n := total(s.Trials, x.of)
		add(x.what, x.show(sum), n)
	}
	cost, n := total(s.Trials, func(t *results.StoredTrial) *float64 { return t.Usage.CostUSD })
	add("Cost", words.Fixed(cost, 2)+" USD", n)
	return g
}

// Fingerprint is that of the run.
func (s *StoredRun) Fingerprint() views.Fingerprint {
	trials := map[[2]string][]*results.StoredTrial{}
	for i := range s.Trials {
		k := [2]string{s.Trials[i].Scenario, s.Trials[i].Task}
		trials[k] = append(trials[k], &s.Trials[i])
	}
	return views.NewFingerprint(s.Benchmark, s.Scenarios, s.expected(), func(t *results.Task) views.FingerprintCell {
		attempts := trials[[2]string{t.Scenario, t.Slug}]
		v := views.VerdictOf(attempts)
		return views.FingerprintCell{Task: t, Recorded: len(attempts) > 0, Status: v.Status, Mean: v.Score,
			Impossible: s.FaultyChecks.Reason(t.Scenario, t.Slug) != ""}
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
