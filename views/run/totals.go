package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// total returns the sum of a value over the trials that record it, and the number of these trials.
// The sum is nil if there are none.
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

// wall returns the time in milliseconds between the first start and the last end, and the number of
// trials with both times. The time is nil if there are none.
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

// usage returns a table of the run's total time, tokens, cost and calls, with the number of trials
// that each total covers.
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

// expected returns the named tasks that the run should contain. If the benchmark has no dataset,
// these are the tasks in the run.
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

func (s *StoredRun) outcomes() []results.Trial {
	list := make([]results.Trial, len(s.Trials))
	for i := range s.Trials {
		list[i] = s.Trials[i].Trial
	}
	return list
}

// RunScenario holds a run's results in one scenario. The numbers of successes, failures and streaks
// are present only for ClawArena, which uses them to compute SC and FD.
type RunScenario struct {
	ID      string              `json:"id"`           // its slug
	Tasks   int                 `json:"tasks"`        // tasks expected
	Scored  int                 `json:"scored"`       // number of tasks with a verdict
	Passed  int                 `json:"passed"`       // number of tasks with a mean score of 1
	S       *int                `json:"s,omitempty"`  // successes
	K       *int                `json:"k,omitempty"`  // number of streaks of successes
	SF      *int                `json:"sf,omitempty"` // failures
	KF      *int                `json:"kf,omitempty"` // number of streaks of failures
	Metrics map[string]*float64 `json:"metrics"`      // metric values by key, 0 to 1; null if unknown
	// Bounds holds the lowest and highest possible values of metrics that depend on missing tasks:
	// with all of these tasks failed, and with all passed.
	Bounds map[string][2]float64 `json:"bounds,omitempty"`

	Values []results.MetricValue   `json:"-"` // metric values in the order of the table columns
	Cells  []views.FingerprintCell `json:"-"` // cells of the expected tasks, in dataset order
}

func (s *StoredRun) scenarios(keys []string, f views.Fingerprint) []RunScenario {
	list := []RunScenario{}
	for _, r := range f.Rows {
		row := RunScenario{ID: r.Scenario, Tasks: len(r.Cells), Cells: r.Cells}
		var scores []float64
		for _, c := range r.Cells {
			if c.Mean == nil {
				continue
			}
			scores = append(scores, *c.Mean)
			if *c.Mean >= 1 {
				row.Passed++
			}
		}
		row.Scored = len(scores)
		if s.Benchmark.Scoring == results.ScoringClawArena {
			st := score.CountStreaks(scores)
			row.S, row.K, row.SF, row.KF = &st.S, &st.K, &st.SF, &st.KF
		}
		s.scenarioMetrics(&row, keys)
		list = append(list, row)
	}
	return list
}

func (s *StoredRun) scenarioMetrics(row *RunScenario, keys []string) {
	row.Metrics = map[string]*float64{}
	for _, k := range keys {
		m := s.Metric("scenario:"+row.ID, "", k)
		if m == nil {
			m = &results.Metric{}
		}
		v := results.MetricValue{Value: m.Value, Bounds: boundsOf(*m)}
		row.Values = append(row.Values, v)
		row.Metrics[k] = v.Value
		if v.Bounds != nil {
			if row.Bounds == nil {
				row.Bounds = map[string][2]float64{}
			}
			row.Bounds[k] = *v.Bounds
		}
	}
}

// Derivation shows how a metric was computed, so that users can check it.
type Derivation struct {
	Key     string
	Value   *float64
	Bounds  *[2]float64 // lowest and highest possible value if trials are missing; nil if Value is known
	Formula string      // in symbols
	Numbers string      // formula with this run's numbers
}

func (s *StoredRun) derivations(convention string) []Derivation {
	if s.Benchmark.Scoring == results.ScoringClawArena {
		return s.clawArenaDerivations(convention)
	}
	var list []Derivation
	for _, m := range metricsUnder(s.Metrics, convention) {
		if m.Value == nil && m.Den == nil && m.Lo == nil {
			continue
		}
		d := Derivation{Key: m.Key, Value: m.Value, Bounds: boundsOf(m), Formula: metric.Of(m.Key).Formula}
		if m.Num != nil && m.Den != nil {
			d.Numbers = fmt.Sprintf("%s / %s", trimmed(*m.Num), trimmed(*m.Den))
		}
		if d.Bounds != nil {
			d.Numbers += " over scored trials"
		}
		list = append(list, d)
	}
	return list
}

func trimmed(x float64) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.4f", x), "0"), ".")
}

// clawArenaDerivations returns the derivations of ClawArena's metrics, with four decimals as in
// ClawArena's report.
func (s *StoredRun) clawArenaDerivations(convention string) (list []Derivation) {
	v := func(key string) string {
		if x := s.value("", convention, key); x != nil {
			return fmt.Sprintf("%.4f", *x)
		}
		return words.NotRecorded
	}
	add := func(key, formula, numbers string) {
		d := Derivation{Key: key, Formula: formula, Numbers: numbers}
		if m := s.Metric("", convention, key); m != nil {
			d.Value, d.Bounds = m.Value, boundsOf(*m)
		}
		if c := s.Run.Counts; d.Bounds != nil {
			d.Numbers = fmt.Sprintf("%d of %s missing: failed, and passed", c.Expected-c.Scored, words.Counted(c.Expected, cmp.Or(s.Benchmark.Words.Task, "task")))
		}
		list = append(list, d)
	}
	micro := convention == score.Paper
	switch convention {
	case score.Paper:
		add("crs", "(TCR + Robustness) / 2", fmt.Sprintf("(%s + %s) / 2", v("tcr"), v("robustness")))
	case score.Report:
		add("crs", "(TCR + SC × FD) / 2", fmt.Sprintf("(%s + %s × %s) / 2", v("tcr"), v("sc"), v("fd")))
	default:
		add("crs", "mean of the scenarios' CRS", "")
	}
	for _, k := range [][2]string{{"tcr", "rounds"}, {"mc", "multi-choice rounds"}, {"ec", "exec-check rounds"}} {
		if micro {
			numbers := ""
			if m := s.Metric("", convention, k[0]); m != nil && m.Num != nil {
				numbers = trimmed(*m.Num) + " / " + trimmed(*m.Den)
			}
			add(k[0], "sum of scores / "+k[1], numbers)
		} else {
			add(k[0], "mean of the scenarios' "+strings.ToUpper(k[0]), "")
		}
	}
	if micro {
		add("robustness", "SC × FD", fmt.Sprintf("%s × %s", v("sc"), v("fd")))
	} else {
		add("robustness", "mean of the scenarios' SC × FD", "")
	}
	add("sc", "mean of the scenarios' SC = (S − k) / (N − 1)", "")
	add("fd", "mean of the scenarios' FD = 1 − (Sf − kf) / (N − 1)", "")
	return list
}
