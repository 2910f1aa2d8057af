package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/score"
)

// report is report.json with the fields and formulas of the public harness.
// Tokens are null throughout: scripted agents have none.
type report struct {
	ExperimentID string                `json:"experiment_id"`
	Framework    string                `json:"framework"`
	GeneratedAt  string                `json:"generated_at"`
	Summary      reportSummary         `json:"summary"`
	ByTest       []testReport          `json:"by_test"`
	ByType       map[string]typeReport `json:"by_type"`
}

type reportSummary struct {
	TotalTests      int    `json:"total_tests"`
	TotalRounds     int    `json:"total_rounds"`
	TCR             number `json:"task_completion_rate"`
	CRS             number `json:"composite_reliability_score"`
	Robustness      number `json:"robustness"`
	AvgSC           number `json:"avg_sc"`
	AvgFD           number `json:"avg_fd"`
	TotalTokens     *int   `json:"total_tokens"`
	TotalDurationMS int64  `json:"total_duration_ms"`
}

type testReport struct {
	TestID           string        `json:"test_id"`
	Rounds           int           `json:"rounds"`
	TCR              number        `json:"task_completion_rate"`
	CRS              number        `json:"composite_reliability_score"`
	Robustness       number        `json:"robustness"`
	SC               number        `json:"sc"`
	FD               number        `json:"fd"`
	StreakLengths    []int         `json:"streak_lengths"`
	NumStreaks       int           `json:"num_streaks"`
	MaxStreak        int           `json:"max_streak_length"`
	FailureLengths   []int         `json:"failure_streak_lengths"`
	NumFailures      int           `json:"num_failure_streaks"`
	MaxFailureStreak int           `json:"max_failure_streak_length"`
	Tokens           *int          `json:"tokens"`
	DurationMS       int64         `json:"duration_ms"`
	RoundsDetail     []roundReport `json:"rounds_detail"`
}

type roundReport struct {
	RoundID    string `json:"round_id"`
	Type       string `json:"type"`
	Score      number `json:"score"`
	Tokens     *int   `json:"tokens"`
	DurationMS int64  `json:"duration_ms"`
}

type typeReport struct {
	Count int    `json:"count"`
	TCR   number `json:"task_completion_rate"`
}

// makeReport sums rounds up. The harness rounds to four decimals at each step
// and goes on with the rounded value; so does this, or its numbers would differ
// in the last place.
func makeReport(scenarios []scenario, rounds [][]roundReport) report {
	r := report{ByType: map[string]typeReport{}}
	for i, sc := range scenarios {
		r.ByTest = append(r.ByTest, reportTest(sc.ID, rounds[i]))
	}
	slices.SortFunc(r.ByTest, func(a, b testReport) int { return strings.Compare(a.TestID, b.TestID) })
	s := &r.Summary
	var tcr, sc, fd, rob float64
	scores := map[string][]float64{}
	for _, t := range r.ByTest {
		tcr, sc, fd, rob = tcr+float64(t.TCR), sc+float64(t.SC), fd+float64(t.FD), rob+float64(t.Robustness)
		s.TotalRounds += t.Rounds
		s.TotalDurationMS += t.DurationMS
		for _, d := range t.RoundsDetail {
			scores[d.Type] = append(scores[d.Type], float64(d.Score))
		}
	}
	n := float64(len(r.ByTest))
	s.TotalTests = len(r.ByTest)
	s.TCR, s.AvgSC, s.AvgFD, s.Robustness = round4(tcr/n), round4(sc/n), round4(fd/n), round4(rob/n)
	// The product of the means, not the mean of the products above.
	s.CRS = round4((float64(s.TCR) + float64(s.AvgSC)*float64(s.AvgFD)) / 2)
	for typ, list := range scores {
		r.ByType[typ] = typeReport{Count: len(list), TCR: round4(score.CountStreaks(list).TCR())}
	}
	return r
}

// reportTest sums one scenario up (core/report.py of the public harness).
func reportTest(id string, rounds []roundReport) testReport {
	t := testReport{TestID: id, Rounds: len(rounds), RoundsDetail: rounds}
	var scores []float64
	for _, d := range rounds {
		scores = append(scores, float64(d.Score))
		t.DurationMS += d.DurationMS
	}
	st := score.CountStreaks(scores)
	t.StreakLengths, t.FailureLengths = append([]int{}, st.Successes...), append([]int{}, st.Failures...)
	t.NumStreaks, t.MaxStreak = st.K, slices.Max(append(st.Successes, 0))
	t.NumFailures, t.MaxFailureStreak = st.KF, slices.Max(append(st.Failures, 0))
	t.TCR, t.SC, t.FD = round4(st.TCR()), round4(st.SC()), round4(st.FD())
	t.Robustness = round4(float64(t.SC) * float64(t.FD))
	t.CRS = round4((float64(t.TCR) + float64(t.SC)*float64(t.FD)) / 2)
	return t
}

// round4 rounds the exact binary value to four decimals, as Python does.
func round4(v float64) number {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', 4, 64), 64)
	if err != nil {
		return number(v)
	}
	return number(r)
}
