package formats_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// foreignOpenHands holds evaluations and conversations of OpenHands against the
// counts of their events. A single event is part of a conversation.
func foreignOpenHands(t *testing.T, f foreignFile) {
	switch {
	case strings.HasSuffix(f.name, "output.jsonl"):
		foreignOpenHandsRows(t, f)
	case strings.Contains(f.name, "/event-"):
		foreignOpenHandsEvent(t, f)
	case strings.HasSuffix(f.name, "patch.jsonl"): // of another program, made of the rows beside it
		want := countsOf[struct{ Rows int }](t, f)
		equal(t, "rows", len(readForeign(t, foreignFile{path: filepath.Join(filepath.Dir(f.path), "output.jsonl")})), want.Rows)
		equal(t, "runs of patches alone", len(readForeign(t, f)), 0)
	default:
		foreignOpenHandsConversation(t, f)
	}
}

func foreignOpenHandsRows(t *testing.T, f foreignFile) {
	want := countsOf[struct {
		Rows      int
		Instances []struct {
			ID           string         `json:"instance"`
			Error        any            `json:"error"`
			Success      any            `json:"success"`
			TestKeys     []string       `json:"test_result_keys"`
			Cost         float64        `json:"cost"`
			Costs        int            `json:"costs"`
			Usages       int            `json:"token_usages"`
			Events       int            `json:"events"`
			Observations map[string]int `json:"observations"`
			Caused       int            `json:"with_cause"`

			Prompt     int64          `json:"prompt_tokens"`
			Completion int64          `json:"completion_tokens"`
			Actions    map[string]int `json:"actions"`
			Nonzero    int            `json:"nonzero_exit"`
			Metrics    int            `json:"metrics_events"`
		} `json:"instances"`
	}](t, f)
	list := readForeign(t, f)
	if len(list) != len(want.Instances) || len(list) != want.Rows {
		t.Fatalf("%d trials", len(list))
	}
	for _, w := range want.Instances {
		found := false
		for _, got := range list {
			if got.trial.Details.SourceTrial != w.ID {
				continue
			}
			found = true
			holdEvents(t, &got, w.Events, w.Observations, w.Caused)
			equal(t, w.ID+" ended with an error", got.trial.Details.ErrorText != "", w.Error != nil)
			equal(t, w.ID+" claims success", w.Success, nil)
			for _, key := range w.TestKeys {
				equal(t, w.ID+" keeps "+key, strings.Contains(got.kept(t), `"`+key+`"`), true)
			}
			equal(t, w.ID+" has a patch", got.trial.Details.Patch != nil && got.trial.Details.Patch.Files > 0,
				slices.Contains(w.TestKeys, "git_patch"))
			equal(t, w.ID+" has prices", w.Costs > 0 || w.Cost > 0, got.trial.Usage.CostUSD != nil)
			equal(t, w.ID+" counts of tokens", w.Usages, w.Metrics)
			calls, nonzero, paid := 0, 0, 0
			for _, s := range got.steps {
				calls += len(s.ToolCalls)
				if s.Metrics != nil {
					paid++
				}
				if s.Observation == nil {
					continue
				}
				for _, res := range s.Observation.Results {
					if res.ExitCode != nil && *res.ExitCode != 0 {
						nonzero++
					}
				}
			}
			acted := 0
			for action, n := range w.Actions {
				if action != "system" && action != "message" && action != "recall" {
					acted += n
				}
			}
			u := got.trial.Usage
			if *u.Input+*u.CacheRead+*u.CacheWrite != w.Prompt || *u.Output != w.Completion || u.CostUSD != nil {
				t.Errorf("%s: usage %+v, want %d and %d tokens and no price", w.ID, u, w.Prompt, w.Completion)
			}
			if calls != acted || nonzero != w.Nonzero || paid != w.Metrics {
				t.Errorf("%s: %d calls, %d of them ended badly, %d steps with tokens; want %d, %d, %d", w.ID, calls, nonzero, paid, acted,
					w.Nonzero, w.Metrics)
			}
			if got.trial.Status != results.NotJudged || got.trial.Score != nil {
				t.Errorf("%s is %s: there is no report", w.ID, got.trial.Status)
			}
		}
		if !found {
			t.Errorf("%s is missing", w.ID)
		}
	}
}

