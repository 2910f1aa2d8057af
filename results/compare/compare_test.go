package compare

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

func TestIdenticalRuns(t *testing.T) {
	in := lettered(results.ScoringClawArena, releasedPair())
	in.B = in.A
	c := Run(in)
	if c.Verdict() != Agree || c.McNemar != 1 || c.MidP != 1 || c.Table.Discordant() != 0 {
		t.Errorf("verdict %s, p %v, %v", c.Verdict(), c.McNemar, c.Table)
	}
	for _, m := range c.Metrics {
		near(t, m.Key+" difference", m.Diff, 0, 0)
		near(t, m.Key+" p", m.P, 1, 0)
	}
	if d := c.Detectable(); d != nil {
		t.Errorf("no spread was seen, yet %v", *d)
	}
}

func TestNoCommonTasks(t *testing.T) {
	in := lettered(results.ScoringClawArena, [][2]string{{"s1", "=ab."}})
	in.A.Trials, in.B.Trials = in.A.Trials[:2], in.B.Trials[2:]
	c := Run(in)
	if c.Verdict() != NoCommon || c.Common != 0 || c.LeftOut != (LeftOut{NoA: 2, NoB: 2}) || len(c.Metrics) != 0 {
		t.Errorf("verdict %s, %d common, left out %+v, %d metrics", c.Verdict(), c.Common, c.LeftOut, len(c.Metrics))
	}
}

// Over one scenario nothing can be resampled: no interval, no p, and the page
// must not claim either.
func TestOneScenario(t *testing.T) {
	c := Run(lettered(results.ScoringClawArena, [][2]string{{"s1", "aaaaaaaaaaaaaaaaaaaa"}}))
	m := c.Find("crs")
	if c.Verdict() != TooFew || m.CI != nil || m.P != nil {
		t.Errorf("verdict %s, interval %v, p %v", c.Verdict(), m.CI, m.P)
	}
	if !(c.McNemar <= 1e-5) {
		t.Errorf("McNemar p %v", c.McNemar)
	}
}

// With three scenarios the exchange test cannot give less than 1/4.
func TestThreeScenarios(t *testing.T) {
	c := Run(lettered(results.ScoringClawArena, [][2]string{{"s1", "aaaa"}, {"s2", "aaaa"}, {"s3", "aaa="}}))
	m := c.Find("crs")
	near(t, "p", m.P, 0.25, 0)
	if c.Verdict() != TooFew || c.MinP != 0.25 {
		t.Errorf("verdict %s, smallest p %v", c.Verdict(), c.MinP)
	}
}

func TestAllPassed(t *testing.T) {
	c := Run(lettered(results.ScoringClawArena, [][2]string{{"s1", "===="}, {"s2", "##=="}}))
	if c.Verdict() != Agree || c.Table.Both != 8 {
		t.Errorf("verdict %s, %+v", c.Verdict(), c.Table)
	}
	near(t, "crs", c.Find("crs").A, 1, 1e-12)
	if ci := c.Pass.CI; ci == nil || ci.Lo >= 0 || ci.Hi <= 0 {
		t.Errorf("Newcombe's interval %v has no width", ci)
	}
}

// Where one side lacks rounds both are recomputed on the common ones.
func TestMissingOnOneSide(t *testing.T) {
	in := lettered(results.ScoringClawArena, [][2]string{{"s1", "=a=="}, {"s2", "a.=b"}})
	in.B.Trials[0].Score = nil    // s1/q1 has no verdict in B
	in.B.Trials = in.B.Trials[:7] // s2/q4 has no record in B
	in.A.Trials[1].Score = nil    // s1/q2 has no verdict in A
	in.A.Trials[1].Status = results.InfraError
	in.A.Trials = append(in.A.Trials, results.Trial{Scenario: "s9", Task: "q1", Score: point(1)})
	c := Run(in)
	if c.Common != 5 || c.LeftOut != (LeftOut{NoA: 1, NoB: 2}) || c.Extra != 1 {
		t.Fatalf("%d common, left out %+v, %d extra", c.Common, c.LeftOut, c.Extra)
	}
	near(t, "tcr of A", c.Find("tcr").A, 4.0/5, 1e-12)
	near(t, "tcr of B", c.Find("tcr").B, 3.0/5, 1e-12)
	if c.Table != (stats.TwoByTwo{Both: 3, OnlyA: 1, Neither: 1}) {
		t.Errorf("table %+v", c.Table)
	}
	if r := c.Tasks[0].Relation(); r != Unpaired {
		t.Errorf("relation of a round without a verdict is %s", r)
	}
}

