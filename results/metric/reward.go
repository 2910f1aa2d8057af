package metric

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Prefixes of the keys of pass@k and pass^k.
const (
	passAt  = "pass_at_"
	passHat = "pass_hat_"
)

// reward returns the metrics of benchmarks with rewards, named as in LiveClawBench. The factor
// names are those of the paper, except that C1 and C2, which the paper does not separate, are named
// as in the benchmark's repository.
func reward() []Metric {
	family := []results.Scoring{results.ScoringReward}
	of := func(key, label, name, note, formula, source string) Metric {
		m := Metric{Key: key, Label: label, Name: name, Note: note, Formula: formula, Unit: Percent, Digits: 2, Scoring: family, Source: source}
		m.Counted, m.Over, _ = strings.Cut(formula, " / ")
		return m
	}
	low := func(m Metric) Metric {
		m.Low = true
		return m
	}
	const site, paper, repository = "LiveClawBench leaderboard", "arXiv 2604.13072v1, section 2", "Mosi-AI/LiveClawBench, v0.2.1"
	group := func(key, label, name, source string) Metric {
		return of(key, label, name, "Avg over the tasks that carry the mark",
			"sum of the tasks' mean rewards / tasks of this column with an attempt", source)
	}
	return []Metric{
		of("avg", "Avg", "Avg@k", "mean over tasks of the mean reward of their attempts",
			"sum of the tasks' mean rewards / tasks with an attempt", site),
		of("avg_judged", "Avg over verdicts", "mean over verdicts", "mean reward of the attempts that a verifier has judged; the others "+
			"count 0 in Avg", "sum of the verifiers' rewards / attempts with a verdict", "this site"),
		of("best", "Best", "best@k", "mean over tasks of their best attempt", "sum of the tasks' best rewards / tasks with an attempt", site),
		of("pass_rate", "Pass rate", "pass rate", "attempts that pass", "passed attempts / scored attempts", "this site"),
		of("points", "Score", "score", "mean over tasks of the points that the checker gave, which the verdict is drawn from",
			"sum of the tasks' mean points / tasks with an attempt", "this site"),
		low(of("short_tasks", "Short tasks", "tasks with one or two attempts", "", "tasks with one or two scored attempts / tasks", "this site")),
		low(of("untried_tasks", "Untried tasks", "tasks without an attempt", "", "tasks without a scored attempt / tasks", "this site")),
		group("easy", "Easy", "easy tasks", site),
		group("medium", "Medium", "medium tasks", site),
		group("hard", "Hard", "hard tasks", site),
		group("A1", "A1", "Cross-Service Dependency", paper),
		group("A2", "A2", "Contaminated Initial State", paper),
		group("B1", "B1", "Implicit Goal Resolution", paper),
		group("B2", "B2", "Knowledge Evolution & Maintenance", paper),
		group("C1", "C1", "Environmental State Invalidation", repository),
		group("C2", "C2", "Outcome Verification under Altered State", repository),
	}
}

// passAtK describes the probability that at least one of k attempts passes.
func passAtK(key, k string) Metric {
	return Metric{Key: key, Label: "pass@" + clean(k), Name: "pass@" + clean(k),
		Note: "chance that at least one of the attempts passes", Unit: Percent, Digits: 2,
		Formula: "mean of 1 − C(n−c, k) / C(n, k) over tasks with at least k attempts", Counted: "sum of 1 − C(n−c, k) / C(n, k), of n attempts c passed", Over: "tasks with at least k attempts", Scoring: []results.Scoring{results.ScoringReward}, Source: "arXiv 2107.03374, Eq. 1"}
}

// passHatK describes the probability that all k attempts pass.
func passHatK(key, k string) Metric {
	return Metric{Key: key, Label: "pass^" + clean(k), Name: "pass^" + clean(k),
		Note: "chance that all of the attempts pass", Unit: Percent, Digits: 2,
		Formula: "mean of C(c, k) / C(n, k) over tasks with at least k attempts", Counted: "sum of C(c, k) / C(n, k), of n attempts c " +
			"passed", Over: "tasks with at least k attempts", Scoring: []results.Scoring{results.ScoringReward}, Source: "arXiv 2406.12045"}
}

func clean(k string) string { return strings.ReplaceAll(k, "_", " ") }
