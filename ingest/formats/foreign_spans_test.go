package formats_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// spanCounts are the golden counts of a file of spans.
type spanCounts struct {
	Shape   string         `json:"shape"`
	Spans   *int           `json:"spans"`
	Traces  int            `json:"traces"`
	Roots   int            `json:"roots"`
	Kinds   map[string]int `json:"by_kind"`
	Calls   int            `json:"model_calls"`
	Summed  int64          `json:"tokens_if_every_span_is_summed"`
	Errors  int            `json:"error_spans"`
	Names   []string       `json:"error_names"`
	Input   int64          `json:"input_tokens"`
	Output  int64          `json:"output_tokens"`
	Models  []string       `json:"models"`
	Records int            `json:"log_records"`
	Events  map[string]int `json:"by_event"`

	Top   any  `json:"top"` // members of a file that has no list of spans, or what it is
	Items *int `json:"items"`

	Expected *struct {
		Trials int      `json:"trials"`
		Tasks  []string `json:"task_ids"`
		Score  *float64 `json:"score"`
		First  expected `json:"trial_1"`
		Second expected `json:"trial_2"`
	} `json:"expected_reading"`
}

// expected is how a trial is to be read.
type expected struct {
	Conversation []string `json:"conversation"`
	ModelCalls   int      `json:"model_calls"`
	FailedCalls  int      `json:"model_calls_failed"`
	ToolCalls    int      `json:"tool_calls"`
	ToolErrors   int      `json:"tool_errors"`
	Ended        string   `json:"ended"`
}

// compare holds a trial against how it is to be read.
func (want *expected) compare(t *testing.T, x *foreignTrial) {
	t.Helper()
	var got expected
	for i := range x.steps {
		s := &x.steps[i]
		if s.Source != results.SourceAgent && s.Observation == nil {
			got.Conversation = append(got.Conversation, s.Source)
			continue
		}
		if s.Error != "" {
			got.FailedCalls++
			got.Ended = "error: " + s.Error
			continue
		}
		said := "assistant"
		switch n := len(s.ToolCalls); {
		case n == 1:
			said += "+1 call"
		case n > 1:
			said += fmt.Sprintf("+%d calls", n)
		}
		got.ModelCalls++
		got.Ended = "ok"
		got.ToolCalls += len(s.ToolCalls)
		got.Conversation = append(got.Conversation, said)
		for j := range s.ToolCalls {
			tool := "tool"
			if r := s.ResultOf(j); r != nil && r.Failed {
				tool += " (error)"
				got.ToolErrors++
			}
			got.Conversation = append(got.Conversation, tool)
		}
	}
	if strings.HasPrefix(want.Ended, "error: context length") && strings.Contains(got.Ended, "context length") {
		got.Ended = want.Ended
	}
	if n := len(want.Conversation) - len(got.Conversation); n > 0 && want.FailedCalls > 0 {
		got.Conversation = append(slices.Clone(want.Conversation[:n]), got.Conversation...) // what was asked is recorded by some alone
	}
	must.Same(t, *want, got, "what was got")
}

