package formats_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// inspectTokens is a block of usage of Inspect.
type inspectTokens struct {
	Input      *int64 `json:"input_tokens"`
	Output     *int64 `json:"output_tokens"`
	Total      *int64 `json:"total_tokens"`
	CacheRead  *int64 `json:"input_tokens_cache_read"`
	CacheWrite *int64 `json:"input_tokens_cache_write"`
	Reasoning  *int64 `json:"reasoning_tokens"`
}

// inspectSample is what is known of one sample.
type inspectSample struct {
	ID          any                      `json:"id"`
	Epoch       int                      `json:"epoch"`
	Messages    map[string]int           `json:"messages"`
	Calls       int                      `json:"tool_calls"`
	Results     int                      `json:"tool_results"`
	Errors      int                      `json:"tool_errors"`
	ModelEvents int                      `json:"model_events"`
	Usage       map[string]inspectTokens `json:"model_usage"`
	Scores      map[string]any           `json:"scores"`
	Failed      bool                     `json:"error"`
	Limit       any                      `json:"limit"`
	Images      int                      `json:"images"`
	Reasoning   int                      `json:"reasoning_blocks"`
	Events      map[string]int           `json:"events"` // by kind
	Retries     int                      `json:"error_retries"`
	TotalTime   *float64                 `json:"total_time"`
	WorkingTime *float64                 `json:"working_time"`
}

// foreignInspect holds a log of Inspect against the counts of its samples, and its own
// metrics against ours.
func foreignInspect(t *testing.T, f foreignFile) {
	want := countsOf[struct {
		inspectHeader
		Samples int `json:"samples_in_file"`
		Total   int `json:"header_total_samples"`
		Metrics []struct {
			Scorer  string             `json:"scorer"`
			Reducer *string            `json:"reducer"`
			Metrics map[string]float64 `json:"metrics"`
		} `json:"header_metrics"`
		Totals struct {
			Messages    int            `json:"messages"`
			Calls       int            `json:"tool_calls"`
			Results     int            `json:"tool_results"`
			Errors      int            `json:"tool_errors"`
			ModelEvents int            `json:"model_events"`
			Scored      int            `json:"scored"`
			Tokens      int64          `json:"total_tokens"`
			Values      map[string]int `json:"score_values"`
		} `json:"totals"`
		List []inspectSample `json:"samples"`
	}](t, f)
	list := readForeign(t, f)
	got, totals := 0, want.Totals
	sum := totals
	sum.Messages, sum.Calls, sum.Results, sum.Errors, sum.ModelEvents, sum.Scored, sum.Tokens = 0, 0, 0, 0, 0, 0, 0
	sum.Values = map[string]int{}
	byName := map[string]*foreignTrial{}
	for i := range list {
		x := &list[i]
		if x.trial.Status == results.Missing {
			continue
		}
		got++
		byName[x.trial.Details.SourceTrial] = x
		c := countInspect(x)
		for _, n := range c.Messages {
			sum.Messages += n
		}
		sum.Calls, sum.Results, sum.Errors, sum.ModelEvents = sum.Calls+c.Calls, sum.Results+c.Results, sum.Errors+c.Errors,
			sum.ModelEvents+c.ModelEvents
		if x.trial.Score != nil {
			sum.Scored++
		}
		sum.Tokens += tokensOf(x)
		for _, check := range x.trial.Checks {
			value := strings.TrimPrefix(strings.SplitN(check.Detail, "\n", 2)[0], "Value: ")
			if letter, _, named := strings.Cut(value, " ("); named {
				value = `"` + letter + `"`
			}
			sum.Values[value]++
		}
	}
	if got != want.Samples || len(list) != max(want.Total, want.Samples) {
		t.Errorf("%d samples and %d in all, want %d and %d", got, len(list), want.Samples, want.Total)
	}
	must.Same(t, totals, sum, "totals")
	for i := range want.List {
		s := &want.List[i]
		x := byName[fmt.Sprintf("%v, epoch %d", s.ID, s.Epoch)]
		if x == nil {
			t.Errorf("no sample %v, epoch %d", s.ID, s.Epoch)
			continue
		}
		compareInspect(t, s, x)
	}
	reported := map[string]float64{}
	for _, r := range list[0].run.Reported {
		reported[r.Metric] = *r.Value
	}
	for _, m := range want.Metrics {
		named := func(x foreignTrial) bool {
			return slices.ContainsFunc(x.trial.Checks, func(c results.Check) bool { return strings.HasPrefix(c.ID, m.Scorer) })
		}
		if sum.Scored > 0 && !slices.ContainsFunc(list, named) {
			t.Errorf("no check is of the scorer %s", m.Scorer)
		}
		for name, value := range m.Metrics {
			if m.Reducer != nil && *m.Reducer != "mean" {
				name += "_" + *m.Reducer
			}
			if got, ok := reported[name]; !ok || math.Abs(got-value) > 1e-12 {
				t.Errorf("the log states %s %v, the run %v", name, value, got)
			}
			delete(reported, name)
		}
	}
	if len(reported) > 0 {
		t.Errorf("the run has the log state %v besides", reported)
	}
	want.compare(t, f, list)
}

