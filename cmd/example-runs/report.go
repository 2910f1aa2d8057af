package main

import (
	"slices"
	"strconv"
	"time"
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
func makeReport(name string, scenarios []scenario, rounds [][]roundReport) report {
	r := report{ExperimentID: name, Framework: framework, GeneratedAt: time.Now().UTC().Format("2006-01-02T15:04:05.000000-07:00")}
	for i, sc := range scenarios {
		r.ByTest = append(r.ByTest, reportTest(sc.ID, rounds[i]))
	}
	slices.SortFunc(r.ByTest, func(a, b testReport) int {
		if a.TestID < b.TestID {
			return -1
		}
		return 1
	})
	n := float64(len(r.ByTest))
	var tcr, sc, fd, rob float64
	scores := map[string][]number{}
	for _, t := range r.ByTest {
		tcr, sc, fd, rob = tcr+float64(t.TCR), sc+float64(t.SC), fd+float64(t.FD), rob+float64(t.Robustness)
		r.Summary.TotalRounds += t.Rounds
		r.Summary.TotalDurationMS += t.DurationMS
		for _, d := range t.RoundsDetail {
			scores[d.Type] = append(scores[d.Type], d.Score)
		}
	}
	s := &r.Summary
	s.TotalTests = len(r.ByTest)
	s.TCR, s.AvgSC, s.AvgFD, s.Robustness = round4(tcr/n), round4(sc/n), round4(fd/n), round4(rob/n)
	// The product of the means, not the mean of the products above.
	s.CRS = round4((float64(s.TCR) + float64(s.AvgSC)*float64(s.AvgFD)) / 2)
	r.ByType = map[string]typeReport{}
	for typ, list := range scores {
		r.ByType[typ] = typeReport{Count: len(list), TCR: mean4(list)}
	}
	return r
}

// reportTest sums one scenario up. With S successes in k unbroken runs of N
// rounds SC = (S-k)/(N-1); FD = 1 - (S'-k')/(N-1) with the failures; CRS =
// (TCR + SC FD)/2 (core/report.py of the public harness).
func reportTest(id string, rounds []roundReport) testReport {
	t := testReport{TestID: id, Rounds: len(rounds), RoundsDetail: rounds, StreakLengths: []int{}, FailureLengths: []int{}}
	var scores []number
	for i, d := range rounds {
		scores = append(scores, d.Score)
		t.DurationMS += d.DurationMS
		lengths := &t.StreakLengths
		if d.Score < 1 {
			lengths = &t.FailureLengths
		}
		if i > 0 && (rounds[i-1].Score >= 1) == (d.Score >= 1) {
			(*lengths)[len(*lengths)-1]++
		} else {
			*lengths = append(*lengths, 1)
		}
	}
	t.NumStreaks, t.MaxStreak = len(t.StreakLengths), slices.Max(append(t.StreakLengths, 0))
	t.NumFailures, t.MaxFailureStreak = len(t.FailureLengths), slices.Max(append(t.FailureLengths, 0))
	t.TCR = mean4(scores)
	t.SC = round4(cohesion(t.StreakLengths, len(rounds)))
	t.FD = round4(1 - cohesion(t.FailureLengths, len(rounds)))
	t.Robustness = round4(float64(t.SC) * float64(t.FD))
	t.CRS = round4((float64(t.TCR) + float64(t.SC)*float64(t.FD)) / 2)
	return t
}

// cohesion is (S-k)/(N-1) for runs of the given lengths among n rounds.
func cohesion(lengths []int, n int) float64 {
	if n <= 1 || len(lengths) == 0 {
		return 0
	}
	total := 0
	for _, l := range lengths {
		total += l
	}
	return float64(total-len(lengths)) / float64(n-1)
}

func mean4(scores []number) number {
	if len(scores) == 0 {
		return 0
	}
	total := 0.0
	for _, s := range scores {
		total += float64(s)
	}
	return round4(total / float64(len(scores)))
}

// round4 rounds the exact binary value to four decimals, as Python does.
func round4(v float64) number {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', 4, 64), 64)
	if err != nil {
		return number(v)
	}
	return number(r)
}