// foreignSpans holds exports of spans against their counts.
func foreignSpans(t *testing.T, f foreignFile) {
	want := countsOf[spanCounts](t, f)
	list := readForeign(t, f)
	if len(list) == 0 {
		t.Fatal("nothing was read")
	}
	facts := list[0].run.Facts
	if want.Records > 0 {
		if got := fmt.Sprintf("%d: %s", want.Records, listed(want.Events)); facts["log_records"] != got {
			t.Errorf("log records %q, want %q", facts["log_records"], got)
		}
		return
	}
	if want.Spans == nil {
		equal(t, "shape", want.Shape, "other") // none with a list of spans
		kept := list[0].kept(t)
		switch top := want.Top.(type) {
		case []any:
			for _, key := range top {
				equal(t, fmt.Sprint(key, " is kept"), strings.Contains(kept, fmt.Sprintf("%q", key)), true)
			}
		case string:
			var items []json.RawMessage
			if err := json.Unmarshal([]byte(kept), &items); err != nil || want.Items == nil || len(items) != *want.Items {
				t.Errorf("%d items of %s are kept, %v", len(items), top, err)
			}
		default:
			t.Errorf("nothing is held against %s", f.counts)
		}
		return
	}
	if e := want.Expected; e != nil {
		done, broken := list[0], list[len(list)-1]
		if done.trial.ToolCalls == 0 {
			done, broken = broken, done
		}
		equal(t, "trials", len(list), e.Trials)
		equal(t, "a score is stated", e.Score != nil, done.trial.Score != nil)
		if strings.Contains(f.name, "genai") {
			equal(t, "without the messages", done.trial.ToolCalls, e.First.ToolCalls) // they are in the log records beside
		} else {
			e.First.compare(t, &done)
			e.Second.compare(t, &broken)
		}
		for _, id := range e.Tasks {
			equal(t, id+" is named", slices.ContainsFunc(list, func(x foreignTrial) bool {
				return x.trial.Task == id || strings.Contains(x.trial.Details.SourceTrial, id) || strings.Contains(x.kept(t), id)
			}), true)
		}
	}
	var got spanCounts
	got.Spans = want.Spans
	models := map[string]bool{}
	for _, tr := range list {
		if tr.trial.Status != results.NotJudged || tr.trial.Score != nil {
			t.Errorf("status %s: no outcome is recorded", tr.trial.Status)
		}
		for i := range tr.steps {
			s := &tr.steps[i]
			if s.Source != results.SourceAgent || s.ModelName == "" || s.Copied {
				continue
			}
			got.Calls++
			models[s.ModelName] = true
			if m := s.Metrics; m != nil {
				got.Input += *m.PromptTokens
				got.Output += *m.CompletionTokens
			}
		}
		got.Traces++
	}
	got.Models = slices.Sorted(maps.Keys(models))
	got.Roots, got.Summed = atoi(t, facts["root_spans"]), int64(atoi(t, facts["input_tokens_of_all_spans"]))
	got.Kinds = want.Kinds
	if facts["span_kinds"] != listed(want.Kinds) || facts["spans"] != strconv.Itoa(*want.Spans) {
		t.Errorf("%s spans: %s, want %d: %v", facts["spans"], facts["span_kinds"], *want.Spans, want.Kinds)
	}
	if n, names, ok := strings.Cut(facts["error_spans"], ": "); ok {
		got.Errors, got.Names = atoi(t, n), strings.Split(names, ", ")
	}
	want.Expected = nil
	if len(want.Names) == 0 {
		want.Names = nil
	}
	must.Same(t, want, got, "what was got")
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Error(err)
	}
	return n
}

// listed writes counts as a fact does.
func listed(counts map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s %d", name, counts[name]))
	}
	return strings.Join(parts, ", ")
}

