package board

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
)

// scoringFamilies lists the scoring methods with the titles and notes on the scores page.
var scoringFamilies = []struct {
	scoring results.Scoring
	title   string
	note    string
}{
	{results.ScoringClawArena, "Rounds in a row: ClawArena, MetaClaw-Bench",
		"A scenario is one long session. S of its N rounds passed, in k unbroken runs; Sf failed, in kf unbroken runs. SC, FD and " +
			"Robustness are of one scenario; the convention says how scenarios become one number."},
	{results.ScoringClawMark, "Weighted checks: ClawMark",
		"A task has checks with weights, over several days. What was not recorded counts as not passed, because the weight is that of the " +
			"whole rubric."},
	{results.ScoringReward, "Rewards: LiveClawBench, Harbor",
		"A verifier gives each attempt a reward. An attempt that ended without one counts 0, so that a crash cannot gain; one that has not " +
			"ended counts not at all."},
	{results.ScoringStageClaw, "Points with a line: STAGE-Claw",
		"The final state gets points, and more than 60 of 100 pass. The first attempt at a task that was evaluated counts. What a run " +
			"took is a mean only where each task records it. Figures of the paper, of which no records are public, stand without interval or " +
			"rank."},
}

// ScoresPage is the name of the documentation page to which ScoresReference adds tables.
const ScoresPage = "scores"

// ScoresReference returns the page /docs/scores, which lists all metrics by scoring method and the
// benchmarks that use them.
func (s Pages) ScoresReference(ctx context.Context) (docs.Page, error) {
	benchmarks, err := s.Store.Benchmarks(ctx)
	if err != nil {
		return docs.Page{}, err
	}
	intro, _ := docs.Find(ScoresPage)
	var b strings.Builder
	b.WriteString(intro.Markdown)
	for _, f := range scoringFamilies {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", f.title, f.note)
		if of := scoredSo(benchmarks, f.scoring); of != "" {
			fmt.Fprintf(&b, "\nIn this database: %s.\n", of)
		}
		fmt.Fprintf(&b, "\nIntervals draw whole %ss.\n", score.SpecOf(f.scoring, score.Conventions(f.scoring)[0].ID).Unit)
		if list := score.Conventions(f.scoring); len(list) > 1 {
			b.WriteString("\n| Convention | `?convention=` | What it does |\n|---|---|---|\n")
			for i, c := range list {
				id := "`" + c.ID + "`"
				if c.ID == "" {
					id = "none"
				}
				if i == 0 {
					id += ", the default"
				}
				fmt.Fprintf(&b, "| %s | %s | %s |\n", cell(c.Title), id, cell(c.Explain))
			}
		}
		b.WriteString("\n| Score | Key | Is | Counted | Over | Better | Defined in |\n|---|---|---|---|---|---|---|\n")
		for _, m := range scoresOf(f.scoring) {
			better := "more"
			if m.Low {
				better = "less"
			}
			label := m.Label
			if m.Unit != metric.Percent && m.Unit != metric.Number {
				label += ", " + m.Unit
			}
			fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s | %s | %s |\n", cell(label), m.Key,
				cell(strings.TrimSuffix(m.Name+": "+m.Note, ": ")),
				cell(cmp.Or(m.Counted, "as reported")), cell(cmp.Or(m.Over, "–")), better, cell(m.Source))
		}
	}
	return docs.Parse(ScoresPage, b.String()), nil
}

// scoresOf returns the metrics of a family. They include pass@k and pass^k with k as a variable.
func scoresOf(family results.Scoring) []metric.Metric {
	list := slices.DeleteFunc(metric.All(), func(m metric.Metric) bool { return !slices.Contains(m.Scoring, family) })
	if family == results.ScoringReward {
		list = append(list, metric.Of("pass_at_k"), metric.Of("pass_hat_k"))
	}
	return list
}

func scoredSo(all []results.Benchmark, family results.Scoring) string {
	var list []string
	for _, b := range all {
		if b.Scoring == family {
			list = append(list, "["+cell(b.Name)+"]("+link.Benchmark(b.ID, "about")+")")
		}
	}
	return strings.Join(list, ", ")
}

func cell(s string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;", "_", "\\_", "*", "\\*").Replace(s)
}
