package trace_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// fuzz feeds a dialect with anything. No input may panic, break a promise
// about steps, or be lost: a record that is not empty gives a step, a warning
// or an error.
func fuzz(f *testing.F, d trace.Dialect) {
	for name, dialect := range goldens {
		if dialect != d {
			continue
		}
		f.Add(readFixture(f, name))
	}
	f.Add([]byte(`[{"role":"user","content":{"text":"x"}},`))
	f.Add([]byte(`{"steps":[{"source":"agent","llm_call_count":0,"extra":{"error":"x"},"metrics":{"prompt_tokens":-3,"cost_usd":-1}}]}`))
	f.Add([]byte("\xff{\"a\":\"\\ud800\"}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		n := 0
		s := trace.Sink{
			Warn: func(int, string) {},
			File: func(string) ([]byte, error) { return data, nil },
			Step: func(s *results.Step) error {
				n++
				if s.StepID != n {
					t.Fatalf("step %d has id %d", n, s.StepID)
				}
				checkFuzzed(t, s)
				return nil
			},
		}
		sum, err := trace.Read(d, trace.Source{Data: data}, s)
		if err != nil && d != trace.DialectATIF {
			t.Fatalf("error from %q: %v", data, err)
		}
		if sum.Steps != n {
			t.Fatalf("summary has %d steps of %d", sum.Steps, n)
		}
		checkUsage(t, sum.Usage)
		if sum.ToolCalls < 0 || sum.FailedCalls < 0 || sum.ModelCalls < 0 {
			t.Fatalf("summary counts %d calls, %d failed, %d of the model", sum.ToolCalls, sum.FailedCalls, sum.ModelCalls)
		}
	})
}

// checkUsage holds that nothing costs less than nothing.
func checkUsage(t *testing.T, u results.Usage) {
	t.Helper()
	for _, n := range []*int64{u.Input, u.Output, u.CacheRead, u.CacheWrite, u.Total} {
		if n != nil && *n < 0 {
			t.Fatalf("usage %+v has the count %d", u, *n)
		}
	}
	if u.CostUSD != nil && !(*u.CostUSD >= 0) {
		t.Fatalf("cost is %v", *u.CostUSD)
	}
}

func checkFuzzed(t *testing.T, s *results.Step) {
	t.Helper()
	for _, text := range []string{s.Message, s.Reasoning, s.Raw, s.Error, s.Agent, s.ModelName, s.StopReason} {
		if !utf8.ValidString(text) {
			t.Fatalf("step %d: %q is not UTF-8", s.StepID, text)
		}
	}
	if (s.Depth == 0) != (s.Agent == "") {
		t.Fatalf("step %d: agent %q at depth %d", s.StepID, s.Agent, s.Depth)
	}
	for _, c := range s.ToolCalls {
		if len(c.Arguments) > 0 && (!json.Valid(c.Arguments) || !utf8.Valid(c.Arguments)) { // none are stated
			t.Fatalf("step %d: arguments %q", s.StepID, c.Arguments)
		}
	}
	if s.Observation == nil {
		return
	}
	for _, res := range s.Observation.Results {
		if !utf8.ValidString(res.Content) || !utf8.ValidString(res.ErrorText) {
			t.Fatalf("step %d: content %q", s.StepID, res.Content)
		}
		if res.Failed != (res.Failure != "") {
			t.Fatalf("step %d: failed %v by %q", s.StepID, res.Failed, res.Failure)
		}
	}
}

func FuzzOpenClawMessages(f *testing.F)   { fuzz(f, trace.DialectOpenClawMessages) }
func FuzzOpenClawSession(f *testing.F)    { fuzz(f, trace.DialectOpenClaw) }
func FuzzClaudeCode(f *testing.F)         { fuzz(f, trace.DialectClaudeCode) }
func FuzzClaudeCodeMessages(f *testing.F) { fuzz(f, trace.DialectClaudeCodeMessages) }
func FuzzOpenAIMessages(f *testing.F)     { fuzz(f, trace.DialectOpenAIMessages) }
func FuzzOpenAISessions(f *testing.F)     { fuzz(f, trace.DialectOpenAISessions) }
func FuzzCodex(f *testing.F)              { fuzz(f, trace.DialectCodex) }
func FuzzCodexEvents(f *testing.F)        { fuzz(f, trace.DialectCodexEvents) }
func FuzzCursor(f *testing.F)             { fuzz(f, trace.DialectCursor) }
func FuzzCopilot(f *testing.F)            { fuzz(f, trace.DialectCopilot) }
func FuzzGemini(f *testing.F)             { fuzz(f, trace.DialectGemini) }
func FuzzOpenCode(f *testing.F)           { fuzz(f, trace.DialectOpenCode) }
func FuzzOpenCodeEvents(f *testing.F)     { fuzz(f, trace.DialectOpenCodeEvents) }
func FuzzATIF(f *testing.F)               { fuzz(f, trace.DialectATIF) }
func FuzzPlainText(f *testing.F)          { fuzz(f, trace.DialectText) }

// FuzzDetect must name a dialect for anything.
func FuzzDetect(f *testing.F) {
	for name := range goldens {
		f.Add(name, readFixture(f, name))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		if trace.Detect(name, data) == trace.Unknown {
			t.Fatalf("no dialect for %q", data)
		}
	})
}