// Scores between 0 and 1, and tasks with several attempts.
func TestFractions(t *testing.T) {
	in := lettered(results.ScoringReward, [][2]string{{"s1", "===="}, {"s2", "===="}})
	in.A.Trials[0].Score = point(0.5) // s1/q1: A half, B full
	in.B.Trials[1].Score = point(0.25)
	second := in.A.Trials[2]
	second.Attempt, second.Score = 2, point(0)
	in.A.Trials = append(in.A.Trials, second) // s1/q3: A once of two
	c := Run(in)
	if !c.Fractional || !c.Repeated || c.Table != (stats.TwoByTwo{Both: 5, OnlyA: 1, OnlyB: 1}) || c.Mixed != 1 || !math.IsNaN(c.McNemar) {
		t.Fatalf("fractional %v, %+v, %d mixed, p %v", c.Fractional, c.Table, c.Mixed, c.McNemar)
	}
	near(t, "difference of scores", c.Score.Diff, (-0.5+0.75-0.5)/8, 1e-12)
	near(t, "difference of passes", c.Pass.Diff, *c.Score.Diff, 1e-12)
	near(t, "avg of A", c.Find("avg").A, 7.0/8, 1e-12)
	// Signs of -0.5, 0.75, -0.5: sums 0.25 0.25 0.75 1.75 and their opposites;
	// all reach the observed 0.25.
	near(t, "p of avg", c.Find("avg").P, 1, 0)
}

func TestSpending(t *testing.T) {
	in := lettered(results.ScoringClawArena, [][2]string{{"s1", "===="}, {"s2", "===="}})
	whole := func(x int64) *int64 { return &x }
	for i := range in.A.Trials {
		in.A.Trials[i].DurationMS, in.B.Trials[i].DurationMS = whole(1000), whole(3000)
	}
	in.B.Trials[7].DurationMS = nil
	c := Run(in)
	if len(c.Spending) != 1 || c.Spending[0].Key != Duration || c.Spending[0].N != 7 || !c.Spending[0].Lower {
		t.Fatalf("spending %+v", c.Spending)
	}
	near(t, "difference", c.Spending[0].Diff, -2000, 0)
	near(t, "p", c.Spending[0].P, 0.5, 0)
}

// Steps and calls are known from traces alone: a task without a trace on one side
// is left out of their means, and a run of bare verdicts has none.
func TestStepsWithATraceOnOneSide(t *testing.T) {
	in := lettered(results.ScoringClawArena, [][2]string{{"s1", "===="}, {"s2", "===="}})
	in.A.Evidence, in.B.Evidence = results.Recomputed, results.Recomputed
	for i := range in.A.Trials {
		in.A.Trials[i].StepsTotal, in.A.Trials[i].ToolCalls = 6, 3
		in.B.Trials[i].StepsTotal, in.B.Trials[i].ToolCalls = 4, 0
	}
	in.B.Trials[7].StepsTotal = 0
	c := Run(in)
	if len(c.Spending) != 2 || c.Spending[0].Key != Steps || c.Spending[1].Key != ToolCalls {
		t.Fatalf("spending %+v", c.Spending)
	}
	for i, want := range []float64{2, 3} {
		m := c.Spending[i]
		near(t, m.Key, m.Diff, want, 0)
		if m.N != 7 {
			t.Errorf("%s over %d tasks, want the 7 that both have traces of", m.Key, m.N)
		}
	}
	for _, side := range []*results.ScoredRun{in.A, in.B} {
		side.Evidence = results.Records
		if c := Run(in); len(c.Spending) != 0 {
			t.Errorf("one run has verdicts alone, yet %+v", c.Spending)
		}
		side.Evidence = results.Recomputed
	}
}

// The joint exchange test equals the one that boards use, for every key.
func TestSwapsEqualTheBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, scenarios := range []int{2, 3, 7, 12} {
		var list [][2]string
		for s := range scenarios {
			letters := make([]byte, 3+r.IntN(12))
			for i := range letters {
				letters[i] = "==##aAbB.o"[r.IntN(10)]
			}
			list = append(list, [2]string{string(rune('a' + s)), string(letters)})
		}
		for _, convention := range []string{score.Paper, score.Report, score.Scenario} {
			in := lettered(results.ScoringClawArena, list)
			in.Convention, in.Draws = convention, 10
			spec := score.SpecOf(results.ScoringClawArena, convention)
			ua, ub := score.Units(in.Benchmark.Scoring, in.Tasks, in.A.Trials), score.Units(in.Benchmark.Scoring, in.Tasks, in.B.Trials)
			for _, m := range Run(in).Metrics {
				want := board.Significance(spec, m.Key, ua, ub)
				if m.P == nil && math.IsNaN(want) {
					continue
				}
				near(t, convention+" "+m.Key, m.P, want, 0)
			}
		}
	}
}

func TestHeadlineOnly(t *testing.T) {
	in := lettered(results.ScoringClawArena, releasedPair())
	in.HeadlineOnly = true
	c := Run(in)
	near(t, "p", c.Find("crs").P, 682.0/2048, 0)
	if c.Find("tcr").P != nil || len(c.Groups) > 0 {
		t.Error("more than the headline was computed")
	}
	if c.Verdict() != NotSeparable || c.Table.OnlyA != 37 {
		t.Errorf("verdict %s, %+v", c.Verdict(), c.Table)
	}
}
