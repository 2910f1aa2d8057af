package views

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Samples for the style guide: drawn by a generator with a fixed seed, so that
// pictures of the page can be compared.

var sampleSystems = []string{"gpt-5.5 / openclaw", "gemma-4-31b-it / openclaw", "claude-opus-4.7 / claude-code", "通义千问 qwen3.6-235b-a22b-thinking / hermes-agent", "kimi-k2.6 / openclaw", "deepseek-v4 / openclaw", "glm-5.1 / openclaw", "minimax-m3 / picoclaw", "gemini-3.1-pro / openclaw", "mistral-large-4 / nanobot"}

func sampleRandom() *rand.Rand { return rand.New(rand.NewPCG(7, 7)) }

func sampleLines() chart.Lines {
	r := sampleRandom()
	c := chart.Lines{Title: "Score by day", Desc: "Ten systems over nine update phases.", XLabel: "Update phase", Y: chart.Axis{Label: "Rounds passed, %", Unit: chart.Percent},
		Updates: []chart.Vertical{{At: 1, Label: "new spec"}, {At: 4, Label: "HR policy replaced"}, {At: 5, Label: "log appended"}}}
	for d := range 9 {
		c.X = append(c.X, fmt.Sprintf("phase %d", d))
	}
	for i, name := range sampleSystems {
		s := chart.Series{Name: name}
		v := 0.85 - 0.03*float64(i)
		for d := range c.X {
			v += (r.Float64() - 0.53) * 0.1
			x := v
			if i == 2 && d == 4 {
				s.Values = append(s.Values, nil)
				continue
			}
			s.Values = append(s.Values, &x)
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func sampleScatter() chart.Scatter {
	r := sampleRandom()
	c := chart.Scatter{Title: "Score against cost", Desc: "Cost on a logarithmic axis.", X: chart.Axis{Label: "Cost per task, USD (log)", Log: true}, Y: chart.Axis{Label: "Score, %", Unit: chart.Percent}, MoreIsWorse: true}
	for i, name := range sampleSystems {
		x, y := 0.02*float64(1+i*i)*(0.5+r.Float64()), 0.4+0.035*float64(i)+0.15*r.Float64()
		c.Points = append(c.Points, chart.Point{Label: name, X: &x, Y: &y, Hollow: i%4 == 3})
		x2, y2 := x*1.05, y+0.004
		if i%3 == 0 {
			c.Points = append(c.Points, chart.Point{Label: name + " (high)", X: &x2, Y: &y2})
		}
	}
	c.Points = append(c.Points, chart.Point{Label: "not recorded"})
	return c
}

func sampleBars() chart.Bars {
	v := []float64{0.7834, 0.1365, 0.0504, 0.0297}
	return chart.Bars{Title: "How trials ended", X: chart.Axis{Label: "Share of rounds, %", Unit: chart.Percent}, Rows: []chart.Bar{
		{Label: "passed", Value: &v[0], Text: words.Frac(264, 337), Class: "v-pass"},
		{Label: "failed", Value: &v[1], Text: words.Frac(46, 337), Class: "v-fail"},
		{Label: "no answer", Value: &v[2], Text: words.Frac(17, 337), Class: "v-none"},
		{Label: "timeout", Value: &v[3], Class: "v-timeout"},
		{Label: "judge error"},
		{Label: "of kind multi_choice", Value: &v[0]},
	}}
}

func sampleHeat(rows int, diff bool) chart.Heatmap {
	r := sampleRandom()
	h := chart.Heatmap{Caption: fmt.Sprintf("Share of rounds passed: %d scenarios, %d systems", rows, 17), Corner: "Scenario", Label: "Passed, %", Diff: diff}
	if diff {
		h.Hi = 0.5
	}
	total := 0.78
	for k := range 17 {
		h.Cols = append(h.Cols, chart.HeatHead{Label: sampleSystems[k%10], Href: "/runs/x", Title: "the run"})
		h.Totals = append(h.Totals, chart.HeatCell{Value: &total, Href: "/runs/x"})
	}
	for i := range rows {
		row := chart.HeatRow{Label: fmt.Sprintf("hil_c%d", i+1), Href: "/b/clawarena/scenarios/x", Total: &chart.HeatCell{Value: &total, Href: "/x"}}
		if rows > 20 {
			row.Group = fmt.Sprintf("Domain %d", i/20+1)
		}
		for k := range 17 {
			v := min(1, max(0, 1-0.03*float64(k)-0.5*r.Float64()))
			if diff {
				v = v - 0.5
			}
			c := chart.HeatCell{Value: &v, Href: fmt.Sprintf("/x?%d.%d", i, k), Note: "27 of 33"}
			if r.IntN(20) == 0 {
				c = chart.HeatCell{Note: "no run"}
			}
			row.Cells = append(row.Cells, c)
		}
		h.Rows = append(h.Rows, row)
	}
	h.Grand = &chart.HeatCell{Value: &total}
	return h
}

func sampleFilter() ui.Filter {
	return ui.Filter{Action: "/b/clawarena", Clear: "/b/clawarena", Keep: []ui.Pair{{Name: "sort", Value: "crs"}}, Fields: []ui.Field{
		{Name: "framework", Label: "Framework", Kind: ui.Select, Choices: []ui.Choice{{Value: "", Label: "all"}, {Value: "openclaw", Label: "OpenClaw", Selected: true}}},
		{Name: "convention", Label: "Convention", Kind: ui.Select, Choices: []ui.Choice{{Value: "paper", Label: "paper (micro)"}, {Value: "report", Label: "report (macro)"}}},
		{Name: "q", Label: "Model", Kind: ui.Text, Hint: "any"},
		{Name: "complete", Label: "Complete runs only", Kind: ui.Checkbox, Value: "1", Checked: true},
	}}
}

func sampleHeaders() []ui.Header {
	list := []ui.Header{{Label: "System"}, {Label: "Rank", Num: true}}
	for _, name := range []string{"CRS", "TCR", "EC"} {
		list = append(list, ui.Header{Label: name, Unit: "%", Num: true, Href: "#", Title: "Sorts by " + name},
			ui.Header{Label: "Time", Unit: "min", Num: true, Href: "#"}, ui.Header{Label: "p", Num: true}, ui.Header{Label: "Passed", Num: true})
	}
	list[2].Dir = ui.Descending
	return list
}

func sampleEvidence(i int) results.Evidence {
	return []results.Evidence{results.Recomputed, results.Recomputed, results.Records, results.Published}[i/3]
}

// sampleForest has a row of each state: a leader and who ties with it, rows below,
// a printed figure, and one on either side of the scale.
func sampleForest() []chart.ForestRow {
	rows := []chart.ForestRow{{Group: "openclaw", GroupNote: "comparable with each other"}}
	for i, name := range sampleSystems[:6] {
		v := 0.79 - 0.03*float64(i)
		lo, hi := v-0.05, v+0.044
		rows = append(rows, chart.ForestRow{
			Name: name, Href: "#", Rank: words.Ranks(i+1, i+3), Value: words.Pct(&v), ValueHref: "#", Interval: words.Pct(&lo) + "–" + words.Pct(&hi), Last: words.Fixed(&v, 2),
			Estimate: chart.Estimate{Value: &v, Lo: &lo, Hi: &hi}, Tied: i < 3,
		})
	}
	rows[1].Tag, rows[2].Sub, rows[2].SubHref = "fewer records", "best of 3 runs", "#"
	rows[1].Said, rows[2].Said, rows[3].Said = "tied with the leader", "tied with the leader", "tied with the leader"
	rows[4].Peers = []float64{0.62, 0.66, 0.74}
	printed, off := 0.71, 0.31
	lo, hi := 0.27, 0.35
	return append(rows,
		chart.ForestRow{Group: "claude-code"},
		chart.ForestRow{Name: sampleSystems[8], Value: words.Pct(&printed), Interval: "printed", Last: words.NotRecorded, Estimate: chart.Estimate{Value: &printed, Hollow: true}},
		chart.ForestRow{Name: sampleSystems[9], Rank: "10", Value: words.Pct(&off), Interval: words.Pct(&lo) + "–" + words.Pct(&hi), Last: "0.00", Estimate: chart.Estimate{Value: &off, Lo: &lo, Hi: &hi}},
	)
}

func sampleChanges() []chart.ForestRow {
	var rows []chart.ForestRow
	for i, v := range []float64{0.12, 0.03, -0.09} {
		lo, hi, p := v-0.06, v+0.06, []float64{0.0021, 0.41, 0.012}[i]
		rows = append(rows, chart.ForestRow{
			Name: sampleSystems[i], Sub: "another harness", Value: words.Points(&v), Interval: words.Points(&lo) + " to " + words.Points(&hi), Last: words.PValue(&p),
			Estimate: chart.Estimate{Value: &v, Lo: &lo, Hi: &hi}, Verdict: []chart.Verdict{chart.Strong, chart.Quiet, chart.Strong}[i],
		})
	}
	return rows
}

// sampleRow is a scenario of the nth run; in the first each status occurs.
func sampleRow(n int) fingerprint.Row {
	r := rand.New(rand.NewPCG(7, uint64(n)))
	row := fingerprint.Row{Label: fmt.Sprintf("hil_c%d", n+1)}
	statuses := results.Statuses()
	for i := range 37 - 5*(n%4) {
		status := results.Passed
		if r.IntN(3) == 0 {
			status = results.Failed
		}
		if n == 0 && i < len(statuses) {
			status = statuses[i]
		}
		row.Cells = append(row.Cells, fingerprint.Cell{Label: fmt.Sprintf("q%d", i+1), Status: status, Href: fmt.Sprintf("#%d-q%d", n, i+1),
			Kind: []string{results.KindMultiChoice, results.KindExecCheck}[i%2], Update: i%9 == 4, Pref: i%7 == 3 || i == 13, Impossible: n == 0 && i == 20})
	}
	return row
}

func unlinked(row fingerprint.Row) fingerprint.Row {
	for i := range row.Cells {
		row.Cells[i].Href = ""
	}
	return row
}

// sampleScores is a row of tasks with a mean score.
func sampleScores() fingerprint.Row {
	row := fingerprint.Row{Label: "office", Noun: "task", Unordered: true}
	for i, v := range []float64{0, 0.2, 0.5, 0.8, 1} {
		c := fingerprint.Cell{Label: fmt.Sprintf("task %d", i+1), Status: results.Failed, Score: &v}
		if v == 1 {
			c.Status = results.Passed
		}
		row.Cells = append(row.Cells, c)
	}
	return row
}

func sampleRun() fingerprint.Run {
	run := fingerprint.Run{Name: "a sample"}
	for n := range 12 {
		run.Rows = append(run.Rows, unlinked(sampleRow(n)))
	}
	return run
}

// samplePairs are two runs that a test tells apart and two that it does not.
func samplePairs() []fingerprint.Pair {
	var list []fingerprint.Pair
	for n := range 2 {
		p := fingerprint.Pair{A: sampleRow(4), B: sampleRow(8), Separates: n == 0}
		for i := range min(len(p.A.Cells), len(p.B.Cells)) {
			a, b := p.A.Cells[i].Status == results.Passed, p.B.Cells[i].Status == results.Passed
			if a != b {
				p.Flips = append(p.Flips, fingerprint.Flip{At: i, OnlyA: a, Href: fmt.Sprintf("#flip-%d", i), Words: p.A.Cells[i].Label + ": one alone passed"})
			}
		}
		list = append(list, p)
	}
	return list
}

func sampleOutput(lines int) string {
	return strings.Repeat("drwxr-xr-x  2 root root 4096 Nov 21 09:33 a-rather-long-name-of-a-directory\n", lines)
}

// sampleSteps are steps as a transcript has them, laid out as a trial's page does.
func sampleSteps() []Step {
	at := func(s int64) *int64 { ms := 1_763_717_580_000 + 1000*s; return &ms }
	code := 1
	steps := []results.Step{
		{StepID: 1, Source: results.SourceUser, Timestamp: at(0), Message: "Please read the workspace and answer q7. 请在今天之前确认新的上下文。"},
		{StepID: 2, Source: results.SourceAgent, Timestamp: at(4), ModelName: "sample-1", Reasoning: "The files first.", Message: "I list the files.",
			ToolCalls:   []results.ToolCall{{ID: "c1", Name: "exec", Arguments: []byte(`{"command":"ls -la"}`)}},
			Observation: &results.Observation{Results: []results.Result{{CallID: "c1", Content: sampleOutput(40), Failed: true, ExitCode: &code}}}},
		{StepID: 3, Source: results.SourceAgent, Timestamp: at(190), ModelName: "sample-1", Message: "Done: bbox{A, C}"},
	}
	b := &stepBuilder{
		budget: budget{room: windowBudget, most: textMost}, calls: windowCalls, each: callAnswers, left: 24, start: at(0),
		href: func(int, ...string) string { return "#steps" }, window: func(int) string { return "#steps" }, media: func(results.Part) string { return "" },
	}
	return b.build(nil, steps)
}
