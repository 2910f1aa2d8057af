package tables

import (
	"encoding/json"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Columns of the files. about and unit become metadata. Optional texts are pointers, because parquet-go 0.32 writes some
// absent ones as empty.

// Run is a row of runs.parquet.
type Run struct {
	Run        string    `parquet:"run" about:"slug of the run"`
	Benchmark  string    `parquet:"benchmark,dict" about:"id of the benchmark"`
	Model      string    `parquet:"model,dict" about:"canonical id of the model"`
	ModelName  string    `parquet:"model_name,dict" about:"model as the records have it"`
	Framework  *string   `parquet:"framework,optional,dict" about:"agent that the model ran in"`
	Variant    *string   `parquet:"variant,optional,dict" about:"what sets the system apart"`
	Provider   *string   `parquet:"provider,optional,dict" about:"who served the model"`
	Evidence   string    `parquet:"evidence,dict" about:"recomputed: from records with traces; records: from verdicts alone"`
	Scripted   bool      `parquet:"scripted" about:"made by a scripted agent, not by a model"`
	Complete   bool      `parquet:"complete" about:"no expected task lacks a verdict"`
	Exclusions []string  `parquet:"objections,list" about:"kinds of what speaks against ranking it; empty if nothing does"`
	Expected   int32     `parquet:"expected" about:"trials that the dataset expects" unit:"trials"`
	Scored     int32     `parquet:"scored" about:"trials with a score" unit:"trials"`
	Passed     int32     `parquet:"passed" about:"trials with full marks" unit:"trials"`
	Failed     int32     `parquet:"failed" about:"trials with less" unit:"trials"`
	NoAnswer   int32     `parquet:"no_answer" about:"trials without an answer" unit:"trials"`
	Timeout    int32     `parquet:"timeout" about:"trials that ran out of time" unit:"trials"`
	Error      int32     `parquet:"error" about:"trials that a fault of agent, environment or judge ended" unit:"trials"`
	NotJudged  int32     `parquet:"not_judged" about:"trials that nothing judges" unit:"trials"`
	Missing    int32     `parquet:"missing" about:"expected trials without a record" unit:"trials"`
	Format     string    `parquet:"format,dict" about:"reader of its records"`
	Digest     string    `parquet:"digest" about:"SHA-256 over its records"`
	StartedAt  time.Time `parquet:"started_at,optional,timestamp(millisecond)" about:"start of its first trial" unit:"UTC"`
	FinishedAt time.Time `parquet:"finished_at,optional,timestamp(millisecond)" about:"end of its last trial" unit:"UTC"`
	IngestedAt time.Time `parquet:"ingested_at,timestamp(millisecond)" about:"when its records were read" unit:"UTC"`
}

func newRun(r *results.Run) Run {
	x := Run{Run: r.Slug, Benchmark: r.Benchmark, Model: r.System.Model, ModelName: r.ModelName, Framework: some(r.System.Framework),
		Variant: some(r.System.Variant), Provider: some(r.System.Provider),
		Evidence: string(r.Evidence), Scripted: r.Scripted, Complete: r.Complete, Exclusions: []string{}, Format: r.Format, Digest: r.Digest,
		StartedAt: instant(r.StartedAt), FinishedAt: instant(r.FinishedAt), IngestedAt: time.UnixMilli(r.IngestedAt).UTC()}
	n := &r.Counts
	x.Expected, x.Scored, x.Passed, x.Failed, x.NoAnswer = int32(n.Expected), int32(n.Scored), int32(n.Passed), int32(n.Failed),
		int32(n.NoAnswer)
	x.Timeout, x.Error, x.NotJudged, x.Missing = int32(n.Timeout), int32(n.Error), int32(n.NotJudged), int32(n.Missing)
	for _, o := range r.Exclusions {
		x.Exclusions = append(x.Exclusions, string(o.Kind))
	}
	return x
}

// Place says which trial a row is of.
type Place struct {
	Run      string `parquet:"run,dict" about:"slug of the run"`
	Scenario string `parquet:"scenario,dict" about:"slug of the scenario"`
	Task     string `parquet:"task,dict" about:"slug of the task"`
	Attempt  int32  `parquet:"attempt" about:"counted from 1"`
}

func placeOf(t *results.StoredTrial) Place {
	return Place{t.Run, t.Scenario, t.Task, int32(t.Attempt)}
}

// Trial is a row of trials.parquet.
type Trial struct {
	Place
	Benchmark   string    `parquet:"benchmark,dict" about:"id of the benchmark"`
	Model       string    `parquet:"model,dict" about:"canonical id of the model"`
	Framework   *string   `parquet:"framework,optional,dict" about:"agent that the model ran in"`
	Attempts    int32     `parquet:"attempts" about:"attempts that the row is the mean of; 1 for a single one" unit:"attempts"`
	Kind        string    `parquet:"kind,dict" about:"how the task is scored"`
	Status      string    `parquet:"status,dict" about:"passed, failed, no_answer, timeout, agent_error, infra_error, judge_error, not_judged or missing"`
	Score       *float64  `parquet:"score,optional" about:"null where nothing was scored" unit:"0 to 1"`
	Points      *float64  `parquet:"points,optional" about:"that a checker gave, where score is 1 if they are enough and else 0" unit:"0 to 1"`
	Selected    []string  `parquet:"selected,list" about:"labels that were chosen; empty where none were or there is no choice"`
	Gold        []string  `parquet:"gold,list" about:"labels that are correct; empty where there is no choice"`
	PrefPassed  *bool     `parquet:"pref_passed,optional" about:"whether the rule of the user was kept; not scored"`
	StartedAt   time.Time `parquet:"started_at,optional,timestamp(millisecond)" about:"start" unit:"UTC"`
	FinishedAt  time.Time `parquet:"finished_at,optional,timestamp(millisecond)" about:"end" unit:"UTC"`
	DurationMS  *int64    `parquet:"duration_ms,optional" about:"by the clock" unit:"ms"`
	AgentMS     *int64    `parquet:"agent_ms,optional" about:"of the agent alone" unit:"ms"`
	Input       *int64    `parquet:"tokens_input,optional" about:"read" unit:"tokens"`
	Output      *int64    `parquet:"tokens_output,optional" about:"written" unit:"tokens"`
	CacheRead   *int64    `parquet:"tokens_cache_read,optional" about:"read from the cache of the provider" unit:"tokens"`
	CacheWrite  *int64    `parquet:"tokens_cache_write,optional" about:"written to it" unit:"tokens"`
	Total       *int64    `parquet:"tokens_total,optional" about:"as recorded" unit:"tokens"`
	CostUSD     *float64  `parquet:"cost_usd,optional" about:"as recorded, never computed" unit:"US dollars"`
	Steps       *int      `parquet:"steps,optional" about:"of the trace" unit:"steps"`
	ToolCalls   *int      `parquet:"tool_calls,optional" about:"of the trace" unit:"calls"`
	FailedCalls *int      `parquet:"failed_calls,optional" about:"of them" unit:"calls"`
}

func newTrial(r *results.Run, t *results.StoredTrial) Trial {
	u := &t.Usage
	return Trial{Place: placeOf(t), Benchmark: r.Benchmark, Model: r.System.Model, Framework: some(r.System.Framework),
		Attempts: int32(t.Attempts), Kind: t.Kind, Status: string(t.Status), Score: t.Score, Points: t.Points,
		Selected: t.Selected, Gold: t.Gold, PrefPassed: t.PrefPassed,
		StartedAt: instant(t.StartedAt), FinishedAt: instant(t.FinishedAt), DurationMS: t.DurationMS, AgentMS: t.AgentMS,
		Input: u.Input, Output: u.Output, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite, Total: u.Total, CostUSD: u.CostUSD,
		Steps: t.Traced(t.StepsTotal), ToolCalls: t.Traced(t.ToolCalls), FailedCalls: t.Traced(t.FailedCalls)}
}

// Check is a row of checks.parquet.
type Check struct {
	Place
	Ordinal int32   `parquet:"ordinal" about:"place in the record, from 1"`
	ID      string  `parquet:"check,dict" about:"as the record names it"`
	Day     *string `parquet:"day,optional,dict" about:"stage at which it is made"`
	Weight  float64 `parquet:"weight" about:"among the checks of the trial" unit:"weight"`
	RedLine bool    `parquet:"red_line" about:"failing it is a breach and not a missing point"`
	Passed  *bool   `parquet:"passed,optional" about:"null if it was not evaluated"`
	Detail  *string `parquet:"detail,optional" about:"what the checker wrote"`
}

// Step is a row of steps.parquet. JSON is text, because parquet-go 0.32 fails on optional JSON values.
type Step struct {
	Place
	Step        int32     `parquet:"step" about:"number in the trace, from 1"`
	Source      string    `parquet:"source,dict" about:"user, agent or system"`
	Event       *string   `parquet:"event,optional,dict" about:"what it is beside a message"`
	Agent       *string   `parquet:"agent,optional,dict" about:"path of the sub-agent; null: the main one"`
	Day         *string   `parquet:"day,optional,dict" about:"stage of the benchmark"`
	Timestamp   time.Time `parquet:"timestamp,optional,timestamp(millisecond)" about:"as recorded" unit:"UTC"`
	Model       *string   `parquet:"model_name,optional,dict" about:"as the step has it"`
	Message     *string   `parquet:"message,optional" about:"text of the message"`
	Reasoning   *string   `parquet:"reasoning,optional" about:"text of the reasoning"`
	Tools       []string  `parquet:"tools,list" about:"names of the tools that it calls, in order"`
	Calls       *string   `parquet:"tool_calls,optional" about:"calls with their arguments, as in the API, JSON"`
	Observation *string   `parquet:"observation,optional" about:"results of the calls, as in the API, JSON"`
	Failed      int32     `parquet:"failed_calls" about:"calls that failed" unit:"calls"`
	TokensIn    *int64    `parquet:"tokens_in,optional" about:"read" unit:"tokens"`
	TokensOut   *int64    `parquet:"tokens_out,optional" about:"written" unit:"tokens"`
	CostUSD     *float64  `parquet:"cost_usd,optional" about:"as recorded" unit:"US dollars"`
}

func newStep(at Place, row *results.StepRow, s *results.Step) (Step, error) {
	x := Step{Place: at, Step: int32(row.StepID), Source: s.Source, Event: some(s.Event), Agent: some(s.Agent), Day: some(s.Day),
		Timestamp: instant(s.Timestamp), Model: some(s.ModelName),
		Message: some(s.Message), Reasoning: some(s.Reasoning), Failed: int32(row.Failed), TokensIn: row.TokensIn,
		TokensOut: row.TokensOut, Tools: []string{}}
	for i := range s.ToolCalls {
		x.Tools = append(x.Tools, s.ToolCalls[i].Name)
	}
	if m := s.Metrics; m != nil {
		x.CostUSD = m.CostUSD
	}
	if len(s.ToolCalls) > 0 {
		doc, err := json.Marshal(s.ToolCalls)
		if err != nil {
			return x, err
		}
		x.Calls = some(string(doc))
	}
	if s.Observation != nil {
		doc, err := json.Marshal(s.Observation)
		if err != nil {
			return x, err
		}
		x.Observation = some(string(doc))
	}
	return x, nil
}

// some is a text that may be empty; nil, which is written as null, where it is.
func some(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// instant is a time, the zero time where none is known, which is written as null.
func instant(ms *int64) time.Time {
	if ms == nil {
		return time.Time{}
	}
	return time.UnixMilli(*ms).UTC()
}