// foreignSameRun reads one run that five instrumentations have traced. What they all
// record has to be the same.
func foreignSameRun(t *testing.T, dir string) {
	files := map[string][]string{
		"GenAI": {"otlp-otel-genai.jsonl", "otlp-otel-genai.logs.jsonl"}, "Traceloop": {"otlp-traceloop.jsonl"},
		"OpenInference": {"otlp-openinference.jsonl"},
		"AI SDK":        {"otlp-aisdk.jsonl"}, "AI SDK in OpenInference": {"otlp-aisdk-openinference.jsonl"},
	}
	var first string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		place := t.TempDir()
		for _, file := range files[name] {
			data, err := os.ReadFile(filepath.Join(dir, file))
			if err == nil {
				err = os.WriteFile(filepath.Join(place, file), data, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		list := readForeign(t, foreignFile{path: place})
		if len(list) != 2 {
			t.Fatalf("%s: %d trials", name, len(list))
		}
		done, broken := list[0], list[1]
		if done.trial.ToolCalls == 0 {
			done, broken = broken, done
		}
		said := conversation(done.steps)
		if first == "" {
			first = said
			t.Log(said)
		}
		if said != first {
			t.Errorf("%s: (-first +this)\n%s", name, cmp.Diff(strings.Split(first, "\n"), strings.Split(said, "\n")))
		}
		last := broken.steps[len(broken.steps)-1]
		if broken.trial.ToolCalls != 0 || !strings.Contains(last.Error, "maximum context length") ||
			strings.Contains(conversation(broken.steps), "agent: ") {
			t.Errorf("%s: the trial that failed is\n%s", name, conversation(broken.steps))
		}
		for _, tr := range list {
			if s := tr.run.System; s.Model != "gpt-4.1-2025-04-14" || s.Framework != "ops-agent" || s.Provider != "openai" ||
				tr.run.Facts[results.FactAgentVersion] != "1.4.0" || tr.run.ID != done.run.ID {
				t.Errorf("%s: run %d of %+v, %v", name, tr.run.ID, s, tr.run.Facts)
			}
		}
		if done.trial.Details.ErrorText != "" || done.trial.FailedCalls != 1 || done.trial.Details.Answer == nil {
			t.Errorf("%s: error %q, %d failed calls", name, done.trial.Details.ErrorText, done.trial.FailedCalls)
		}
	}
}

// conversation writes steps out: who said what, calls with arguments and results, and
// tokens.
func conversation(steps []results.Step) string {
	var b strings.Builder
	for i := range steps {
		s := &steps[i]
		fmt.Fprintf(&b, "%s: %s\n", s.Source, s.Message)
		if s.Error != "" {
			b.Reset()
			fmt.Fprintf(&b, "error %s\n", s.Error)
		}
		for j, c := range s.ToolCalls {
			fmt.Fprintf(&b, "  %s %s %s\n", c.ID, c.Name, c.Arguments)
			if r := s.ResultOf(j); r != nil {
				fmt.Fprintf(&b, "  = %q failed %v\n", r.Content, r.Failed)
			}
		}
		if m := s.Metrics; m != nil {
			fmt.Fprintf(&b, "  %d %d %s\n", *m.PromptTokens, *m.CompletionTokens, s.ModelName)
		}
	}
	return b.String()
}

// foreignLangfuse holds traces of Langfuse against their counts.
func foreignLangfuse(t *testing.T, f foreignFile) {
	want := countsOf[struct {
		Trace        string           `json:"trace"`
		Observations int              `json:"observations"`
		Types        map[string]int   `json:"types"`
		Levels       map[string]int   `json:"levels"`
		Models       []string         `json:"models"`
		Usage        map[string]int64 `json:"usage"`
	}](t, f)
	got := onlyTrial(t, f)
	facts := got.run.Facts
	if facts["spans"] != strconv.Itoa(want.Observations) || facts["observation_types"] != listed(want.Types) ||
		facts["observation_levels"] != listed(want.Levels) {
		t.Errorf("%v, want %+v", facts, want)
	}
	maps.DeleteFunc(want.Usage, func(_ string, n int64) bool { return n == 0 })
	usage := map[string]int{}
	for k, n := range want.Usage {
		usage[k] = int(n)
	}
	if facts["usage_of_all_observations"] != listed(usage) {
		t.Errorf("usage %s, want %v", facts["usage_of_all_observations"], usage)
	}
	models := map[string]bool{}
	for i := range got.steps {
		if m := got.steps[i].ModelName; m != "" {
			models[m] = true
		}
	}
	if diff := cmp.Diff(want.Models, slices.Sorted(maps.Keys(models))); diff != "" || got.trial.Details.SourceTrial != want.Trace {
		t.Errorf("trace %s, models (-want +got):\n%s", got.trial.Details.SourceTrial, diff)
	}
	if got.trial.Status != results.NotJudged {
		t.Errorf("status %s: a level is no outcome", got.trial.Status)
	}
	t.Log("\n" + conversation(got.steps))
}
