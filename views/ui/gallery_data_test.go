package ui_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

func galleryMeta(wide bool) ui.Meta {
	return ui.Meta{
		Title: "Gallery", Description: "All parts of the design.", Path: "/gallery",
		JSONPath: "/api/v1/benchmarks", CSVPath: "/b/clawarena?format=csv", Nav: ui.NavBenchmarks, Version: "v0.1.0",
		Crumbs: []ui.Crumb{{Label: "Benchmarks", Href: "/"}, {Label: "ClawArena v2", Href: "/b/clawarena"}, {Label: "Gallery"}},
		Wide:   wide, Scripted: !wide,
	}
}

var gallerySystems = []string{"gpt-5.5 / openclaw", "gemma-4-31b-it / openclaw", "claude-opus-4.7 / claude-code", "通义千问 qwen3.6-235b-a22b-thinking / hermes-agent", "kimi-k2.6 / openclaw", "deepseek-v4 / openclaw", "glm-5.1 / openclaw", "minimax-m3 / picoclaw", "gemini-3.1-pro / openclaw", "mistral-large-4 / nanobot"}

func galleryRandom() *rand.Rand { return rand.New(rand.NewPCG(7, 7)) }

func galleryLines() chart.Lines {
	r := galleryRandom()
	c := chart.Lines{Title: "Score by day", Desc: "Ten systems over nine update phases.", XLabel: "Update phase", Y: chart.Axis{Label: "Rounds passed, %", Unit: chart.Percent},
		Updates: []chart.Vertical{{At: 1, Label: "new spec"}, {At: 4, Label: "HR policy replaced"}, {At: 5, Label: "log appended"}}}
	for d := range 9 {
		c.X = append(c.X, fmt.Sprintf("phase %d", d))
	}
	for i, name := range gallerySystems {
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

func galleryScatter() chart.Scatter {
	r := galleryRandom()
	c := chart.Scatter{Title: "Score against cost", Desc: "Cost on a logarithmic axis.", X: chart.Axis{Label: "Cost per task, USD (log)", Log: true}, Y: chart.Axis{Label: "Score, %", Unit: chart.Percent}, MoreIsWorse: true}
	for i, name := range gallerySystems {
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

// galleryRow is one system of the board.
type galleryRow struct {
	Label         string
	Value, Lo, Hi *float64
	Tie           bool // the first of a tie class
	Printed       bool
}

func galleryRows() []galleryRow {
	var list []galleryRow
	for i, name := range gallerySystems {
		v := 0.79 - 0.031*float64(i)
		lo, hi := v-0.05, v+0.044
		row := galleryRow{Label: name, Value: &v, Lo: &lo, Hi: &hi, Tie: i == 0 || i == 3 || i == 7}
		if i > 7 {
			row.Lo, row.Hi, row.Printed = nil, nil, true
		}
		list = append(list, row)
	}
	return list
}

func galleryBars() chart.Bars {
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

func galleryHeat(rows int, diff bool) chart.Heatmap {
	r := galleryRandom()
	h := chart.Heatmap{Caption: fmt.Sprintf("Share of rounds passed: %d scenarios, %d systems", rows, 17), Corner: "Scenario", Label: "Passed, %", Diff: diff}
	if diff {
		h.Hi = 0.5
	}
	total := 0.78
	for k := range 17 {
		h.Cols = append(h.Cols, chart.HeatHead{Label: gallerySystems[k%10], Href: "/runs/x", Title: "the run"})
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

func galleryStrip() fingerprint.Row {
	r := galleryRandom()
	s := fingerprint.Row{Label: "gpt-5.5, hil_c7"}
	for i := range 37 {
		status := results.Passed
		if r.IntN(3) == 0 {
			status = results.Statuses()[1+max(0, r.IntN(14)-7)]
		}
		s.Cells = append(s.Cells, fingerprint.Cell{Label: fmt.Sprintf("q%d", i+1), Status: status, Href: fmt.Sprintf("/runs/x/hil_c7/q%d", i+1), Update: i%9 == 4, Pref: i%7 == 3 || i == 13})
	}
	return s
}
