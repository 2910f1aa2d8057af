package views

import (
	"strings"

	"github.com/clawatlas/clawatlas/views/ui"
)

// MetricInfo is how a metric is called and written.
type MetricInfo struct {
	Key    string
	Label  string // head of its column
	Name   string // what the label stands for
	Unit   string // of the numbers as they are shown: %, s, million, US$, or nothing
	Digits int    // after the point, as shown
	Low    bool   // less is better
}

// Percent reports whether the metric is a fraction from 0 to 1, shown times 100.
func (m MetricInfo) Percent() bool { return m.Unit == "%" }

// Show writes a value of the metric without its unit.
func (m MetricInfo) Show(v *float64) string {
	if m.Percent() {
		return ui.Pct(v)
	}
	return ui.Fixed(v, m.Digits)
}

// MetricOf describes a metric by its key. A key that nobody has described is a
// percentage under its own name.
func MetricOf(key string) MetricInfo {
	m := metricInfos()[key]
	m.Key = key
	if m.Label == "" {
		m.Label = metricKeyLabel(key)
		m.Name = m.Label
	}
	if m.Unit == "" {
		m.Unit = "%"
	} else if m.Unit == plainUnit {
		m.Unit = ""
	}
	return m
}

// plainUnit marks a metric that is a bare number; an empty unit is a percentage.
const plainUnit = "number"

func metricKeyLabel(key string) string {
	key = strings.Replace(key, "pass_at_", "pass@", 1)
	key = strings.Replace(key, "pass_hat_", "pass^", 1)
	return strings.ReplaceAll(key, "_", " ")
}

func metricInfos() map[string]MetricInfo {
	return map[string]MetricInfo{
		"crs":        {Label: "CRS", Name: "composite reliability score: mean of TCR and Robustness"},
		"tcr":        {Label: "TCR", Name: "task completion rate: passed rounds"},
		"mc":         {Label: "MC", Name: "passed multiple-choice rounds"},
		"ec":         {Label: "EC", Name: "passed rounds that a script checks"},
		"robustness": {Label: "Robust.", Name: "Robustness: SC times FD"},
		"sc":         {Label: "SC", Name: "success consistency: how far successes stand together"},
		"fd":         {Label: "FD", Name: "failure dispersion: how far failures stand apart"},

		"score":        {Label: "Score", Name: "mean score of the tasks"},
		"task_success": {Label: "Task success", Name: "tasks with every check passed"},
		"redline_fail": {Label: "Red-line fail", Name: "failed of the evaluated red-line checks; less is better", Low: true},

		"avg":       {Label: "Avg", Name: "mean over tasks of the mean reward of their attempts"},
		"best":      {Label: "Best", Name: "mean over tasks of their best attempt"},
		"pass_rate": {Label: "Pass rate", Name: "attempts with full reward"},
		"easy":      {Label: "Easy", Name: "Avg over easy tasks"},
		"medium":    {Label: "Medium", Name: "Avg over medium tasks"},
		"hard":      {Label: "Hard", Name: "Avg over hard tasks"},
		"A1":        {Label: "A1", Name: "Avg over tasks with factor A1, cross-service dependency"},
		"A2":        {Label: "A2", Name: "Avg over tasks with factor A2, contaminated initial state"},
		"B1":        {Label: "B1", Name: "Avg over tasks with factor B1, implicit goal resolution"},
		"B2":        {Label: "B2", Name: "Avg over tasks with factor B2, knowledge system maintenance"},
		"C1":        {Label: "C1", Name: "Avg over tasks with factor C1, environmental state invalidation"},
		"C2":        {Label: "C2", Name: "Avg over tasks with factor C2, outcome verification under altered state"},

		"first_pass":   {Label: "First pass", Name: "tasks with a score above 60 in the first run"},
		"time_s":       {Label: "Time", Name: "mean time of a task; less is better", Unit: "s", Digits: 1, Low: true},
		"tokens_m":     {Label: "Tokens", Name: "mean tokens of a task; less is better", Unit: "million", Digits: 3, Low: true},
		"tokens_in_m":  {Label: "Input tokens", Name: "input tokens of all tasks; less is better", Unit: "million", Digits: 1, Low: true},
		"tokens_out_m": {Label: "Output tokens", Name: "output tokens of all tasks; less is better", Unit: "million", Digits: 2, Low: true},
		"cost_usd":     {Label: "Cost", Name: "mean cost of a task; less is better", Unit: "US$", Digits: 2, Low: true},
		"tool_calls":   {Label: "Tool calls", Name: "mean or total number of tool calls, as the source counts; less is better", Unit: plainUnit, Digits: 1, Low: true},
		"wall_hours":   {Label: "Wall time", Name: "wall time of all tasks; less is better", Unit: "hours", Digits: 1, Low: true},
	}
}
