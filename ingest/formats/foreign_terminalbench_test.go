package formats_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// foreignTerminalBench holds runs of Terminal-Bench 1, their trials and their files
// against their counts.
func foreignTerminalBench(t *testing.T, f foreignFile) {
	switch base := filepath.Base(f.path); {
	case base == "results.json" && strings.Count(f.name, "/") == 4:
		terminalRun(t, f)
	case base == "results.json":
		terminalTrial(t, f)
	case base == "run_metadata.json":
		terminalSystem(t, f)
	default:
		terminalFile(t, f)
	}
}

// terminalRun holds a run's rows against what the store has of them.
func terminalRun(t *testing.T, f foreignFile) {
	want := countsOf[struct {
		Trials      int                `json:"trials"`
		Tasks       int                `json:"tasks"`
		Resolved    int                `json:"resolved"`
		Unresolved  int                `json:"unresolved"`
		Null        int                `json:"is_resolved_null"`
		Accuracy    float64            `json:"accuracy"`
		Modes       map[string]int     `json:"failure_modes"`
		TestsPassed int                `json:"tests_passed"`
		TestsFailed int                `json:"tests_failed"`
		WithTokens  int                `json:"trials_with_tokens"`
		PassAt      map[string]float64 `json:"pass_at_k"`
		NoParser    int                `json:"parser_null"`
		Input       int64              `json:"input_tokens"`
		Output      int64              `json:"output_tokens"`
	}](t, f)
	list := readForeign(t, foreignFile{path: filepath.Dir(f.path)})
	modes := map[string]int{}
	tasks := map[string]bool{}
	resolved, unresolved, null, passed, failed, tokens, unparsed, sum := 0, 0, 0, 0, 0, 0, 0, 0.0
	var input, output int64
	for _, tr := range list {
		tasks[tr.trial.Task] = true
		mode := tr.trial.Details.ErrorType
		if mode == "" {
			mode = "unset"
		}
		modes[mode]++
		if tr.trial.Score == nil {
			t.Errorf("%s has no score: the harness counts every trial", tr.trial.Task)
			continue
		}
		sum += *tr.trial.Score
		switch {
		case *tr.trial.Score == 1:
			resolved++
		case len(tr.trial.Checks) == 0:
			null++
		default:
			unresolved++
		}
		if len(tr.trial.Checks) == 0 {
			unparsed++
		}
		input, output = input+zero(tr.trial.Usage.Input), output+zero(tr.trial.Usage.Output)
		for _, c := range tr.trial.Checks {
			if *c.Passed {
				passed++
			} else {
				failed++
			}
		}
		if tr.trial.Usage.Input != nil || tr.trial.Usage.Output != nil {
			tokens++
		}
	}
	if !maps.Equal(modes, want.Modes) {
		t.Errorf("failure modes %v, want %v", modes, want.Modes)
	}
	got := fmt.Sprint(len(list), len(tasks), resolved, unresolved, null, passed, failed, tokens)
	if w := fmt.Sprint(want.Trials, want.Tasks, want.Resolved, want.Unresolved, want.Null, want.TestsPassed, want.TestsFailed,
		want.WithTokens); got != w {
		t.Errorf("trials, tasks, resolved, unresolved, without verdict, tests passed, failed, with tokens: %s, want %s", got, w)
	}
	equal(t, "trials without tests", unparsed, want.NoParser)
	equal(t, "tokens read", input, want.Input)
	equal(t, "tokens written", output, want.Output)
	if !resultstest.Near(sum/float64(len(list)), want.Accuracy, 1e-12) {
		t.Errorf("mean %v, want %v", sum/float64(len(list)), want.Accuracy)
	}
	run := list[0].run
	for k, v := range want.PassAt {
		found := false
		for _, r := range run.Reported {
			found = found || r.Metric == "pass_at_"+k && resultstest.Near(*r.Value, v, 1e-12)
		}
		equal(t, "pass@"+k, found, true)
	}
	if len(run.Reported) == 0 || run.Reported[0].Metric != "avg" || *run.Reported[0].Value != want.Accuracy || !run.Complete {
		t.Errorf("reported %+v, complete %v", run.Reported, run.Complete)
	}
}

func terminalTrial(t *testing.T, f foreignFile) {
	want := countsOf[struct {
		Trial    string         `json:"trial"`
		Resolved bool           `json:"resolved"`
		Mode     string         `json:"failure_mode"`
		Tests    map[string]int `json:"tests"`
	}](t, f)
	got := onlyTrial(t, foreignFile{path: filepath.Dir(f.path)})
	tests := map[string]int{}
	for _, c := range got.trial.Checks {
		if *c.Passed {
			tests["passed"]++
		} else {
			tests["failed"]++
		}
	}
	mode := got.trial.Details.ErrorType
	if mode == "" {
		mode = "unset"
	}
	if got.trial.Details.SourceTrial != want.Trial || (got.trial.Status == results.Passed) != want.Resolved || mode != want.Mode ||
		!maps.Equal(tests, want.Tests) {
		t.Errorf("%s is %s with %s and tests %v, want %+v", got.trial.Details.SourceTrial, got.trial.Status, mode, tests, want)
	}
}

