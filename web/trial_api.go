package web

import (
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
)

// apiBodies is the most bytes of step bodies in one answer of the API. An
// answer that would be longer ends early and says where to go on.
const apiBodies = 16 << 20

type trialJSON struct {
	Benchmark  string                  `json:"benchmark"`
	Run        string                  `json:"run"`
	Scenario   string                  `json:"scenario"`
	Task       string                  `json:"task"`
	Attempt    int                     `json:"attempt"`
	Status     results.Status          `json:"status"`
	Score      *float64                `json:"score"`
	Kind       string                  `json:"kind"`
	Selected   []string                `json:"selected"`
	Gold       []string                `json:"gold"`
	Omitted    []string                `json:"omitted"`
	Extra      []string                `json:"extra"`
	Checks     []results.Check         `json:"checks"`
	Answer     *string                 `json:"answer"`
	Verdict    *results.CheckerVerdict `json:"verdict"`
	Told       *results.Told           `json:"told"`
	PrefPassed *bool                   `json:"pref_passed"`
	Suspicions []string                `json:"suspicions"`
	Doubtful   *string                 `json:"doubtful"` // why no answer can pass the task
	Error      *string                 `json:"error"`
	Usage      results.Usage           `json:"usage"`
	StartedAt  *int64                  `json:"started_at"`
	FinishedAt *int64                  `json:"finished_at"`
	DurationMS *int64                  `json:"duration_ms"`
	AgentMS    *int64                  `json:"agent_ms"`
	ToolCalls  int                     `json:"tool_calls"`
	Failed     int                     `json:"failed_calls"`
	StepsTotal int                     `json:"steps_total"`
	From       int                     `json:"from"`
	NextFrom   *int                    `json:"next_from"`
	Steps      []stepJSON              `json:"steps"`
	Records    []rawJSON               `json:"records"`
	URL        string                  `json:"url"`
}

type rawJSON struct {
	Name  string `json:"name"`
	Media string `json:"media_type"`
	Bytes int64  `json:"bytes"`
	URL   string `json:"url"`
}

// stepJSON is a step with ATIF's field names; absent values are null.
type stepJSON struct {
	StepID      int                `json:"step_id"`
	Timestamp   *int64             `json:"timestamp"`
	Source      string             `json:"source"`
	ModelName   *string            `json:"model_name"`
	Message     string             `json:"message"`
	Reasoning   *string            `json:"reasoning_content"`
	Encrypted   bool               `json:"reasoning_encrypted"`
	Parts       []results.Part     `json:"parts"`
	ToolCalls   []results.ToolCall `json:"tool_calls"`
	Observation *observationJSON   `json:"observation"`
	Failed      bool               `json:"failed"`
	Error       *string            `json:"error"`
	Event       *string            `json:"event"`
	Boundary    *string            `json:"boundary"`
	Copied      bool               `json:"is_copied_context"`
	Agent       *string            `json:"agent"`
	Day         *string            `json:"day"`
	Raw         *string            `json:"raw"`
	Metrics     *results.Metrics   `json:"metrics"`
	URL         string             `json:"url"`
}

type observationJSON struct {
	Results []resultJSON `json:"results"`
}

// resultJSON keeps the two names that every client reads, also where they are
// empty, beside whatever else was recorded.
type resultJSON struct {
	CallID  *string `json:"source_call_id"`
	Content string  `json:"content"`
	results.Result
}

// trialAPI is GET /api/v1/runs/{run}/{scenario}/{task}.
func (s *Server) trialAPI(c echo.Context) error {
	q, err := s.parseTrial(c)
	if err != nil {
		return err
	}
	q.from = ask(c).number("from")
	limit := ask(c).number("limit")
	ctx := c.Request().Context()
	l, err := s.loadTrial(ctx, q)
	if err != nil {
		return err
	}
	out := newTrialJSON(l)
	out.From = max(q.from, 1)
	rows, err := s.store.StepRows(ctx, &l.trial, out.From, limit)
	if err != nil {
		return err
	}
	sum := 0
	for i, r := range rows {
		if sum += r.Bytes; sum > apiBodies && i > 0 {
			rows = rows[:i]
			break
		}
	}
	steps, err := s.store.Steps(ctx, &l.trial, rows)
	if err != nil {
		return err
	}
	for i := range steps {
		out.Steps = append(out.Steps, newStepJSON(l, &steps[i]))
	}
	if next := out.From + len(steps); next <= l.trial.StepsTotal && len(steps) > 0 {
		out.NextFrom = &next
	}
	raws, err := s.store.Raws(ctx, l.run.ID, l.trial.ID)
	if err != nil {
		return err
	}
	for _, r := range raws {
		out.Records = append(out.Records, rawJSON{r.Name, r.Media, r.Size, rawHref(l.trialQuery, r.Name)})
	}
	return object(c, out)
}

func newTrialJSON(l *loadedTrial) trialJSON {
	t, d := &l.trial, &l.trial.Details
	out := trialJSON{
		Benchmark: l.benchmark.ID, Run: l.trialQuery.run, Scenario: l.scenario, Task: l.task, Attempt: t.Attempt,
		Status: t.Status, Score: t.Score, Kind: t.Kind, Selected: t.Selected, Gold: t.Gold, Checks: t.Checks, Answer: d.Answer,
		Verdict: d.Verdict, Told: d.Told, PrefPassed: t.PrefPassed, Suspicions: d.Suspicions, Doubtful: textOrNil(l.impossible.Reason), Error: absent(d.ErrorText), Usage: t.Usage,
		StartedAt: t.StartedAt, FinishedAt: t.FinishedAt, DurationMS: t.DurationMS, AgentMS: t.AgentMS,
		ToolCalls: t.ToolCalls, Failed: t.FailedCalls, StepsTotal: t.StepsTotal, Steps: []stepJSON{}, Records: []rawJSON{}, URL: l.at(),
	}
	if out.Checks == nil {
		out.Checks = []results.Check{}
	}
	if t.Selected != nil && t.Gold != nil {
		out.Omitted, out.Extra = without(t.Gold, t.Selected), without(t.Selected, t.Gold)
	}
	return out
}

// without lists what is in a and not in b.
func without(a, b []string) []string {
	list := []string{}
	for _, x := range a {
		if !slices.Contains(b, x) {
			list = append(list, x)
		}
	}
	return list
}

// absent is nil for an empty text.
func absent(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func newStepJSON(l *loadedTrial, s *results.Step) stepJSON {
	out := stepJSON{
		StepID: s.StepID, Timestamp: s.Timestamp, Source: s.Source, ModelName: absent(s.ModelName), Message: s.Message,
		Reasoning: absent(s.Reasoning), Encrypted: s.Encrypted, Parts: s.Parts, ToolCalls: s.ToolCalls, Failed: s.Failed(), Error: absent(s.Error),
		Event: absent(s.Event), Boundary: absent(s.Boundary), Copied: s.Copied, Agent: absent(s.Agent), Day: absent(s.Day), Raw: absent(s.Raw),
		Metrics: s.Metrics, URL: l.window(s.StepID),
	}
	if out.ToolCalls == nil {
		out.ToolCalls = []results.ToolCall{}
	}
	if out.Parts == nil {
		out.Parts = []results.Part{}
	}
	if s.Observation != nil {
		out.Observation = &observationJSON{Results: []resultJSON{}}
		for _, r := range s.Observation.Results {
			out.Observation.Results = append(out.Observation.Results, resultJSON{absent(r.CallID), r.Content, r})
		}
	}
	return out
}
