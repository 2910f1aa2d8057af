package trial

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/outline"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/views"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

type StoredTrial struct {
	Trial      results.StoredTrial
	Run        results.Run
	Benchmark  results.Benchmark
	Task       results.Task
	Model      string // display name of the model
	Impossible string // reason why the check cannot be passed; empty if it can
}

type Trial struct {
	Benchmark string         `json:"benchmark"` // slug of the benchmark
	Run       string         `json:"run"`       // slug of the run
	Scenario  string         `json:"scenario"`  // slug of the scenario
	Task      string         `json:"task"`      // slug of the task
	Attempt   int            `json:"attempt"`   // number of the attempt, from 1
	MeanOf    int            `json:"attempts"`  // number of averaged attempts; 1 for a single trial
	Status    results.Status `json:"status"`
	Score     *float64       `json:"score"` // score from 0 to 1; null if not scored
	Kind      string         `json:"kind"`  // kind of the task, which determines the scoring
	// labels of the chosen options; null if the trial has none
	Selected   []string                `json:"selected" nullable:"true"`
	Gold       []string                `json:"gold" nullable:"true"`       // labels of the correct options
	Omitted    []string                `json:"omitted" nullable:"true"`    // labels of correct options that were not chosen
	Extra      []string                `json:"extra" nullable:"true"`      // labels of chosen options that are not correct
	Checks     []results.Check         `json:"checks"`                     // individual checks of the trial, with their verdicts
	Answer     *string                 `json:"answer"`                     // answer that was extracted from the trial
	Verdict    *results.CheckerVerdict `json:"verdict"`                    // output of the checker
	Told       *results.Told           `json:"told"`                       // feedback on the previous task, at the beginning of the prompt
	PrefPassed *bool                   `json:"pref_passed"`                // true if the answer follows the preference rule, which does not affect the score; null if not checked
	Points     *float64                `json:"points"`                     // checker's share of points, 0 to 1, if Score is 1 or 0 depending on a threshold; otherwise null
	Failures   []string                `json:"failures" nullable:"true"`   // types of failure according to the benchmark's own evaluation
	Signals    []string                `json:"suspicions" nullable:"true"` // reasons why the record itself is suspicious
	Impossible *string                 `json:"doubtful"`                   // reason why the check cannot be passed; null if it can
	// explanation of why the trial did not pass; null if it passed or has no verdict
	Why     *results.Explanation `json:"why"`
	Session *results.Session     `json:"session,omitempty"` // summary of the agent's actions; only for a trace without a verdict
	Error   *string              `json:"error"`             // recorded error text
	// description of how the trial ended, from the agent's own record; absent if not recorded
	Ended      *string       `json:"ended,omitempty"`
	Usage      results.Usage `json:"usage"`        // tokens and cost
	StartedAt  *int64        `json:"started_at"`   // start time in Unix milliseconds; null if not recorded
	FinishedAt *int64        `json:"finished_at"`  // end time in Unix milliseconds; null if not recorded
	DurationMS *int64        `json:"duration_ms"`  // wall-clock time in milliseconds
	AgentMS    *int64        `json:"agent_ms"`     // time spent by the agent alone, in milliseconds
	Calls      *int          `json:"tool_calls"`   // number of tool calls in the whole trace; null without a trace
	FailedOf   *int          `json:"failed_calls"` // number of failed tool calls; null without a trace
	StepsOf    *int          `json:"steps_total"`  // number of steps in the whole trace; null without a trace
	ToolCalls  int           `json:"-"`
	Failed     int           `json:"-"`
	StepsTotal int           `json:"-"`
	From       int           `json:"from"` // number of the first step in this response
	// number of the first step after this page; null at the end of the trace
	NextFrom *int                   `json:"next_from"`
	Steps    []Step                 `json:"steps"`     // steps of the trace on this page
	Records  []RawRecord            `json:"records"`   // raw records of the trial
	Agents   *AgentTree             `json:"agents"`    // sub-agents of the trace; null if it has none
	CalledBy []stepviews.AgentTrace `json:"called_by"` // traces that refer to this one as a sub-agent
	URL      string                 `json:"url"`       // URL of the trial's page

	Query      link.TrialQuery       `json:"-"`
	Stored     StoredTrial           `json:"-"`
	Options    []TrialOption         `json:"-"` // options of a multiple-choice task
	Neighbours results.Neighbours    `json:"-"`
	Others     []results.RunTrialRef `json:"-"` // trials of other runs on the same task
	Attempts   []results.TrialRef    `json:"-"`
	Cases      []views.CaseLink      `json:"-"` // case studies that include the trial
	Labels     []results.Label       `json:"-"` // labels that maintainers gave the trial
	Trace      *TraceWindow          `json:"-"` // part of the trace on this page; nil without a trace
	Converted  bool                  `json:"-"` // true if the trace can be downloaded in the ATIF format
}

