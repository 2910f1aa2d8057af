package formats_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// sweCounts is what is known of a file of SWE-agent, mini-swe-agent or SWE-bench.
type sweCounts struct {
	Shape       string
	Instance    string
	Steps       *int
	StepKeys    []string `json:"step_keys"`
	History     map[string]int
	Messages    map[string]int
	ToolCalls   int     `json:"tool_calls"`
	ToolResults int     `json:"tool_results"`
	Nonzero     *int    `json:"nonzero_returncodes"`
	Exit        *string `json:"exit_status"`
	Submission  *int    `json:"submission_bytes"`
	Version     string  `json:"mini_version"`
	Cost        *float64
	Prompt      *int64 `json:"prompt_tokens"`
	Completion  *int64 `json:"completion_tokens"`
	WithUsage   *int   `json:"calls_with_usage"`
	Actions     *int   `json:"actions"`
	Calls       *int   `json:"api_calls"`
	Stats       *struct {
		Total    *float64 `json:"total_cost"`
		Calls    int      `json:"api_calls"`
		Cost     float64  `json:"instance_cost"`
		Sent     int64    `json:"tokens_sent"`
		Received int64    `json:"tokens_received"`
	} `json:"model_stats"`

	Applied     *bool `json:"patch_applied"`
	ByInstance  bool  `json:"keyed_by_instance"`
	Resolved    *bool
	Tests       map[string]struct{ Success, Failure int }
	Predictions *int
	Empty       *int
	Bytes       *int
	Instances   *int
	Statuses    []string

	Submitted   *int `json:"submitted_instances"`
	ResolvedIn  int  `json:"resolved_instances"`
	Unresolved  int  `json:"unresolved_instances"`
	EmptyPatch  int  `json:"empty_patch_instances"`
	Errors      int  `json:"error_instances"`
	IncompleteN int  `json:"incomplete_ids"`

	Schema      int  `json:"schema_version"`
	Total       int  `json:"total_instances"`
	Completed   int  `json:"completed_instances"`
	Pending     int  `json:"pending_instances"`
	Failed      int  `json:"failed_instances"`
	CompletedN  *int `json:"completed_ids"`
	SubmittedN  *int `json:"submitted_ids"`
	ResolvedN   *int `json:"resolved_ids"`
	UnresolvedN *int `json:"unresolved_ids"`
	EmptyN      *int `json:"empty_patch_ids"`
	ErrorN      *int `json:"error_ids"`
	FailedN     *int `json:"failed_ids"`
	PendingN    *int `json:"pending_ids"`
}

// foreignSWE reads the run that a file is of and holds what the store has of it
// against the counts.
func foreignSWE(t *testing.T, f foreignFile) {
	want := countsOf[sweCounts](t, f)
	parts := strings.Split(f.name, "/")
	root, below := strings.TrimSuffix(f.path, filepath.FromSlash(strings.Join(parts[2:], "/"))), strings.Join(parts[2:], "/")
	fsys := os.DirFS(root)
	if len(parts) == 2 { // a report that lies beside the runs
		data := must.Get(os.ReadFile(f.path))(t)
		fsys, below = fstest.MapFS{parts[1]: {Data: data}}, parts[1]
	}
	s := readSWE(t, fsys)
	switch {
	case want.Shape != "":
		s.trajectory(t, below, &want)
	case want.Tests != nil:
		s.report(t, below, &want)
	case want.Predictions != nil:
		s.predictions(t, below, &want)
	case want.Bytes != nil:
		if raw := s.raws[below]; len(raw) != *want.Bytes {
			t.Errorf("%d bytes are kept, want %d", len(raw), *want.Bytes)
		}
	case want.Statuses != nil:
		s.exits(t, below, &want)
	case want.Submitted != nil:
		s.wholeReport(t, &want)
	default:
		t.Errorf("nothing is checked of %s", f.counts)
	}
}

// sweRun is what the store has of the runs of a folder.
type sweRun struct {
	runs     []results.Run
	trials   []sweTrial
	raws     map[string]string
	warnings []results.Warning
}

type sweTrial struct {
	results.StoredTrial
	steps []results.Step
	raws  map[string]string
}

// kept are the raw records of the trial.
func (tr *sweTrial) kept() string {
	return strings.Join(slices.Collect(maps.Values(tr.raws)), "\n")
}

func readSWE(t *testing.T, fsys fs.FS) *sweRun {
	t.Helper()
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fsys, ingest.Identity{})
	if len(rep.Refused) > 0 || len(rep.Runs) == 0 {
		t.Fatalf("%d runs, refused %+v", len(rep.Runs), rep.Refused)
	}
	s := &sweRun{raws: map[string]string{}}
	for _, line := range rep.Runs {
		run := must.Get(db.FindRun(t.Context(), line.Run))(t)
		s.runs = append(s.runs, run)
		s.warnings = append(s.warnings, line.Warnings...)
		maps.Copy(s.raws, rawsOf(t, db, run.ID, 0))
		for _, x := range storedTrials(t, db, run.ID, run.Slug) {
			maps.Copy(s.raws, x.raws)
			s.trials = append(s.trials, sweTrial{x.trial, x.steps, x.raws})
		}
	}
	return s
}