func terminalSystem(t *testing.T, f foreignFile) {
	want := countsOf[struct {
		Run     string  `json:"run_id"`
		Dataset string  `json:"dataset_name"`
		Version string  `json:"dataset_version"`
		Agent   string  `json:"agent_name"`
		Model   *string `json:"model_name"`

		Accuracy *float64 `json:"accuracy"`
		Size     int      `json:"dataset_size"`
		Attempts int      `json:"n_attempts"`
		Start    string   `json:"start_time"`
		End      *string  `json:"end_time"`
	}](t, f)
	list := readForeign(t, foreignFile{path: resultstest.Shared(t, "foreign", "terminal-bench-1")})
	for _, tr := range list {
		if tr.run.Facts["run_id"] != want.Run {
			continue
		}
		equal(t, "tasks", tr.run.Facts[results.FactDatasetTasks], strconv.Itoa(want.Size))
		for _, x := range list {
			if x.run.ID == tr.run.ID && x.trial.Attempt > want.Attempts {
				t.Errorf("attempt %d of %d", x.trial.Attempt, want.Attempts)
			}
		}
		if want.Accuracy != nil && (len(tr.run.Reported) == 0 || !resultstest.Near(*tr.run.Reported[0].Value, *want.Accuracy, 1e-12)) {
			t.Errorf("reported %+v, want %v", tr.run.Reported, *want.Accuracy)
		}
		holdTime(t, tr.run.StartedAt, want.Start)
		if want.End != nil {
			holdTime(t, tr.run.FinishedAt, *want.End)
		}
		model := tr.run.ModelName
		if want.Model == nil {
			model = tr.run.Facts[results.FactModelFrom]
		}
		if s := tr.run.System; s.Framework != want.Agent || want.Model != nil && model != *want.Model || want.Model == nil &&
			(s.Model != "gpt-5" || model == "") || !strings.Contains(tr.run.Benchmark, want.Dataset+"-"+want.Version) {
			t.Errorf("run of %+v in %s, want %+v", s, tr.run.Benchmark, want)
		}
		return
	}
	t.Errorf("no run %s", want.Run)
}

// holdTime holds a time against how the record writes it, in UTC.
func holdTime(t *testing.T, got *int64, want string) {
	t.Helper()
	at, err := time.Parse("2006-01-02T15:04:05.999999999-07:00", want)
	if err != nil {
		at, err = time.Parse("2006-01-02T15:04:05.999999999", want)
	}
	if err != nil || got == nil || *got != at.UnixMilli() {
		t.Errorf("time %v, want %s (%v)", got, want, err)
	}
}

// terminalFile holds that a trial's file is kept, and that screens are steps.
func terminalFile(t *testing.T, f foreignFile) {
	want := countsOf[struct {
		Bytes   int64   `json:"bytes"`
		Version int     `json:"asciinema"` // of a recording
		Width   int     `json:"width"`
		Height  int     `json:"height"`
		Events  int     `json:"events"`
		Bad     int     `json:"bad_lines"`
		Seconds float64 `json:"seconds"`
	}](t, f)
	if want.Version > 0 {
		holdCast(t, f, want.Version, want.Width, want.Height, want.Events, want.Bad, want.Seconds)
	}
	info, err := os.Stat(f.path)
	if err != nil || want.Bytes > 0 && info.Size() != want.Bytes {
		t.Errorf("%v, %v", info, err)
	}
	if strings.HasSuffix(f.name, "/agent.cast") {
		terminalScreens(t, f)
	}
	if !strings.Contains(f.name, "/panes/") {
		return
	}
	got := onlyTrial(t, foreignFile{path: filepath.Dir(filepath.Dir(f.path))})
	text := must.Get(os.ReadFile(f.path))(t)
	for _, s := range got.steps {
		if s.Observation != nil && strings.HasPrefix(strings.TrimSpace(string(text)),
			strings.SplitN(strings.TrimSpace(s.Observation.Results[0].Content), "\n", 2)[0]) {
			return
		}
	}
	t.Errorf("no step shows %s", f.name)
}

// holdCast holds what is counted of a recording against the one that is kept.
func holdCast(t *testing.T, f foreignFile, version, width, height, events, bad int, seconds float64) {
	t.Helper()
	trial := onlyTrial(t, foreignFile{path: filepath.Dir(filepath.Dir(f.path))})
	for name, text := range trial.raws {
		if !strings.HasSuffix(name, filepath.Base(f.path)) {
			continue
		}
		first, rest, _ := strings.Cut(text, "\n")
		var head struct{ Version, Width, Height int }
		if err := json.Unmarshal([]byte(first), &head); err != nil {
			t.Error(err)
		}
		good, broken, last := 0, 0, 0.0
		for line := range strings.Lines(rest) {
			var e []any
			if strings.TrimSpace(line) == "" {
				continue
			}
			if json.Unmarshal([]byte(line), &e) != nil || len(e) != 3 {
				broken++
				continue
			}
			good++
			last, _ = e[0].(float64)
		}
		got := fmt.Sprint(head.Version, head.Width, head.Height, good, broken, math.Round(last*100)/100)
		if want := fmt.Sprint(version, width, height, events, bad, math.Round(seconds*100)/100); got != want {
			t.Errorf("version, width, height, events, broken lines, seconds: %s, want %s", got, want)
		}
		return
	}
	t.Errorf("%s is not kept", f.name)
}

// terminalScreens holds the last screen of a recording against the one that the harness
// kept: all but the command that ends the session is in both.
func terminalScreens(t *testing.T, f foreignFile) {
	dir := filepath.Dir(filepath.Dir(f.path))
	pane := must.Get(os.ReadFile(filepath.Join(dir, "panes", "post-agent.txt")))(t)
	last, screens := "", 0
	for _, s := range onlyTrial(t, foreignFile{path: dir}).steps {
		if strings.HasPrefix(s.Message, "The screen after ") && !strings.HasPrefix(s.Message, "The screen after the ") {
			last = s.Observation.Results[0].Content
			screens++
		}
	}
	missing := 0
	for line := range strings.Lines(last) {
		if !strings.Contains(string(pane), strings.TrimRight(line, "\n")) {
			missing++
		}
	}
	if screens < 2 || missing > 2 {
		t.Errorf("%d screens, %d lines of the last one are not in the pane", screens, missing)
	}
}
