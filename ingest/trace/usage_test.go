package trace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// TestUnrealNumbers gives token counts, costs and times that cannot be: each is
// absent with a warning at its line, and so is every sum that it is part of.
func TestUnrealNumbers(t *testing.T) {
	const doc = `{"schema_version": "ATIF-v1.4", "session_id": "s", "agent": {"name": "a", "version": "1"}, "steps": [
{"step_id": 1, "timestamp": "2026-01-01T00:00:00Z", "source": "user", "message": "go"},
{"step_id": 2, "timestamp": %s, "source": "agent", "message": "x", "metrics": {"prompt_tokens": %s, "completion_tokens": 7, "cached_tokens": 2, "cost_usd": %s}},
{"step_id": 3, "timestamp": "2026-01-01T00:00:09Z", "source": "agent", "message": "y", "metrics": {"prompt_tokens": 5, "completion_tokens": 1}}]%s}`
	const at = `"2026-01-01T00:00:05Z"`
	for _, c := range []struct{ time, prompt, cost, rest, warning, usage string }{
		{at, "10", "0.5", "", "", "13 8 23 0.5"},
		{at, "-10", "0.5", "", "prompt_tokens is -10, below 0", "- - - 0.5"},
		{at, "10.5", "0.5", "", "prompt_tokens is 10.5, not a whole number", "- - - 0.5"},
		{at, "1e16", "0.5", "", "prompt_tokens is 1e+16, above", "- - - 0.5"},
		{at, "1e300", "0.5", "", "prompt_tokens is 1e300, not a number", "- - - 0.5"},
		{at, `"10"`, "0.5", "", `prompt_tokens is "10", not a number`, "- - - 0.5"},
		{at, "[10]", "0.5", "", "prompt_tokens is [10], not a number", "- - - 0.5"},
		{at, "10", "-1", "", "cost is -1, below 0", "13 8 23 -"},
		{at, "10", `"1"`, "", `cost is "1", not a number`, "13 8 23 -"},
		{at, "-10", "0.5", `, "final_metrics": {"total_prompt_tokens": 30, "total_completion_tokens": 8}`, "prompt_tokens is -10, below 0", "30 8 38 0.5"},
		{at, "10", "0.5", `, "final_metrics": {"total_prompt_tokens": -3, "total_completion_tokens": 8}`, "prompt_tokens is -3, below 0", "13 8 23 0.5"},
		{`"0099-01-01T00:00:00Z"`, "10", "0.5", "", "timestamp is not a time", "13 8 23 0.5"},
		{`"9000-01-01T00:00:00Z"`, "10", "0.5", "", "timestamp is not a time", "13 8 23 0.5"},
		{"86400", "10", "0.5", "", "timestamp is not a time", "13 8 23 0.5"},
	} {
		text := fmt.Sprintf(doc, c.time, c.prompt, c.cost, c.rest)
		var warnings []string
		sum, err := ATIF([]byte(text), Sink{Warn: func(line int, message string) {
			warnings = append(warnings, fmt.Sprintf("%d %s", line, message))
		}, Step: func(s *results.Step) error {
			if s.StepID == 2 && (c.prompt == "10") != (s.Metrics.PromptTokens != nil) {
				t.Errorf("prompt %s: the step has %v", c.prompt, told(s.Metrics.PromptTokens))
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		u := sum.Usage
		if got := fmt.Sprint(told(u.Input), " ", told(u.Output), " ", told(u.Total), " ", told(u.CostUSD)); got != c.usage {
			t.Errorf("%s %s %s: usage %s, want %s", c.time, c.prompt, c.cost, got, c.usage)
		}
		want := 0
		if c.warning != "" {
			want = 1
		}
		if len(warnings) != want || want > 0 && !strings.Contains(warnings[0], c.warning) {
			t.Errorf("%s %s %s: warnings %q, want %q", c.time, c.prompt, c.cost, warnings, c.warning)
		}
		if want > 0 && c.rest == "" && !strings.HasPrefix(warnings[0], "3 ") {
			t.Errorf("warning %q, want one at line 3", warnings[0])
		}
		if *sum.StartedAt != 1767225600000 || *sum.FinishedAt != 1767225609000 {
			t.Errorf("%s: times %d to %d", c.time, *sum.StartedAt, *sum.FinishedAt)
		}
	}
}

func told[T int64 | float64](v *T) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprint(*v)
}

// TestUnrealParts holds that a prompt of several parts is absent where one of
// them cannot be.
func TestUnrealParts(t *testing.T) {
	for d, line := range map[Dialect]string{
		DialectClaudeCode: `{"type":"assistant","message":{"id":"1","role":"assistant","content":"x","usage":{"input_tokens":"3","output_tokens":7,"cache_read_input_tokens":100}}}`,
		DialectOpenClaw:   `{"type":"message","message":{"role":"assistant","content":[{"type":"text","text":"x"}],"usage":{"input":-3,"output":7,"cacheRead":100}}}`,
	} {
		var got []*results.Metrics
		warned := 0
		sink := Sink{Warn: func(int, string) { warned++ }, Step: func(s *results.Step) error {
			got = append(got, s.Metrics)
			return nil
		}}
		sum, err := Read(d, Source{Data: []byte(line + "\n")}, sink)
		if err != nil || len(got) != 1 || got[0] == nil {
			t.Fatalf("%s: steps %v, %v", d, got, err)
		}
		if m := got[0]; m.PromptTokens != nil || m.CompletionTokens == nil || *m.CompletionTokens != 7 || warned != 1 {
			t.Errorf("%s: prompt %v, completion %v, %d warnings", d, told(m.PromptTokens), told(m.CompletionTokens), warned)
		}
		if sum.Usage.Input != nil || sum.Usage.Total != nil {
			t.Errorf("%s: usage %+v", d, sum.Usage)
		}
	}
}
