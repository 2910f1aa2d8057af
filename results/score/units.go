package score

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Version is the version of the formulas. It is stored with every run's metrics and must be
// increased whenever a formula changes.
const Version = 5

// Convention is a method of aggregation used by a paper or harness.
type Convention struct {
	ID      string
	Title   string
	Explain string
}

// Conventions returns the conventions of a scoring family, the default first. If there is only one,
// its id is "".
func Conventions(s results.Scoring) []Convention {
	switch s {
	case results.ScoringClawArena:
	case results.ScoringReward:
		return []Convention{
			{"", "dataset's difficulty labels", "A task's score is the mean of its attempts; every number is a mean over tasks. Easy, " +
				"medium and hard are the dataset's own labels."},
			{Board, "published board's difficulty labels",
				"The same, with the difficulty labels that the published leaderboard averages by; they depend on which models it lists."},
		}
	case results.ScoringNone:
		return []Convention{{"", "no verdicts", "The records say what was done, not how well: nothing is scored, and a run is expected " +
			"to hold only what it holds."}}
	default:
		return []Convention{{"", "task mean", "Every number is a mean over tasks."}}
	}
	return []Convention{
		{Paper, "paper", "TCR, MC and EC over all rounds; SC and FD as means over scenarios; Robustness = SC × FD of those means; CRS = " +
			"(TCR + Robustness) / 2."},
		{Report, "report", "What the harness's report.json prints: TCR, SC and FD as means over scenarios; Robustness as the mean of " +
			"the scenarios' products; CRS = (TCR + mean SC × mean FD) / 2."},
		{Scenario, "scenario", "Every metric, CRS included, is computed for each scenario and then averaged over scenarios."},
	}
}

// ConventionsOf returns the conventions that can produce different numbers for a benchmark. It
// includes Board only if the tasks have labels of a published leaderboard.
func ConventionsOf(b results.Benchmark) []Convention {
	if b.Scoring == results.ScoringReward && !b.HasBoardLabels {
		if b.Headline == "pass_rate" {
			return []Convention{{"", "trial mean", "The pass rate is the share of trials passed; Score is the mean of the tasks' scores."}}
		}
		return []Convention{{"", "task mean", "A task's score is the mean of its attempts; every number is a mean over tasks."}}
	}
	return Conventions(b.Scoring)
}

// Spec defines the metrics of a scoring family under one convention as functions of the sum of unit
// vectors. A unit is what the bootstrap resamples: a scenario for ClawArena and ClawMark, a task
// for rewards.
type Spec struct {
	Name string // unique name of the scoring family and convention
	Keys []string
	Unit string // kind of unit: "scenario" or "task"
	dim  int
	eval func(sum, out []float64)
	// ratios holds, for each metric that is a share of all rounds, the indexes of its numerator and
	// denominator in the sum.
	ratios map[string][2]int
}

// With returns a Spec for the same metrics that uses eval and unit vectors of length dim.
func (s Spec) With(dim int, eval func(sum, out []float64)) Spec {
	s.dim, s.eval = dim, eval
	return s
}

// Dim returns the number of components in the vector of each resampling unit.
func (s Spec) Dim() int { return s.dim }

// Eval computes the metrics, in the order of Keys, from the sum of the unit vectors. A metric
// without data is NaN.
func (s Spec) Eval(sum, out []float64) { s.eval(sum, out) }

// Unit holds the sums of one scenario or task in one run from which all metrics are computed.
type Unit struct {
	Label string
	V     []float64
}

// Sum adds the vectors of all units.
func (s Spec) Sum(units []Unit) []float64 {
	sum := make([]float64, s.dim)
	for _, u := range units {
		for i, x := range u.V {
			sum[i] += x
		}
	}
	return sum
}