// inspectHeader is what is known of a log as a whole.
type inspectHeader struct {
	Layout    string           `json:"layout"`
	Methods   map[string]int   `json:"zip_methods"` // entries by how they are compressed
	Version   json.Number      `json:"version"`
	Status    string           `json:"status"`
	Task      string           `json:"task"`
	Model     string           `json:"model"`
	Created   string           `json:"created"`
	Program   string           `json:"inspect_ai"`
	Dataset   int              `json:"dataset_samples"`
	Epochs    *int             `json:"epochs"`
	Completed int              `json:"header_completed_samples"`
	Usage     map[string]int64 `json:"header_usage"` // tokens by model
}

// compare holds the run against its header, and the records that were kept against the
// entries of the archive.
func (want *inspectHeader) compare(t *testing.T, f foreignFile, list []foreignTrial) {
	t.Helper()
	run, facts := list[0].run, list[0].run.Facts
	model := facts[results.FactModelRecorded]
	if model == "" {
		model = run.ModelName
	}
	equal(t, "model", model == want.Model || strings.Trim(want.Model, ".") == "", true)
	equal(t, "status", facts["log_status"], want.Status)
	equal(t, "version of the program", facts["inspect_ai"] == want.Program || strings.Trim(want.Program, ".") == "", true)
	equal(t, "samples of the data set", facts[results.FactDatasetTasks], fmt.Sprint(want.Dataset))
	equal(t, "benchmark", strings.HasPrefix(run.Benchmark, "inspect-"+results.NameID(want.Task)) || strings.Trim(want.Task, ".") == "",
		true)
	kept := maps.Clone(list[0].runRaws)
	entries, most, done, models := 0, 0, 0, map[string]int64{}
	for i := range list {
		x := &list[i]
		for name, text := range x.raws {
			if !strings.Contains(name, "media/") {
				kept[name] = text
			}
		}
		most = max(most, x.trial.Attempt)
		if x.trial.Details.ErrorType != "error" {
			done++
		}
		for name, text := range x.raws {
			var s struct {
				Usage map[string]struct {
					Total int64 `json:"total_tokens"`
				} `json:"model_usage"`
			}
			if json.Unmarshal([]byte(text), &s) == nil && strings.HasSuffix(name, ".json") {
				for model, u := range s.Usage {
					models[model] += u.Total
				}
			}
		}
	}
	for _, n := range want.Methods {
		entries += n
	}
	if entries > 0 { // the journal's summaries are in those of the end
		journal := 0
		for _, name := range entriesOf(t, f.path) {
			if _, ok := kept[name]; !ok && !strings.HasPrefix(name, "_journal/summaries/") {
				t.Errorf("%s is not kept", name)
			} else if !ok {
				journal++
			}
		}
		equal(t, "entries", len(kept)+journal, entries)
	}
	equal(t, "the log is one document", entries == 0, want.Layout == "json")
	equal(t, "samples in chunks", slices.ContainsFunc(slices.Collect(maps.Keys(kept)),
		func(name string) bool { return strings.HasSuffix(name, "/sample.json") }), want.Layout == "chunked")
	if want.Epochs != nil {
		equal(t, "epochs", max(most, *want.Epochs), most)
	}
	var head struct {
		Version json.Number
		Eval    struct{ Created string }
	}
	for name, text := range kept {
		if path.Base(name) == "header.json" {
			if err := json.Unmarshal([]byte(text), &head); err != nil {
				t.Error(err)
			}
		}
	}
	equal(t, "version of the log", head.Version, want.Version)
	equal(t, "when the log was begun", head.Eval.Created, want.Created)
	if run.StartedAt == nil && strings.Trim(want.Created, ".") != "" {
		t.Error("the run has no time")
	}
	warned := ""
	for _, w := range list[0].warnings {
		warned += w.Message + "\n"
	}
	for model, tokens := range want.Usage {
		if models[model] != tokens && !strings.Contains(warned, fmt.Sprintf("the header counts %d tokens of %s", tokens, model)) &&
			list[0].trial.Status != results.Missing {
			t.Errorf("%s: %d tokens in the samples, %d in the header, and no word of it: %s", model, models[model], tokens, warned)
		}
	}
	if want.Completed != done && !strings.Contains(warned, "the header counts") {
		t.Errorf("%d samples ended without an error, the header has %d: %s", done, want.Completed, warned)
	}
}

