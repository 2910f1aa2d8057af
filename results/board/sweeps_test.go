package board_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// scoreAlone scores a run that is its system's only one.
func scoreAlone(s *board.Scorer, r *results.ScoredRun) *results.RunScore {
	return s.Score(&r.Run, []*results.Run{&r.Run}, [][]results.Trial{r.Trials})
}

// swept are runs of one system over n tasks with a reward; passed[i] of them pass in
// run i, which began on day i.
func swept(model string, n int, passed ...int) (tasks []results.Task, runs []results.ScoredRun) {
	for t := range n {
		tasks = append(tasks, results.Task{Scenario: "s", Slug: fmt.Sprintf("t%02d", t), Ordinal: t + 1, Kind: results.KindReward})
	}
	for i, k := range passed {
		began := int64(i+1) * 100_000_001
		r := results.ScoredRun{Run: results.Run{Slug: fmt.Sprintf("%s-%d", model, i), Benchmark: "b", System: results.System{Model: model},
			Evidence: results.Records, Complete: true, StartedAt: &began, ID: int64(i + 1), IngestedAt: began}}
		for t := range n {
			x, status := 0.0, results.Failed
			if (t*7+i*3)%n < k { // 7 and 80 have no divisor in common: exactly k of the tasks
				x, status = 1, results.Passed
			}
			r.Counts.Add(status, true)
			r.Trials = append(r.Trials, results.Trial{Scenario: "s", Task: tasks[t].Slug, Attempt: 1, Attempts: 1, Status: status, Score: &x})
		}
		runs = append(runs, r)
	}
	return tasks, runs
}

func rewards(tasks []results.Task, runs ...results.ScoredRun) board.Input {
	return board.Input{Benchmark: results.Benchmark{ID: "b", Scoring: results.ScoringReward, Headline: "avg"}, Tasks: tasks, Runs: runs}
}

// Five sweeps of 80 tasks that pass 42, 43, 44, 41 and 40 are 210 of 400, whatever the
// newest says; attempts in one run are the same as runs of one attempt each.
func TestSystemIsTheMeanOfItsSweeps(t *testing.T) {
	tasks, runs := swept("m", 80, 42, 43, 44, 41, 40)
	r := makeBoards(rewards(tasks, runs...))[0].Rows[0]
	if got := *r.Metrics["avg"].Value; !resultstest.Near(got, .525, 1e-12) || *r.Run != "m-4" {
		t.Errorf("%s stands with %v, want m-4 with 210 of 400", *r.Run, got)
	}
	if c := r.Counts; c.Expected != 400 || c.Passed != 210 {
		t.Errorf("counts = %+v, want 210 of 400", c)
	}
	s := r.Sweeps
	if s == nil || s.N != 5 || s.Min != .5 || s.Max != .55 || !resultstest.Near(s.SD, math.Sqrt(2.5)/80, 1e-12) || s.Values[2].Value != .55 ||
		s.Values[2].Run != "m-2" {
		t.Fatalf("sweeps = %+v", s)
	}
	one := runs[0]
	one.Trials = nil
	for i, r := range runs {
		for _, tr := range r.Trials {
			tr.Attempt = i + 1
			one.Trials = append(one.Trials, tr)
		}
	}
	a := makeBoards(rewards(tasks, one))[0].Rows[0]
	for _, key := range []string{"avg", "best", "pass_rate"} {
		x, y := r.Metrics[key], a.Metrics[key]
		if !resultstest.Near(*x.Value, *y.Value, 1e-12) || !resultstest.Near(x.CI[0], y.CI[0], 1e-12) || !resultstest.Near(x.CI[1], y.CI[1], 1e-12) {
			t.Errorf("%s: five runs %v %v, five attempts %v %v", key, *x.Value, x.CI, *y.Value, y.CI)
		}
	}
	if a.Sweeps.N != 5 || a.Sweeps.Values[2].Attempt != 3 || a.Sweeps.SD != s.SD {
		t.Errorf("sweeps of one run = %+v", a.Sweeps)
	}
}

