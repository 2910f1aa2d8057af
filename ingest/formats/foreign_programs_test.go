package formats_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// countsOf are the golden counts of a file; a member that it does not have is empty.
func countsOf[T any](t *testing.T, f foreignFile) T {
	t.Helper()
	var counts T
	dec := json.NewDecoder(bytes.NewReader(f.counts))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&counts); err != nil {
		t.Errorf("a count that nothing is held against: %v", err)
	}
	return counts
}

// kept is the record of the only transcript, as it is in the store.
func (x *foreignTrial) kept(t *testing.T) string {
	t.Helper()
	for _, raws := range []map[string]string{x.raws, x.runRaws} {
		for _, text := range raws {
			return text
		}
	}
	t.Error("no record is kept")
	return ""
}

// holdLines holds that a record of lines is kept whole, and that its kinds are counted.
func holdLines(t *testing.T, x *foreignTrial, lines int, kinds map[string]int) {
	t.Helper()
	n := 0
	for line := range strings.Lines(x.kept(t)) {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	equal(t, "lines kept", n, lines)
	sum := 0
	for _, of := range kinds {
		sum += of
	}
	if kinds != nil {
		equal(t, "lines by kind", sum, lines)
	}
}

// foreignCursor holds a stream of cursor-agent against its lines.
func foreignCursor(t *testing.T, f foreignFile) {
	want := countsOf[struct {
		Calls   int            `json:"tool_calls"`
		Results int            `json:"tool_results"`
		Tools   map[string]int `json:"tools"`
		Lines   int            `json:"lines"`
		Types   map[string]int `json:"types"`
		Failed  []bool         `json:"is_error"`
		Took    []int64        `json:"duration_ms"`
		Model   string         `json:"model"`
	}](t, f)
	got := onlyTrial(t, f)
	holdLines(t, &got, want.Lines, want.Types)
	tools := map[string]int{}
	answers, said, thought, prompts, model, took := 0, 0, 0, 0, false, false
	for _, s := range got.steps {
		if s.Source == results.SourceAgent && s.Message != "" {
			said++
		}
		if s.Reasoning != "" {
			thought++
		}
		if s.Source == results.SourceUser {
			prompts++
		}
		model = model || s.Message == "session starts with "+want.Model
		took = took || len(want.Took) == 1 && strings.Contains(string(s.Also), fmt.Sprintf(`"duration_ms":%d`, want.Took[0]))
		for i, c := range s.ToolCalls {
			tools[c.Name]++
			if s.ResultOf(i) != nil {
				answers++
			}
		}
	}
	if diff := cmp.Diff(want.Tools, tools); diff != "" || answers != want.Results || got.trial.ToolCalls != want.Calls {
		t.Errorf("%d calls, %d results, tools (-want +got):\n%s", got.trial.ToolCalls, answers, diff)
	}
	equal(t, "answers", said, want.Types["assistant/None"])
	equal(t, "prompts", prompts, want.Types["user/None"])
	equal(t, "thoughts", thought, want.Types["thinking/completed"])
	equal(t, "calls that began", got.trial.ToolCalls, want.Types["tool_call/started"])
	equal(t, "calls that ended", answers, want.Types["tool_call/completed"])
	equal(t, "how the model was chosen is shown", model, true)
	equal(t, "how long it took is shown", took, true)
	equal(t, "it ended with an error", got.trial.Details.ErrorText != "", want.Failed[0])
	if got.run.System.Model != "unrecorded" || got.run.System.Framework != "cursor-agent" || got.trial.Usage.Total != nil {
		t.Errorf("system %v, usage %+v: the stream states neither model nor tokens", got.run.System, got.trial.Usage)
	}
}

// foreignGemini holds sessions and outputs of Gemini CLI against the counts of what
// its own program would show.
func foreignGemini(t *testing.T, f foreignFile) {
	type tokens struct {
		Input    int64 `json:"input"`
		Output   int64 `json:"output"`
		Thoughts int64 `json:"thoughts"`
		Cached   int64 `json:"cached"`
		Total    int64 `json:"total"`
	}
	want := countsOf[struct {
		Session  string         `json:"session"`
		Messages map[string]int `json:"messages"`
		Calls    *int           `json:"tool_calls"`
		Status   map[string]int `json:"tool_status"`
		Tokens   tokens         `json:"tokens"`
		Stream   map[string]int `json:"stream"`
		Stats    int64          `json:"stats"`
		Response string         `json:"response"`
		Lines    *int           `json:"lines"`
		Set      *int           `json:"set_lines"`
		Thoughts *int           `json:"thoughts"`
		Models   any            `json:"models"`
		Noise    *int           `json:"noise_bytes_before_json"`
		Error    any            `json:"error"`
		Tools    *int           `json:"tools"`
		State    string         `json:"status"`
	}](t, f)
	got := onlyTrial(t, f)
	record := got.kept(t)
	if want.Lines != nil {
		holdLines(t, &got, *want.Lines, nil)
		equal(t, "lines that set members", strings.Count(record, `{"$set":`), *want.Set)
	}
	if want.Noise != nil {
		equal(t, "bytes before the output", strings.IndexByte(record, '{'), *want.Noise)
	}
	equal(t, "it ended with an error", got.trial.Details.ErrorText != "", want.Error != nil)
	equal(t, "the state is kept", want.State == "" || strings.Contains(record, `"`+want.State+`"`), true)
	models := map[string]bool{}
	thoughts := 0
	for _, s := range got.steps {
		if s.ModelName != "" {
			models[s.ModelName] = true
		}
		if s.Reasoning != "" {
			thoughts += strings.Count(s.Reasoning, "\n\n") + 1 // each is a paragraph
		}
	}
	if named, ok := want.Models.([]any); ok {
		for _, name := range named {
			equal(t, fmt.Sprint("model ", name), models[fmt.Sprint(name)], true)
		}
		equal(t, "models", len(models), len(named))
	}
	if want.Thoughts != nil {
		equal(t, "thoughts", thoughts, *want.Thoughts)
	}
	if want.Tools != nil {
		equal(t, "calls that the output counts", strings.Contains(record, fmt.Sprintf(`"totalCalls": %d`, *want.Tools)), true)
	}
	sources := map[string]int{}
	status := map[string]int{}
	calls := 0
	for _, s := range got.steps {
		sources[s.Source]++
		calls += len(s.ToolCalls)
		for i := range s.ToolCalls {
			if res := s.ResultOf(i); res != nil {
				status[res.Status]++
			}
		}
	}
	switch {
	case want.Messages != nil:
		if n := want.Messages["gemini"] + want.Messages["model"]; sources[results.SourceAgent] != n {
			t.Errorf("%d answers, want %d", sources[results.SourceAgent], n)
		}
		if calls != *want.Calls || !maps.Equal(status, want.Status) {
			t.Errorf("%d calls with %v, want %d with %v", calls, status, *want.Calls, want.Status)
		}
		u := got.trial.Usage
		sum := tokens{Output: *u.Output - want.Tokens.Thoughts, Cached: *u.CacheRead, Total: *u.Total, Thoughts: want.Tokens.Thoughts}
		sum.Input = *u.Input + sum.Cached
		if sum != want.Tokens {
			t.Errorf("tokens %+v, want %+v", sum, want.Tokens)
		}
		if got.trial.Details.Session != want.Session {
			t.Errorf("session %q", got.trial.Details.Session)
		}
	case want.Stream != nil:
		if calls != want.Stream["tool_use"] || *got.trial.Usage.Total != want.Stats {
			t.Errorf("%d calls and %d tokens, want %d and %d", calls, *got.trial.Usage.Total, want.Stream["tool_use"], want.Stats)
		}
	default:
		if got.trial.Details.Answer == nil || *got.trial.Details.Answer != want.Response {
			t.Errorf("answer %v, want %q", got.trial.Details.Answer, want.Response)
		}
	}
	if got.trial.Status != results.NotJudged {
		t.Errorf("status %s: no outcome is recorded", got.trial.Status)
	}
}

// foreignResponses holds responses against their items; files that hold parts of one
// are no transcripts.
func foreignResponses(t *testing.T, f foreignFile) {
	want := countsOf[struct {
		Items map[string]int `json:"items"`
		Usage struct {
			Input  int64 `json:"input_tokens"`
			Output int64 `json:"output_tokens"`
			Total  int64 `json:"total_tokens"`
		} `json:"usage"`
		Model  string         `json:"model"`
		Events int            `json:"events"`
		Types  map[string]int `json:"types"`
		Keys   any            `json:"keys"`
		Status string         `json:"status"`
	}](t, f)
	list := readForeign(t, f)
	if want.Status != "" && len(list) == 1 {
		equal(t, "it ended with an error", list[0].trial.Details.ErrorText != "", want.Status != "completed")
	}
	if want.Items == nil && want.Types == nil {
		if _, isParts := want.Keys.(float64); isParts && len(list) > 0 {
			t.Errorf("read as %d transcripts", len(list))
		}
		return
	}
	if len(list) != 1 {
		t.Fatalf("%d transcripts", len(list))
	}
	calls := 0
	for _, s := range list[0].steps {
		calls += len(s.ToolCalls)
	}
	if want.Types != nil {
		holdLines(t, &list[0], want.Events, want.Types)
		if n := want.Types["response.code_interpreter_call.completed"]; calls != n {
			t.Errorf("%d calls, want %d", calls, n)
		}
		return
	}
	asked := 0
	for kind, n := range want.Items {
		if kind != "mcp_list_tools" && kind != "message" && kind != "reasoning" {
			asked += n
		}
	}
	u := list[0].trial.Usage
	if calls != asked || *u.Input+*u.CacheRead != want.Usage.Input || *u.Output != want.Usage.Output || *u.Total != want.Usage.Total ||
		list[0].run.System.Model != want.Model {
		t.Errorf("%d calls, %+v, %s", calls, u, list[0].run.System.Model)
	}
}

// foreignSession holds sessions of smaller programs against the lines that make steps.
func foreignSession(t *testing.T, f foreignFile) {
	counts := countsOf[struct {
		Types map[string]int `json:"types"`
		Lines int            `json:"lines"`
	}](t, f)
	want := counts.Types
	got := onlyTrial(t, f)
	holdLines(t, &got, counts.Lines, want)
	sources := map[string]int{}
	for _, s := range got.steps {
		if s.Event == "" {
			sources[s.Source]++
		}
		if s.Event == "raw" {
			t.Errorf("step %d is kept raw: %s", s.StepID, s.Raw)
		}
	}
	answers, prompts := want["assistant.message"]+want["assistant"], want["user.message"]+want["turn.prompt"]
	if want["llm.request"] > 0 {
		answers = want["llm.request"] - want["full_compaction.begin"]
	}
	if sources[results.SourceAgent] != answers || sources[results.SourceUser] != prompts {
		t.Errorf("%v, want %d answers and %d prompts", sources, answers, prompts)
	}
}

// foreignRefused holds that a file which is known and not read gives no run.
func foreignRefused(t *testing.T, f foreignFile) {
	if got := readForeign(t, f); len(got) != 0 {
		t.Errorf("%d trials of what is not read", len(got))
	}
}