// entriesOf lists the entries of an archive.
func entriesOf(t *testing.T, file string) (names []string) {
	t.Helper()
	z := must.Get(zip.OpenReader(file))(t)
	defer z.Close()
	for _, e := range z.File {
		names = append(names, e.Name)
	}
	return names
}

// eventsOf counts the events of a sample by kind, as its records have them.
func eventsOf(x *foreignTrial) map[string]int {
	type event struct {
		Event string `json:"event"`
	}
	counts := map[string]int{}
	for name, text := range x.raws {
		var list []event
		var sample struct {
			Events     []event
			Transcript struct{ Events []event }
		}
		if strings.Contains(name, "/events/") || strings.HasSuffix(name, "/events.json") {
			_ = json.Unmarshal([]byte(text), &list) // what is no list has none
		} else if json.Unmarshal([]byte(text), &sample) == nil {
			list = slices.Concat(sample.Events, sample.Transcript.Events)
		}
		for _, e := range list {
			if e.Event == "" {
				continue // an index beside the events
			}
			counts[e.Event]++
		}
	}
	return counts
}

// told are the kinds that are steps, or the tree of the steps; the others are counted in a
// trial's note.
var told = []string{"model", "tool", "span_begin", "span_end", "step", "info", "error", "input", "sample_limit",
	"compaction"} //nolint:gochecknoglobals // constant

// countInspect counts what a trial's steps hold.
func countInspect(x *foreignTrial) inspectSample {
	c := inspectSample{Messages: map[string]int{}}
	for i := range x.steps {
		s := &x.steps[i]
		if s.Source == results.SourceAgent && !s.Copied && (s.Metrics != nil || s.Timestamp != nil) {
			c.ModelEvents++
		}
		if s.Depth > 0 || s.Event != "" || s.Error != "" && s.Message == "" {
			continue
		}
		parts := s.Parts
		c.Calls += len(s.ToolCalls)
		if s.Observation != nil {
			for j := range s.Observation.Results {
				r := &s.Observation.Results[j]
				c.Messages["tool"]++
				c.Results++
				if r.Failure == "is_error" {
					c.Errors++
				}
				parts = append(parts, r.Parts...)
			}
		}
		for _, p := range parts {
			if p.Type == "image" && p.Raw != "" {
				c.Images++
			}
		}
		if s.Reasoning != "" || s.Encrypted {
			c.Reasoning++
		}
		switch {
		case s.Source == results.SourceAgent:
			c.Messages["assistant"]++
		case s.Observation == nil:
			c.Messages[s.Source]++
		}
	}
	return c
}

// tokensOf are those of the model and of the graders.
func tokensOf(x *foreignTrial) int64 {
	n := int64(x.trial.Details.Metrics["grader_tokens"])
	if total := x.trial.Usage.Total; total != nil {
		n += *total
	}
	return n
}