// holdEvents holds a history against the record that is kept of it, and what was observed
// against the results.
func holdEvents(t *testing.T, x *foreignTrial, events int, observations map[string]int, caused int) {
	t.Helper()
	most := 0
	for _, text := range x.raws {
		var list []json.RawMessage
		_ = json.Unmarshal([]byte(text), &list) // a conversation is a list of events
		most = max(most, len(list))
	}
	for _, text := range x.runRaws {
		for line := range strings.Lines(text) { // an evaluation has a row for each instance
			var row struct {
				ID      string `json:"instance_id"`
				History []json.RawMessage
			}
			if json.Unmarshal([]byte(line), &row) == nil && row.ID == x.trial.Details.SourceTrial {
				most = max(most, len(row.History))
			}
		}
	}
	equal(t, "events kept", most, events)
	seen, sum := 0, 0
	for _, s := range x.steps {
		if s.Observation != nil {
			seen += len(s.Observation.Results)
		}
	}
	for kind, n := range observations {
		if kind != "recall" && kind != "agent_state_changed" && kind != "null" {
			sum += n
		}
	}
	equal(t, "observations", seen, sum)
	equal(t, "with a cause", caused >= sum, true)
}

// foreignOpenHandsEvent holds one event against the step of its conversation that it
// became.
func foreignOpenHandsEvent(t *testing.T, f foreignFile) {
	want := countsOf[struct {
		Kind, Source string
		Tool         *string
	}](t, f)
	text := must.Get(os.ReadFile(f.path))(t)
	var e struct{ Kind, Source string }
	if err := json.Unmarshal(text, &e); err != nil || e.Kind != want.Kind || e.Source != want.Source {
		t.Errorf("it is %+v, want %+v, %v", e, want, err)
	}
	if want.Tool == nil {
		return
	}
	for _, s := range onlyTrial(t, foreignFile{path: filepath.Dir(filepath.Dir(f.path))}).steps {
		for _, c := range s.ToolCalls {
			if c.Name == *want.Tool {
				return
			}
		}
	}
	t.Errorf("no step has a call of %s", *want.Tool)
}

func foreignOpenHandsConversation(t *testing.T, f foreignFile) {
	want := countsOf[struct {
		Name         string         `json:"conversation"`
		Events       int            `json:"events"`
		Kinds        map[string]int `json:"kinds"`
		Observations map[string]int `json:"observations"`
		Caused       int            `json:"with_cause"`
		Metrics      int            `json:"metrics_events"`
		Nonzero      int            `json:"nonzero_exit"`
		Calls        int            `json:"tool_calls"`
		Rejected     int            `json:"rejected"`

		Actions   map[string]int `json:"actions"`
		Tools     map[string]int `json:"tools"`
		Results   int            `json:"tool_results"`
		Reasoning int            `json:"reasoning"`
		Responses int            `json:"llm_responses"`
	}](t, f)
	got := onlyTrial(t, f)
	tools := map[string]int{}
	answers, calls, answered, reasoned, nonzero, paid, refused := 0, 0, 0, 0, 0, 0, 0
	for _, s := range got.steps {
		if s.Metrics != nil {
			paid++
		}
		if s.Observation != nil {
			for _, res := range s.Observation.Results {
				if res.ExitCode != nil && *res.ExitCode != 0 {
					nonzero++
				}
				if res.Outcome == results.OutcomeRefused {
					refused++
				}
			}
		}
		if s.Source == results.SourceAgent {
			answers++
		}
		if s.Reasoning != "" && len(s.ToolCalls) > 0 { // messages have theirs inside
			reasoned++
		}
		for i, c := range s.ToolCalls {
			calls++
			tools[c.Name]++
			if s.ResultOf(i) != nil {
				answered++
			}
		}
	}
	if want.Actions != nil {
		holdEvents(t, &got, want.Events, want.Observations, want.Caused)
		equal(t, "codes that are not 0", nonzero, want.Nonzero)
		equal(t, "steps with tokens of their own", strings.Count(got.kept(t), `"llm_metrics"`), want.Metrics)
		equal(t, "steps with tokens of the answer", paid, want.Actions["run"]+want.Actions["edit"])
		if n := want.Actions["run"] + want.Actions["edit"]; calls != n || answered != n {
			t.Errorf("%d calls, %d answered, want %d", calls, answered, n)
		}
		return
	}
	sum := 0
	for _, n := range want.Kinds {
		sum += n
	}
	equal(t, "events by kind", sum, want.Events)
	equal(t, "events kept", len(got.raws)+len(got.runRaws) >= want.Events, true)
	equal(t, "calls", calls, want.Calls)
	equal(t, "calls that became one each", calls, want.Kinds["ActionEvent"])
	equal(t, "refused", refused, want.Rejected)
	equal(t, "the name is the folder's", filepath.Base(f.path), want.Name)
	if diff := cmp.Diff(want.Tools, tools); diff != "" || answered != want.Results || answers != want.Responses ||
		reasoned != want.Reasoning {
		t.Errorf("%d answers, %d results, %d with reasoning, tools (-want +got):\n%s", answers, answered, reasoned, diff)
	}
}
