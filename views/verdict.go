package views

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
)

func TrialsByTask(trials []results.StoredTrial) map[[2]string][]*results.StoredTrial {
	m := make(map[[2]string][]*results.StoredTrial, len(trials))
	for i := range trials {
		k := [2]string{trials[i].Run, trials[i].Task}
		m[k] = append(m[k], &trials[i])
	}
	return m
}

type Verdict struct {
	Status results.Status
	Score  *float64
}

// VerdictOf combines a run's trials of one task. The score is the mean of the scored trials; the
// status is passed only if each of them has the full score.
func VerdictOf(trials []*results.StoredTrial) Verdict {
	v := Verdict{Status: results.Missing}
	if len(trials) == 0 {
		return v
	}
	v.Status = trials[0].Status
	sum, n := 0.0, 0
	for _, t := range trials {
		if t.Score == nil {
			continue
		}
		sum += *t.Score
		n++
		if *t.Score < 1 {
			v.Status = t.Status
		}
	}
	if n > 0 {
		mean := sum / float64(n)
		v.Score = &mean
		if mean >= 1 {
			v.Status = results.Passed
		}
	}
	return v
}

type TrialOutcome struct {
	Run     string         `json:"run"`     // slug of the run
	Attempt int            `json:"attempt"` // attempt number, from 1
	Of      int            `json:"of"`      // number of attempts that the score averages
	Status  results.Status `json:"status"`  // status of the trial
	Score   *float64       `json:"score"`   // score from 0 to 1; null without a score
	Points  *float64       `json:"points"`  // share of points from the checker, 0 to 1, if score is 1 or 0 depending on a threshold; otherwise null
	URL     string         `json:"url"`     // URL of the trial's page
}

func NewTrialOutcome(t *results.StoredTrial) TrialOutcome {
	return TrialOutcome{Run: t.Run, Attempt: t.Attempt, Of: max(1, t.Attempts), Status: t.Status, Score: t.Score, Points: t.Points,
		URL: link.Attempt(t.Run, t.Scenario, t.Task, t.Attempt)}
}

// RunsLeftOut describes how many runs are not displayed, and why.
func RunsLeftOut(replaced, absent int, word string) string {
	var parts []string
	if replaced > 0 {
		parts = append(parts, words.Plural(replaced, "run", "runs")+" replaced by newer records")
	}
	if absent > 0 {
		parts = append(parts, words.Plural(absent, "run", "runs")+" without a trial in this "+word)
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not shown: " + strings.Join(parts, " and ") + "."
}

// FaultyChecks maps the scenario and task of each task that no answer can pass to the reason.
type FaultyChecks map[[2]string]string

func FaultyChecksOf(b results.Board) FaultyChecks {
	m := make(FaultyChecks, len(b.Impossible))
	for _, t := range b.Impossible {
		m[[2]string{t.Scenario, t.Task}] = t.Reason
	}
	return m
}

func (d FaultyChecks) Reason(scenario, task string) string { return d[[2]string{scenario, task}] }