func compareInspect(t *testing.T, want *inspectSample, x *foreignTrial) {
	t.Helper()
	c := countInspect(x)
	if diff := cmp.Diff(want.Events, eventsOf(x), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s: events (-want +got):\n%s", x.trial.Details.SourceTrial, diff)
	}
	for kind, n := range want.Events {
		if !slices.Contains(told, kind) && !strings.Contains(x.trial.Details.TraceNote, fmt.Sprintf("%d %s", n, kind)) {
			t.Errorf("%s: %d %s are not told of in %q", x.trial.Details.SourceTrial, n, kind, x.trial.Details.TraceNote)
		}
	}
	if again := strings.Contains(x.trial.Details.TraceNote, "begun again"); again != (want.Retries > 0) {
		t.Errorf("%s: %d retries, the note is %q", x.trial.Details.SourceTrial, want.Retries, x.trial.Details.TraceNote)
	}
	must.Same(t, want.Messages, c.Messages, "%s: messages", x.trial.Details.SourceTrial)
	if c.Calls != want.Calls || c.Calls != x.trial.ToolCalls || c.Results != want.Results || c.Errors != want.Errors ||
		c.ModelEvents != want.ModelEvents || c.Images != want.Images || c.Reasoning != want.Reasoning {
		t.Errorf("%s: %+v, want %+v", x.trial.Details.SourceTrial, c, want)
	}
	if len(x.trial.Checks) != len(want.Scores) || (x.trial.Score != nil) != (len(want.Scores) > 0) {
		t.Errorf("%s: score %v of checks %+v, want %v", x.trial.Details.SourceTrial, x.trial.Score, x.trial.Checks, want.Scores)
	}
	if want.Failed != (x.trial.Details.ErrorType == "error") || (want.Limit != nil) != strings.Contains(x.trial.Details.Ended, " limit") {
		t.Errorf("%s: %s %q, ended with %q, want error %v, limit %v", x.trial.Details.SourceTrial, x.trial.Details.ErrorType,
			x.trial.Details.ErrorText, x.trial.Details.Ended, want.Failed, want.Limit)
	}
	seconds := func(name string, ms *int64, s *float64) {
		if (ms == nil) != (s == nil) || ms != nil && *ms != int64(math.Round(*s*1000)) {
			t.Errorf("%s: %s %v ms, want %v s", x.trial.Details.SourceTrial, name, ms, s)
		}
	}
	seconds("total time", x.trial.DurationMS, want.TotalTime)
	seconds("working time", x.trial.AgentMS, want.WorkingTime)
	graders := x.trial.Details.Metrics["grader_tokens"] > 0
	for _, u := range want.Usage { // each file names one model
		got := x.trial.Usage
		if !graders && (!same(got.Total, u.Total) || !same(got.Output, u.Output) || !same(got.CacheRead, u.CacheRead) ||
			!same(got.CacheWrite, u.CacheWrite)) {
			t.Errorf("%s: usage %+v, want %+v", x.trial.Details.SourceTrial, got, u)
		}
		// some providers count what was cached among the input, which we do not
		if in := zero(got.Input); !graders && in != zero(u.Input) && in+zero(got.CacheRead) != zero(u.Input) {
			t.Errorf("%s: input %d, want %d", x.trial.Details.SourceTrial, in, zero(u.Input))
		}
		var thought struct {
			Tokens int64 `json:"reasoning_tokens"`
		}
		reasoning := int64(0)
		for i := range x.steps {
			if m := x.steps[i].Metrics; m != nil && len(m.Also) > 0 {
				thought.Tokens = 0
				if err := json.Unmarshal(m.Also, &thought); err != nil {
					t.Error(err)
				}
				reasoning += thought.Tokens
			}
		}
		if !graders && reasoning != zero(u.Reasoning) {
			t.Errorf("%s: %d tokens of reasoning, want %d", x.trial.Details.SourceTrial, reasoning, zero(u.Reasoning))
		}
		if all := *got.Input + *got.Output + zero(got.CacheRead) + zero(got.CacheWrite); !graders && all != *u.Total {
			t.Errorf("%s: the parts of the tokens sum to %d, want %d", x.trial.Details.SourceTrial, all, *u.Total)
		}
	}
}

func same(a, b *int64) bool { return zero(a) == zero(b) } // the counts leave zeros out

func zero(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