// RawRecord is a raw record of a trial.
type RawRecord struct {
	Name  string `json:"name"`       // path of the record relative to the trial
	Media string `json:"media_type"` // recorded media type
	Bytes int64  `json:"bytes"`
	URL   string `json:"url"`                // URL of the record
	File  string `json:"file_url,omitempty"` // URL of the record's file in the repository of the run; absent if unknown
}

func NewTrial(q link.TrialQuery, s StoredTrial) *Trial {
	t, d := &s.Trial, &s.Trial.Details
	out := &Trial{
		Benchmark: s.Benchmark.ID, Run: q.Run, Scenario: q.Scenario, Task: q.Task, Attempt: t.Attempt, MeanOf: max(t.Attempts, 1),
		Status: t.Status, Score: t.Score, Kind: t.Kind, Selected: t.Selected, Gold: t.Gold, Checks: t.Checks, Answer: d.Answer,
		Verdict: d.Verdict, Told: d.Told, PrefPassed: t.PrefPassed, Points: t.Points, Failures: d.Failures, Signals: d.Signals,
		Impossible: views.TextOrNil(s.Impossible), Error: views.TextOrNil(d.ErrorText), Ended: views.TextOrNil(d.Ended), Usage: t.Usage,
		StartedAt: t.StartedAt, FinishedAt: t.FinishedAt, DurationMS: t.DurationMS, AgentMS: t.AgentMS,
		Calls: t.Traced(t.ToolCalls), FailedOf: t.Traced(t.FailedCalls), StepsOf: t.Traced(t.StepsTotal),
		ToolCalls: t.ToolCalls, Failed: t.FailedCalls, StepsTotal: t.StepsTotal, From: max(q.From, 1), Steps: []Step{},
		Records: []RawRecord{}, CalledBy: []stepviews.AgentTrace{}, URL: q.At(),
		Query: q, Stored: s, Options: trialOptions(&s),
	}
	if t.Status == results.NotJudged {
		out.Session = d.Did
	}
	if out.Checks == nil {
		out.Checks = []results.Check{}
	}
	if t.Selected != nil && t.Gold != nil {
		out.Omitted, out.Extra = views.Without(t.Gold, t.Selected), views.Without(t.Selected, t.Gold)
	}
	return out
}

// AddWhy sets the explanation of why the trial did not pass. If the reason is unknown, it states
// what is known.
func (t *Trial) AddWhy(found *results.Explanation) {
	if found == nil {
		found = &results.Explanation{Failed: []results.FailedCheck{}}
	}
	if found.Reason == nil {
		found.Reason = why.Unknown(&t.Stored.Trial.Trial)
	}
	t.Why = found
}

func (t *Trial) AddSteps(steps []results.Step) {
	marks := outline.Marks(steps, files.NewNames(t.Stored.Trial.Details.Workspace))
	for i := range steps {
		t.Steps = append(t.Steps, t.newStep(&steps[i], marks[i].Kind))
	}
	if next := t.From + len(steps); next <= t.StepsTotal && len(steps) > 0 {
		t.NextFrom = &next
	}
}

func (t *Trial) AddRecords(raws []results.Raw) {
	for _, r := range raws {
		t.Records = append(t.Records, RawRecord{r.Name, r.Media, r.Size, t.Query.Raw(r.Name), t.RecordFile(r.Name)})
	}
}

func (t *Trial) Repository() *views.Repository { return views.RepositoryOf(t.Stored.Run) }

// RecordFile returns the URL of a record in its repository; "" if unknown.
func (t *Trial) RecordFile(name string) string {
	return results.ProvenanceOf(t.Stored.Run.Facts).FileURL(name)
}

type TrialOption struct {
	Label, Text, Feedback string
	Gold, Picked          bool
}

