package main

// What neither the routes nor the types say.

// slug is how the parts of an address are written.
const slug = `^[a-z0-9][a-z0-9._-]*$`

// summary is what an operation is called.
type summary struct {
	id, tag, summary string
	needs            []string // parameters that it cannot do without
}

// summaries is by path below /api/v1.
var summaries = map[string]summary{
	"/benchmarks": {"benchmarks", "Benchmarks", "All benchmarks.", nil},
	"/benchmarks/{benchmark}/leaderboard": {"leaderboard", "Benchmarks",
		"The leaderboard. Ranks, intervals and classes are those of the whole board, whatever is filtered.", nil},
	"/benchmarks/{benchmark}/heatmap": {"heatmap", "Benchmarks", "Scenario or task by system.", nil},
	"/benchmarks/{benchmark}/days": {"days", "Benchmarks",
		"Day by day: a series for each system and kind of task, and the effect of updates.", nil},
	"/benchmarks/{benchmark}/world": {"world", "Benchmarks",
		"What updates change in front of the agents, and how these are told.", nil},
	"/benchmarks/{benchmark}/world/scenarios/{scenario}": {"worldScenario", "Benchmarks", "What updates change in one scenario, with the differences; and how one run or two went through them: looks, beliefs, verdicts.", nil},
	"/benchmarks/{benchmark}/reasons":                    {"reasons", "Benchmarks", "Why trials did not pass: systems by kinds of reasons.", nil},
	"/benchmarks/{benchmark}/cases":                      {"cases", "Benchmarks", "Case studies, written and mined.", nil},
	"/benchmarks/{benchmark}/tasks": {"tasks", "Benchmarks",
		"All tasks with pass rates, discrimination and doubts.", nil},
	"/benchmarks/{benchmark}/matrix":                      {"matrix", "Benchmarks", "Frameworks by models, ablations, controlled pairs.", nil},
	"/benchmarks/{benchmark}/scenarios/{scenario}":        {"scenario", "Benchmarks", "One scenario: every verdict.", nil},
	"/benchmarks/{benchmark}/scenarios/{scenario}/{task}": {"task", "Benchmarks", "One task and what every run did with it.", nil},
	"/runs": {"runs", "Runs", "Runs with records, the newest first.", nil},
	"/runs/{run}": {"run", "Runs",
		"One run. metrics and scenarios follow the convention, conventions has all.", nil},
	"/changes": {"changes", "Site",
		"What was added, replaced, rescored, withdrawn and removed, the newest first.", nil},
	"/sources":                            {"sources", "Site", "The public sources of runs that can be read by one command, with what this site has of each.", nil},
	"/runs/{run}/{scenario}/{task}/files": {"trialFiles", "Runs", "The files of one trial with their versions.", nil},
	"/runs/{run}/{scenario}/{task}/screens": {"trialScreens", "Runs",
		"What the terminal of one trial showed, from a recording of it: a window of screens with their times.", nil},
	"/runs/{run}/{scenario}/{task}": {"trial", "Runs", "One trial with a window of its steps.", nil},
	"/compare":                      {"compare", "Comparison", "Two runs, paired by task; or three to ten, each against each.", nil},
	"/compare/{scenario}/{task}": {"compareTrials", "Comparison", "Two trials of a task, their traces aligned.",
		[]string{"a", "b"}},
	"/search":         {"search", "Search", "Full text over the steps of all traces.", []string{"q"}},
	"/models":         {"models", "Models", "Models with a run or a published figure.", nil},
	"/models/{model}": {"model", "Models", "One model in every benchmark.", nil},
	"/findings": {"findings", "Findings",
		"What the data say unasked: every computed finding that holds now.", nil},
}

// eitherNames names the answers that have one of several shapes, by operation.
var eitherNames = map[string]string{"compare": "CompareAnswer"}