// Value computes one metric over units; NaN without data or for an unknown key.
func (s Spec) Value(key string, units []Unit) float64 {
	i := slices.Index(s.Keys, key)
	if i < 0 {
		return math.NaN()
	}
	s = s.Over(s.PartsOf(units))
	out := make([]float64, len(s.Keys))
	s.eval(s.Sum(units), out)
	return out[i]
}

// Each computes one metric for every unit separately.
func (s Spec) Each(key string, units []Unit) []float64 {
	values := make([]float64, len(units))
	k := slices.Index(s.Keys, key)
	over, parts, out := s, 1, make([]float64, len(s.Keys))
	for i := range units {
		if k < 0 {
			values[i] = math.NaN()
			continue
		}
		if n := s.PartsOf(units[i : i+1]); n != parts {
			over, parts = s.Over(n), n
		}
		clear(out)
		over.eval(over.Sum(units[i:i+1]), out)
		values[i] = out[k]
	}
	return values
}

// SpecOf returns the metrics of a scoring family and how to compute them under a convention.
func SpecOf(scoring results.Scoring, convention string) Spec {
	spec := rewardSpec(convention)
	switch scoring {
	case results.ScoringClawArena:
		spec = Spec{Keys: ClawArenaKeys(), Unit: "scenario", dim: caDim, eval: func(sum, out []float64) {
			clawArenaEval(convention, sum, out)
		}}
		if convention == Paper {
			spec.ratios = map[string][2]int{"tcr": {caSum, caN}, "mc": {caMCSum, caMCN}, "ec": {caECSum, caECN}}
		}
	case results.ScoringClawMark:
		spec = clawMarkSpec()
	case results.ScoringStageClaw:
		spec = stageClawSpec()
	}
	spec.Name = string(scoring) + " " + convention
	return spec
}

type group struct {
	label  string
	kinds  []string
	scores []float64
}

// groupScores assigns the trials to the expected tasks. The score of a task is the mean of its
// scored attempts; tasks without a scored attempt are omitted.
func groupScores(tasks []results.Task, trials []results.Trial) []group {
	byTask := index(trials)
	var groups []group
	for i := range tasks {
		t := &tasks[i]
		if len(groups) == 0 || groups[len(groups)-1].label != t.Scenario {
			groups = append(groups, group{label: t.Scenario})
		}
		g := &groups[len(groups)-1]
		if x, ok := meanScore(byTask[t.Name()]); ok {
			g.kinds = append(g.kinds, t.Kind)
			g.scores = append(g.scores, x)
		}
	}
	return groups
}

func index(trials []results.Trial) map[results.TaskName][]*results.Trial {
	m := make(map[results.TaskName][]*results.Trial, len(trials))
	list := make([]*results.Trial, len(trials))
	for i := range trials {
		list[i] = &trials[i]
		name := trials[i].TaskName()
		if known, ok := m[name]; ok {
			m[name] = append(known, &trials[i])
		} else {
			m[name] = list[i : i+1 : i+1] // most tasks have a single trial, so reuse the list instead of allocating a slice
		}
	}
	return m
}

func meanScore(trials []*results.Trial) (float64, bool) {
	sum, n := 0.0, 0
	for _, t := range trials {
		if t.Score != nil {
			sum += *t.Score
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}

// Units computes the unit vectors of one run, one for each scenario or task of the dataset, in
// dataset order. A unit without a verdict has a zero vector. tasks must be ordered by scenario.
func Units(scoring results.Scoring, tasks []results.Task, trials []results.Trial) []Unit {
	switch scoring {
	case results.ScoringClawArena:
		var units []Unit
		for _, g := range groupScores(tasks, trials) {
			units = append(units, Unit{Label: g.label, V: clawArenaUnit(g.kinds, g.scores)})
		}
		return units
	case results.ScoringClawMark:
		return clawMarkUnits(tasks, trials)
	case results.ScoringStageClaw:
		return stageClawUnits(tasks, trials)
	default:
		return rewardUnits(tasks, trials)
	}
}