// trialOptions lists the options of a multiple-choice task. The correct ones are taken from the
// trial's record or, if it does not state them, from the dataset.
func trialOptions(s *StoredTrial) (list []TrialOption) {
	t := &s.Trial
	if t.Kind != results.KindMultiChoice {
		return nil
	}
	seen := map[string]bool{}
	add := func(o TrialOption) {
		seen[o.Label] = true
		o.Picked = slices.Contains(t.Selected, o.Label)
		if t.Gold != nil {
			o.Gold = slices.Contains(t.Gold, o.Label)
		}
		list = append(list, o)
	}
	for _, o := range why.Options(&s.Task, cmp.Or(t.Details.Prompt, s.Task.Facts.Prompt)) {
		add(TrialOption{Label: o.Label, Text: o.Text, Gold: o.Gold, Feedback: o.Feedback})
	}
	for _, label := range append(slices.Clone(t.Gold), t.Selected...) {
		if !seen[label] {
			add(TrialOption{Label: label})
		}
	}
	return list
}

// Step is a step with the field names of ATIF (Agent Trajectory Interchange Format); missing values
// are null.
type Step struct {
	StepID      int                `json:"step_id"`                         // number of the step, from 1
	Timestamp   *int64             `json:"timestamp"`                       // Unix milliseconds
	Source      string             `json:"source" enum:"user,agent,system"` // author of the step
	ModelName   *string            `json:"model_name"`                      // recorded name of the model
	Message     string             `json:"message"`                         // text of the step
	Reasoning   *string            `json:"reasoning_content"`               // reasoning text of the model
	Encrypted   bool               `json:"reasoning_encrypted"`             // true if the step has encrypted reasoning
	Parts       []results.Part     `json:"parts"`                           // images, audio and files attached to the message
	ToolCalls   []results.ToolCall `json:"tool_calls"`                      // tool calls in recorded order
	Observation *Observation       `json:"observation"`                     // results of the tool calls
	Failed      bool               `json:"failed"`                          // true if a call failed
	// outcome of the step's calls: said (no call), empty (searches without results), looked (any
	// other call), wrote (changed a file), refused or failed
	Kind  outline.Kind `json:"kind" enum:"said,empty,looked,wrote,refused,failed"`
	Error *string      `json:"error"` // error text of the step
	Event *string      `json:"event"` // type of a step that is not a message, such as "compaction"
	// how the context changed at this step: replace, append or truncate
	Boundary *string `json:"boundary"`
	// earlier steps replaced by the summary; null if the step is not a compaction
	Compaction *results.Compaction `json:"compaction"`
	Copied     bool                `json:"is_copied_context"` // repeated from an earlier trace
	Agent      *string             `json:"agent"`             // name of the sub-agent that took the step
	Day        *string             `json:"day"`               // day in the benchmark's timeline
	// recorded text of a step that could not be parsed
	Raw     *string          `json:"raw"`
	Metrics *results.Metrics `json:"metrics"` // tokens and cost of the model call
	URL     string           `json:"url"`     // URL of the step on its trace page
}

// Observation holds the environment's results for the calls of a step.
type Observation struct {
	Results []Result `json:"results"` // results in recorded order
}

// Result is the result of a tool call. Its two ATIF fields are always present, in addition to the
// recorded ones.
type Result struct {
	CallID  *string `json:"source_call_id"` // id of the tool call
	Content string  `json:"content"`        // text of the result
	results.Result
}

func (t *Trial) newStep(s *results.Step, kind outline.Kind) Step {
	out := Step{
		StepID: s.StepID, Timestamp: s.Timestamp, Source: s.Source, ModelName: views.TextOrNil(s.ModelName), Message: s.Message,
		Reasoning: views.TextOrNil(s.Reasoning), Encrypted: s.Encrypted, Parts: s.Parts, ToolCalls: s.ToolCalls, Failed: s.Failed(),
		Error: views.TextOrNil(s.Error),
		Event: views.TextOrNil(s.Event), Boundary: views.TextOrNil(s.Boundary), Compaction: s.Compaction, Copied: s.Copied, Agent: views.TextOrNil(s.Agent),
		Day: views.TextOrNil(s.Day), Raw: views.TextOrNil(s.Raw),
		Metrics: s.Metrics, Kind: kind, URL: t.Query.Window(s.StepID),
	}
	if out.ToolCalls == nil {
		out.ToolCalls = []results.ToolCall{}
	}
	if out.Parts == nil {
		out.Parts = []results.Part{}
	}
	if s.Observation != nil {
		out.Observation = &Observation{Results: []Result{}}
		for _, r := range s.Observation.Results {
			out.Observation.Results = append(out.Observation.Results, Result{CallID: views.TextOrNil(r.CallID), Content: r.Content, Result: r})
		}
	}
	return out
}