// meanings describes the parameters, by name, or by operation and name where one
// operation takes it otherwise; those of the path stand in braces.
var meanings = map[string]string{
	"a":                 "Run slug. Instead of a and b runs can be named by run.",
	"compareTrials a":   "Run slug.",
	"all":               "1 adds the runs that newer records of their system replace.",
	"attempt":           "Attempt, from 1.",
	"recording":         "Number of the recording, from 1.",
	"at":                "Time in seconds from the beginning of the recording; the window that has it is answered.",
	"search attempt":    "Only this attempt.",
	"attempt_a":         "Attempt of A; the first if absent.",
	"attempt_b":         "Attempt of B.",
	"b":                 "Run slug.",
	"benchmark":         "Only runs of this benchmark.",
	"changes benchmark": "Only changes in this benchmark.",
	"search benchmark":  "Only this benchmark.",
	"models benchmark":  "Only models of this benchmark.",
	"block":             "Block of what stands side by side, counted from 1. Sums, means and ranks are over all blocks.",
	"by":                "Rows: scenarios or single tasks.",
	"columns":           "Order of the systems.",
	"convention":        "How scores are aggregated; ClawArena has paper (the default), report and scenario.",
	"day":               "A day whose point is meant, together with run.",
	"changes day":       "Only changes of this day, an ISO date in UTC.",
	"dimension":         "Only written cases of this dimension.",
	"dir":               "Direction of the order.",
	"evidence":          "Only rows with this evidence.",
	"failed":            "1: only steps with a failed call.",
	"fix":               "What is held still.",
	"format":            "json, or csv or parquet for a redirect to the same table in that form.",
	"framework":         "Only systems in this framework.",
	"from":              "First step of the window, from 1.",
	"group":             "Only rows of this group of comparable systems.",
	"kind":              "Only tasks of this kind.",
	"days kind":         "Only this kind of task.",
	"changes kind":      "Only changes of this kind.",
	"compare kind":      "List only tasks of this kind.",
	"label":             "Only cases with trials that carry this label.",
	"limit":             "Rows per answer, at most 1000.",
	"trial limit":       "Steps in the window.",
	"metric":            "Metric key; the headline metric if absent.",
	"mode":              "Only cases of this failure mode.",
	"model":             "Only cases that this model shows.",
	"runs model":        "Only runs of this model, by any of its names.",
	"offset":            "Rows to leave out.",
	"search offset":     "Hits to leave out.",
	"page":              "Page of a long list, counted from 1; 100 rows, or 50 systems.",
	"phase":             "List only tasks of this phase: before or after the first update, or right after one.",
	"sweeps":            "Compare the runs alone; else each run that is one of several sweeps of its system stands for all of them.",
	"q":                 "Only systems with this text in their name.",
	"search q":          "Words, \"phrases\", prefix* and filters such as tool:exec.",
	"reason":            "Only tasks with this reason for doubt.",
	"role":              "Only steps of this source.",
	"run":               "Only this run.",
	"days run":          "A run whose point is meant, together with day.",
	"changes run":       "Only changes of this run.",
	"compare run":       "A run to compare; repeated for each.",
	"worldScenario run": "A run to lay out over the updates; two at most.",
	"worldScenario a":   "The first of two runs.",
	"worldScenario b":   "The second of two runs.",
	"scenario":          "Only this scenario.",
	"compare scenario":  "List only tasks of this scenario.",
	"show":              "Which tasks.",
	"compare show":      "Which tasks flips lists: where the verdicts differ, or others.",
	"sort":              "rank, name or a metric key, best first; a leading minus turns the order round. Runs that are not ranked stay last.",
	"heatmap sort":      "Order of the rows.",
	"tasks sort":        "Order.",
	"search sort":       "Order of the hits.",
	"source":            "Source of published figures to show in place of the runs.",
	"status":            "Only tasks with a trial of this status.",
	"search status":     "Only trials of this status.",
	"systems":           "all shows also systems without any number.",
	"task":              "Only this task.",
	"tool":              "Only steps that call this tool.",
	"as_of":             "ISO date: the leaderboard as it stood on that day.",
	"without":           "doubtful leaves out the tasks that no answer can pass: ranks, intervals and classes are computed over the others.",
	"{benchmark}":       "Benchmark id.",
	"{model}":           "Model id. Other names of a model lead to it by a redirect.",
	"{run}":             "Run slug.",
	"{scenario}":        "Scenario slug.",
	"{task}":            "Task slug.",
}