// What was corrected, what something speaks against, other evidence and what is
// incomplete are in no mean. One sweep keeps the numbers of its run.
func TestWhatIsNoSweep(t *testing.T) {
	tasks, runs := swept("m", 80, 70, 71, 72, 73, 40)
	runs[0].Exclusions = []results.Exclusion{{Kind: results.ExclusionReplaced}}
	runs[1].Evidence = results.Recomputed
	runs[1].Exclusions = []results.Exclusion{{Kind: results.ExclusionSame}}
	runs[2].Complete = false
	runs[3].StartedAt = runs[4].StartedAt
	r := makeBoards(rewards(tasks, runs...))[0].Rows[0]
	_, last := swept("m", 80, 70, 71, 72, 73, 40)
	want := makeBoards(rewards(tasks, last[4]))[0].Rows[0]
	if r.Sweeps != nil || *r.Metrics["avg"].Value != .5 || *r.Metrics["avg"].CI != *want.Metrics["avg"].CI {
		t.Errorf("row = %+v, want that of the newest run alone: %+v", r, want)
	}
	midnight := int64(86_400_000) * 20_000 // a date alone is no moment
	runs[3].StartedAt, runs[4].StartedAt = &midnight, &midnight
	if r := makeBoards(rewards(tasks, runs...))[0].Rows[0]; r.Sweeps == nil || r.Sweeps.N != 2 {
		t.Errorf("two runs of one day = %+v, want two sweeps", r.Sweeps)
	}
	for i, version := range []string{"1.0", "2.0"} {
		runs[3+i].Facts = map[string]string{results.FactAgentVersion: version}
	}
	if r := makeBoards(rewards(tasks, runs...))[0].Rows[0]; r.Sweeps != nil {
		t.Errorf("two versions of the agent = %+v, want the newest alone", r.Sweeps)
	}
}

// The CRS of a system is the mean of its runs' CRS, which is no CRS of mean rounds, and
// under every convention.
func TestCompositeIsTheMeanOfItsSweeps(t *testing.T) {
	in := synthetic(6, 12, .7, .5, .6)
	for i := range in.Runs {
		in.Runs[i].System.Model = "m"
		began := int64(i+1) * 1001
		in.Runs[i].StartedAt = &began
	}
	for n, b := range makeBoards(in)[:3] {
		var want [2]float64
		for i := range in.Runs {
			one := in
			one.Runs = in.Runs[i : i+1]
			r := makeBoards(one)[n].Rows[0]
			want[0] += *r.Metrics["crs"].Value / 3
			want[1] += *r.Metrics["robustness"].Value / 3
			if got := b.Rows[0].Sweeps.Values[i].Value; got != *r.Metrics["crs"].Value {
				t.Errorf("%s: sweep %d has %v, its run alone %v", b.Convention, i, got, *r.Metrics["crs"].Value)
			}
		}
		m := b.Rows[0].Metrics
		if !resultstest.Near(*m["crs"].Value, want[0], 1e-12) || !resultstest.Near(*m["robustness"].Value, want[1], 1e-12) {
			t.Errorf("%s: %v %v, want %v", b.Convention, *m["crs"].Value, *m["robustness"].Value, want)
		}
		if ci := m["crs"].CI; ci[0] > want[0] || ci[1] < want[0] {
			t.Errorf("%s: %v lies outside of %v", b.Convention, want[0], ci)
		}
	}
}

// Sweeps that differ as wholes widen the interval and the ranks; a system that is
// ahead in one sweep and behind in the next is not surely first.
func TestSweepsWidenTheInterval(t *testing.T) {
	tasks, runs := swept("m", 80, 20, 60, 21, 61)
	_, others := swept("n", 80, 38, 38, 38, 38)
	b := makeBoards(rewards(tasks, append(runs, others...)...))[0]
	m, n := row(t, b, "m"), row(t, b, "n")
	e := m.Metrics["avg"].Runs
	if e.Variance < .02 || e.DF != 6 || e.Runs != 4 || m.Metrics["avg"].CI[1]-m.Metrics["avg"].CI[0] < .3 {
		t.Errorf("%v in %v, effect %+v: want it wide", *m.Metrics["avg"].Value, m.Metrics["avg"].CI, e)
	}
	if *n.Metrics["avg"].Runs != *e || *m.RankInterval != [2]int{1, 2} || *m.PFirst > .9 {
		t.Errorf("n %+v, m ranks %v, first in %v", n.Metrics["avg"].Runs, m.RankInterval, *m.PFirst)
	}
}
