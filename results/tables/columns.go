package tables

import (
	"encoding/json"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Columns of the Parquet files. The struct tags "about" and "unit" become metadata of a column.
// Optional texts are pointers, because parquet-go 0.32 writes some missing ones as empty texts.

// Run is a row of runs.parquet.
type Run struct {
	Run        string    `parquet:"run" about:"slug of the run"`
	Benchmark  string    `parquet:"benchmark,dict" about:"id of the benchmark"`
	Model      string    `parquet:"model,dict" about:"canonical id of the model"`
	ModelName  string    `parquet:"model_name,dict" about:"model name as recorded"`
	Framework  *string   `parquet:"framework,optional,dict" about:"harness id; null if not recorded"`
	Variant    *string   `parquet:"variant,optional,dict" about:"difference from the plain system; null if none"`
	Provider   *string   `parquet:"provider,optional,dict" about:"model provider; null if not recorded"`
	Evidence   string    `parquet:"evidence,dict" about:"recomputed (scored from traces) or records (scored from verdicts)"`
	Scripted   bool      `parquet:"scripted" about:"true if a scripted agent, not a model, made the run"`
	Complete   bool      `parquet:"complete" about:"true if every expected task has a verdict"`
	Exclusions []string  `parquet:"objections,list" about:"kinds of reasons why the run is not ranked; empty if none"`
	Expected   int32     `parquet:"expected" about:"number of trials that the dataset expects" unit:"trials"`
	Scored     int32     `parquet:"scored" about:"number of trials with a score" unit:"trials"`
	Passed     int32     `parquet:"passed" about:"number of trials with full marks" unit:"trials"`
	Failed     int32     `parquet:"failed" about:"number of trials scored below full marks" unit:"trials"`
	NoAnswer   int32     `parquet:"no_answer" about:"number of trials without an answer" unit:"trials"`
	Timeout    int32     `parquet:"timeout" about:"number of trials that ran out of time" unit:"trials"`
	Error      int32     `parquet:"error" about:"number of trials ended by an error of the agent, environment or judge" unit:"trials"`
	NotJudged  int32     `parquet:"not_judged" about:"number of trials without a judge" unit:"trials"`
	Missing    int32     `parquet:"missing" about:"number of expected trials without a record" unit:"trials"`
	Format     string    `parquet:"format,dict" about:"format of the records"`
	Digest     string    `parquet:"digest" about:"SHA-256 of the records"`
	StartedAt  time.Time `parquet:"started_at,optional,timestamp(millisecond)" about:"start of the first trial; null if not recorded" unit:"UTC"`
	FinishedAt time.Time `parquet:"finished_at,optional,timestamp(millisecond)" about:"end of the last trial; null if not recorded" unit:"UTC"`
	IngestedAt time.Time `parquet:"ingested_at,timestamp(millisecond)" about:"time of the import" unit:"UTC"`
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

// Place holds the columns that identify the trial to which a row belongs.
type Place struct {
	Run      string `parquet:"run,dict" about:"slug of the run"`
	Scenario string `parquet:"scenario,dict" about:"slug of the scenario"`
	Task     string `parquet:"task,dict" about:"slug of the task"`
	Attempt  int32  `parquet:"attempt" about:"attempt number, from 1"`
}

func placeOf(t *results.StoredTrial) Place {
	return Place{t.Run, t.Scenario, t.Task, int32(t.Attempt)}
}

// Trial is a row of trials.parquet.
type Trial struct {
	Place
	Benchmark   string    `parquet:"benchmark,dict" about:"id of the benchmark"`
	Model       string    `parquet:"model,dict" about:"canonical id of the model"`
	Framework   *string   `parquet:"framework,optional,dict" about:"harness id; null if not recorded"`
	Attempts    int32     `parquet:"attempts" about:"number of attempts averaged in the row; 1 for a single trial" unit:"attempts"`
	Kind        string    `parquet:"kind,dict" about:"kind of task, which determines the scoring"`
	Status      string    `parquet:"status,dict" about:"passed, failed, no_answer, timeout, agent_error, infra_error, judge_error, not_judged or missing"`
	Score       *float64  `parquet:"score,optional" about:"score; null if not scored" unit:"0 to 1"`
	Points      *float64  `parquet:"points,optional" about:"share of the checker's points, if score is 1 above a threshold and 0 below; otherwise null" unit:"0 to 1"`
	Selected    []string  `parquet:"selected,list" about:"labels of the selected options; empty if none were selected or the task has no options"`
	Gold        []string  `parquet:"gold,list" about:"labels of the correct options; empty if the task has no options"`
	PrefPassed  *bool     `parquet:"pref_passed,optional" about:"true if the user's preference rule was kept; not scored; null if not checked"`
	StartedAt   time.Time `parquet:"started_at,optional,timestamp(millisecond)" about:"start; null if not recorded" unit:"UTC"`
	FinishedAt  time.Time `parquet:"finished_at,optional,timestamp(millisecond)" about:"end; null if not recorded" unit:"UTC"`
	DurationMS  *int64    `parquet:"duration_ms,optional" about:"wall-clock time; null if not recorded" unit:"ms"`
	AgentMS     *int64    `parquet:"agent_ms,optional" about:"time spent by the agent; null if not recorded" unit:"ms"`
	Input       *int64    `parquet:"tokens_input,optional" about:"input tokens; null if not recorded" unit:"tokens"`
	Output      *int64    `parquet:"tokens_output,optional" about:"output tokens; null if not recorded" unit:"tokens"`
	CacheRead   *int64    `parquet:"tokens_cache_read,optional" about:"tokens read from the provider's cache; null if not recorded" unit:"tokens"`
	CacheWrite  *int64    `parquet:"tokens_cache_write,optional" about:"tokens written to the provider's cache; null if not recorded" unit:"tokens"`
	Total       *int64    `parquet:"tokens_total,optional" about:"recorded total; null if not recorded" unit:"tokens"`
	CostUSD     *float64  `parquet:"cost_usd,optional" about:"recorded cost, never estimated; null if not recorded" unit:"US dollars"`
	Steps       *int      `parquet:"steps,optional" about:"number of steps in the trace; null without a trace" unit:"steps"`
	ToolCalls   *int      `parquet:"tool_calls,optional" about:"number of tool calls in the trace; null without a trace" unit:"calls"`
	FailedCalls *int      `parquet:"failed_calls,optional" about:"number of failed tool calls; null without a trace" unit:"calls"`
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
	Ordinal int32   `parquet:"ordinal" about:"position in the record, from 1"`
	ID      string  `parquet:"check,dict" about:"check id as recorded"`
	Day     *string `parquet:"day,optional,dict" about:"id of the stage at which the check is made; null if none"`
	Weight  float64 `parquet:"weight" about:"weight of the check, relative to the sum over the trial's checks" unit:"weight"`
	RedLine bool    `parquet:"red_line" about:"true if failing the check is a violation rather than a missed point"`
	Passed  *bool   `parquet:"passed,optional" about:"true if the check passed; null if it was not evaluated"`
	Detail  *string `parquet:"detail,optional" about:"message of the checker; null if none"`
}

// Step is a row of steps.parquet. Its JSON columns have type text, because parquet-go 0.32 cannot
// write optional JSON values.
type Step struct {
	Place
	Step        int32     `parquet:"step" about:"step number in the trace, from 1"`
	Source      string    `parquet:"source,dict" about:"author of the step: user, agent or system"`
	Event       *string   `parquet:"event,optional,dict" about:"type of the step; null for a message"`
	Agent       *string   `parquet:"agent,optional,dict" about:"path of the sub-agent; null for the main agent"`
	Day         *string   `parquet:"day,optional,dict" about:"day in the benchmark's simulated time; null if none"`
	Timestamp   time.Time `parquet:"timestamp,optional,timestamp(millisecond)" about:"recorded time; null if not recorded" unit:"UTC"`
	Model       *string   `parquet:"model_name,optional,dict" about:"model name as recorded; null if not recorded"`
	Message     *string   `parquet:"message,optional" about:"text of the message; null if none"`
	Reasoning   *string   `parquet:"reasoning,optional" about:"text of the reasoning; null if none"`
	Tools       []string  `parquet:"tools,list" about:"names of the called tools, in order"`
	Calls       *string   `parquet:"tool_calls,optional" about:"calls with their arguments as JSON, as in the API; null if none"`
	Observation *string   `parquet:"observation,optional" about:"results of the calls as JSON, as in the API; null if none"`
	Failed      int32     `parquet:"failed_calls" about:"number of failed calls" unit:"calls"`
	TokensIn    *int64    `parquet:"tokens_in,optional" about:"input tokens; null if not recorded" unit:"tokens"`
	TokensOut   *int64    `parquet:"tokens_out,optional" about:"output tokens; null if not recorded" unit:"tokens"`
	CostUSD     *float64  `parquet:"cost_usd,optional" about:"recorded cost; null if not recorded" unit:"US dollars"`
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

// some returns a pointer to s, or nil (written as null) if s is empty.
func some(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// instant converts Unix milliseconds to a time. For nil it returns the zero time, which is written
// as null.
func instant(ms *int64) time.Time {
	if ms == nil {
		return time.Time{}
	}
	return time.UnixMilli(*ms).UTC()
}