// of is the trial that keeps a record, whose name in its run may be shorter than in
// the folder.
func (s *sweRun) of(t *testing.T, name string) *sweTrial {
	t.Helper()
	for i := range s.trials {
		for kept := range s.trials[i].raws {
			if name == kept || strings.HasSuffix(name, "/"+kept) {
				return &s.trials[i]
			}
		}
	}
	t.Fatalf("no trial keeps %s", name)
	return nil
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	must.Equal(t, want, got, "%s", what)
}

func (s *sweRun) trajectory(t *testing.T, name string, want *sweCounts) {
	tr := s.of(t, name)
	said := map[string]int{}
	calls, named, answered, coded, nonzero, metered := 0, 0, 0, 0, 0, 0
	var prompt, completion int64
	for i := range tr.steps {
		st := &tr.steps[i]
		said[st.Source]++
		calls += len(st.ToolCalls)
		for _, c := range st.ToolCalls {
			if c.ID != "" {
				named++
			}
		}
		if m := st.Metrics; m != nil && m.PromptTokens != nil {
			metered++
			prompt, completion = prompt+*m.PromptTokens, completion+*m.CompletionTokens
		}
		if st.Observation == nil {
			continue
		}
		for _, r := range st.Observation.Results {
			if r.ExitCode != nil {
				coded++
				if *r.ExitCode != 0 {
					nonzero++
				}
			}
			if r.CallID != "" {
				answered++
			}
		}
	}
	equal(t, "calls with an id", named, want.ToolCalls)
	said["answers"] = said[results.SourceAgent]
	switch {
	case want.Messages != nil: // mini-swe-agent
		m := want.Messages
		equal(t, "answers", said["answers"], m["assistant"])
		// what a command printed is a message of the user where no tool is called
		others := len(tr.steps) - said["answers"]
		equal(t, "other messages", others+answersOf(tr.steps), m["system"]+m["user"]+m["tool"]+m["exit"])
		equal(t, "results of tools", answered-m["exit"], want.ToolResults) // the last call is answered by how it ended
		if m["tool"] > 0 {
			equal(t, "results with a code", coded, m["tool"])
		}
	case *want.Steps > 0: // SWE-agent: each step is an action and its observation
		equal(t, "steps of the agent", said["answers"], *want.Steps)
		equal(t, "answers in the history", said["answers"], want.History["assistant"])
	default:
		equal(t, "answers in the history", said["answers"], want.History["assistant"])
		equal(t, "results", answered, want.History["tool"])
	}
	if want.Steps != nil && *want.Steps > 0 {
		equal(t, "calls", calls, *want.Steps)
	}
	if want.Actions != nil {
		equal(t, "calls of tools", named, *want.Actions)
	}
	if want.Calls != nil && metered < *want.Calls { // the record has lost answers, and says so
		warned := false
		for _, w := range s.warnings {
			warned = warned || strings.Contains(w.Message, fmt.Sprintf("%d of %d answers of the model are recorded", metered, *want.Calls))
		}
		equal(t, "answers that are lost are told of", warned, true)
	}
	for _, key := range want.StepKeys {
		equal(t, key+" is kept", strings.Contains(tr.kept(), `"`+key+`"`), true)
	}
	if want.Nonzero != nil {
		equal(t, "codes that are not 0", nonzero, *want.Nonzero)
	}
	if want.WithUsage != nil {
		equal(t, "answers with tokens", metered, *want.WithUsage)
		equal(t, "tokens read", prompt, *want.Prompt)
		equal(t, "tokens written", completion, *want.Completion)
	}
	if want.Cost != nil {
		equal(t, "cost", *tr.Usage.CostUSD, *want.Cost)
	}
	if st := want.Stats; st != nil {
		if st.Total != nil { // of a run over one instance
			equal(t, "cost in all", *st.Total, st.Cost)
		}
		if st.Calls > 0 {
			equal(t, "answers", said["answers"], st.Calls)
		}
		equal(t, "cost is recorded", tr.Usage.CostUSD != nil, st.Cost > 0)
		equal(t, "tokens are recorded", tr.Usage.Input != nil, st.Sent > 0)
		if st.Sent > 0 {
			equal(t, "cost", *tr.Usage.CostUSD, st.Cost)
			equal(t, "tokens read", *tr.Usage.Input, st.Sent)
			equal(t, "tokens written", *tr.Usage.Output, st.Received)
		}
	}
	if want.Exit != nil {
		equal(t, "exit status", tr.Details.Ended, *want.Exit)
	}
	if want.Version != "" {
		equal(t, "version", s.runs[0].Facts[results.FactAgentVersion], want.Version)
	}
	if want.Instance != "" {
		equal(t, "task", tr.Task, want.Instance)
	}
	if want.Submission != nil && want.Exit != nil {
		equal(t, "bytes of the patch", tr.Details.Patch.Bytes, *want.Submission)
		equal(t, "an empty patch is empty", tr.Details.Patch.Text == "", *want.Submission == 0)
	}
}