// faultWords describes the answers to faults.
var faultWords = map[string]string{
	"BadRequest": "A value in the URL cannot be used.",
	"NotFound":   "There is no such thing.",
	"ReadOnly":   "Only GET, HEAD and OPTIONS are answered.",
	"TooMany":    "Too many requests from one reader, an IPv4 address or an IPv6 /64; Retry-After says when to come back.",
	"Fault":      "A fault on our side.",
	"TooLong":    "The answer took too long to compute (code timeout), or too many are being computed (code busy); Retry-After says when to come back.",
}

var info = object{
	"title": "ClawAtlas", "version": "1", "summary": "Leaderboards and traces of agent benchmarks.",
	"description": "Scores are fractions from 0 to 1. What a record does not state is null, never zero. Within version 1 keys are added and never renamed, removed or given another meaning: clients ignore those that they do not know. Lists are windowed by limit and offset, say how many there are in total, and link the next and the previous page in the header Link. Every answer has an ETag. Scripts of any site may read answers, without credentials.",
	"license":     object{"name": "MIT", "identifier": "MIT"},
}

var tags = []object{
	{"name": "Benchmarks", "description": "A benchmark and what is computed over its runs."},
	{"name": "Runs", "description": "Runs, their trials and steps."},
	{"name": "Models", "description": "Models over all benchmarks."},
	{"name": "Comparison", "description": "Runs and trials side by side."},
	{"name": "Search", "description": "Full text over traces."},
	{"name": "Cases", "description": "Case studies."},
	{"name": "Findings", "description": "What the data say unasked."},
	{"name": "Site", "description": "The program, its documentation and what changed in the database."},
}

// errorShape is the answer to every fault.
var errorShape = object{
	"type": "object", "description": "A fault.", "required": []string{"error"},
	"properties": object{"error": object{"type": "object", "required": []string{"code", "message"}, "description": "What is wrong.",
		"properties": object{
			"code":    object{"type": "string", "description": "One word for programs."},
			"message": object{"type": "string", "description": "A sentence for people."},
		}}},
}

// names are the names of shapes that are not those of their types, by package
// and type. Clients are generated with them, so that they outlive a new name of
// the type; others would say too little outside their package.
var names = map[string]string{
	"align.Kind":                "AlignedRelation",
	"compare.Endpoints":         "EndpointsRelation",
	"compare.Relation":          "FlipRelation",
	"compare.Verdict":           "CompareVerdict",
	"days.Count":                "KOfN",
	"days.Drop":                 "DayDrop",
	"days.Estimator":            "DayEstimator",
	"days.Head":                 "DayHead",
	"days.Step":                 "DayStep",
	"pairs.Factor":              "Factor",
	"report.Addition":           "Ablation",
	"report.AdditionEffect":     "Delta",
	"report.BenchmarkRow":       "Benchmark",
	"report.Board":              "Leaderboard",
	"report.ChangeLog":          "Changes",
	"report.ControlledPair":     "Pair",
	"report.HeatmapCell":        "HeatCell",
	"report.HeatmapMeans":       "HeatMeans",
	"report.HeatmapRow":         "HeatRow",
	"report.HeatmapSystem":      "HeatSystem",
	"report.NotSolved":          "Worst",
	"report.Placement":          "Place",
	"report.FigureSeries":       "Repeated",
	"report.RunMatrix":          "CompareMatrix",
	"report.RunPair":            "MatrixPair",
	"report.RunSource":          "Source",
	"report.Scenario":           "ScenarioAnswer",
	"report.SearchHit":          "Hit",
	"report.SolvedTasks":        "Solved",
	"report.TaskCause":          "Cause",
	"report.TaskCheck":          "CheckRow",
	"report.TaskDiscrimination": "Discrimination",
	"report.TaskFeedback":       "TaskTold",
	"report.TrialOutcome":       "Outcome",
	"report.UnsolvedTask":       "WorstTask",
	"results.MetricValue":       "Metric",
	"results.PublishedValue":    "Published",
	"search.Order":              "SearchOrder",
}
