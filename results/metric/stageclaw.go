package metric

import "github.com/clawatlas/clawatlas/results"

// stageClaw returns the metrics that only STAGE-Claw defines.
func stageClaw() []Metric {
	family := []results.Scoring{results.ScoringStageClaw}
	const table = "arXiv 2606.10394, Table 2"
	return []Metric{
		{Key: "first_pass", Label: "First-Pass", Name: "First-Pass", Note: "tasks with a score above 60 in the first round",
			Counted: "tasks with more than 60 of 100 points", Over: "tasks", Formula: "tasks with more than 60 points / tasks",
			Unit: Percent, Digits: 2, Scoring: family, Source: table},
		{Key: "time_s", Label: "Time", Name: "Time", Note: "mean time of a task", Counted: "seconds of all tasks", Over: "tasks",
			Unit: Seconds, Digits: 1,
			Low: true, Scoring: family, Source: table},
		{Key: "tokens_m", Label: "Tokens", Name: "Tokens", Note: "mean tokens of a task", Counted: "tokens of all tasks, in millions",
			Over: "tasks", Unit: Million,
			Digits: 3, Low: true, Scoring: family, Source: table},
		{Key: "cost_usd", Label: "Cost", Name: "Cost", Note: "mean cost of a task", Counted: "cost of all tasks", Over: "tasks",
			Unit: Dollars, Digits: 2,
			Low: true, Scoring: family, Source: table},
	}
}

// spending returns the cost metrics of a whole run and the number of tool calls. STAGE-Claw reports
// tool calls per task, ClawMark for all tasks.
func spending() []Metric {
	mark := []results.Scoring{results.ScoringClawMark}
	const table = "arXiv 2604.23781, Table 3"
	return []Metric{
		{Key: "tool_calls", Label: "Tool calls", Name: "Tool calls",
			Note: "mean or total number of tool calls, as the source counts", Unit: Number, Digits: 1, Low: true,
			Scoring: []results.Scoring{results.ScoringClawMark, results.ScoringStageClaw}, Source: "arXiv 2606.10394, Table 2; " + table},
		{Key: "tokens_in_m", Label: "Input tokens", Name: "Input tokens", Note: "input and cached tokens of all tasks",
			Unit: Million, Digits: 1, Low: true, Scoring: mark, Source: table},
		{Key: "tokens_out_m", Label: "Output tokens", Name: "Output tokens", Note: "output tokens of all tasks",
			Unit: Million, Digits: 2, Low: true, Scoring: mark, Source: table},
		{Key: "wall_hours", Label: "Wall time", Name: "Wall time", Note: "wall time of all tasks", Unit: Hours,
			Digits: 1, Low: true, Scoring: mark, Source: table},
	}
}