// answersOf counts the results that are not answers in steps of their own.
func answersOf(steps []results.Step) int {
	n := 0
	for i := range steps {
		if o := steps[i].Observation; o != nil && steps[i].Source == results.SourceAgent {
			n += len(o.Results)
		}
	}
	return n
}

func (s *sweRun) report(t *testing.T, name string, want *sweCounts) {
	tr := s.of(t, name)
	status, score := results.Failed, 0.0
	if *want.Resolved {
		status, score = results.Passed, 1
	}
	equal(t, "status", tr.Status, status)
	equal(t, "score", *tr.Score, score)
	equal(t, "the patch was applied", *want.Applied, tr.Details.ErrorText == "")
	kept := s.raws[name] + tr.raws[name]
	equal(t, "the report is by instance", strings.HasPrefix(strings.TrimSpace(kept), `{"`+tr.Task) ||
		strings.HasPrefix(strings.Join(strings.Fields(kept), ""), `{"`+tr.Task), want.ByInstance)
	got := map[string]int{}
	for _, c := range tr.Checks {
		kind := c.Detail + " failure"
		if *c.Passed {
			kind = c.Detail + " success"
		}
		got[kind]++
	}
	for kind, n := range want.Tests {
		equal(t, kind+" success", got[kind+" success"], n.Success)
		equal(t, kind+" failure", got[kind+" failure"], n.Failure)
	}
}

func (s *sweRun) predictions(t *testing.T, name string, want *sweCounts) {
	n, empty := 0, 0
	for i := range s.trials {
		if p := s.trials[i].Details.Patch; p != nil {
			n++
			if p.Text == "" {
				empty++
			}
		}
	}
	equal(t, "patches", n, *want.Predictions)
	if want.Empty != nil {
		equal(t, "empty patches", empty, *want.Empty)
	}
	if s.raws[name] == "" && s.raws[path.Base(name)] == "" {
		t.Errorf("%s is not kept", name)
	}
}

// exits holds the trials against the record: each instance in it is a trial that ended
// with one of the statuses.
func (s *sweRun) exits(t *testing.T, name string, want *sweCounts) {
	fact := s.runs[0].Facts[path.Base(name)]
	n := 0
	for _, status := range want.Statuses {
		if !strings.Contains(fact, status+" ") {
			t.Errorf("%q lacks %s", fact, status)
		}
	}
	for part := range strings.SplitSeq(fact, ", ") {
		_, number, _ := strings.Cut(part, " ")
		of := must.Get(strconv.Atoi(number))(t)
		n += of
	}
	equal(t, "instances", n, *want.Instances)
	seen := map[string]bool{}
	for i := range s.trials {
		if s.trials[i].Details.Ended != "" {
			seen[s.trials[i].Task] = true
		}
	}
	if len(seen) < *want.Instances {
		t.Errorf("%d trials say how they ended, want %d and more", len(seen), *want.Instances)
	}
}

func (s *sweRun) wholeReport(t *testing.T, want *sweCounts) {
	c := s.runs[0].Counts
	equal(t, "submitted", c.Scored, *want.Submitted)
	equal(t, "resolved", c.Passed, want.ResolvedIn)
	equal(t, "unresolved", c.Failed, want.Unresolved)
	equal(t, "empty", c.NoAnswer, want.EmptyPatch)
	equal(t, "errors", c.Error, want.Errors)
	equal(t, "not submitted", c.Missing, want.IncompleteN)
	equal(t, "instances", s.runs[0].Facts[results.FactDatasetTasks], strconv.Itoa(want.Total))
	equal(t, "evaluated", c.Passed+c.Failed, want.Completed)
	for what, n := range map[string]struct {
		ids *int
		is  int
	}{
		"completed": {want.CompletedN, want.Completed}, "submitted": {want.SubmittedN, *want.Submitted},
		"resolved":   {want.ResolvedN, want.ResolvedIn},
		"unresolved": {want.UnresolvedN, want.Unresolved}, "empty": {want.EmptyN, want.EmptyPatch}, "errors": {want.ErrorN, want.Errors},
		"failed": {want.FailedN, want.Failed}, "pending": {want.PendingN, want.Pending},
	} {
		if n.ids != nil {
			equal(t, "ids of "+what, *n.ids, n.is)
		}
	}
	equal(t, "neither failed nor pending", want.Failed+want.Pending, 0)
	for _, text := range s.raws {
		var r struct {
			Schema int `json:"schema_version"`
		}
		if json.Unmarshal([]byte(text), &r) == nil && r.Schema == want.Schema {
			return
		}
	}
	t.Error("the report is not kept")
}
