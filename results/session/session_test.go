package session_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/session"
)

// trace builds the steps of a session, a second apart.
type trace struct {
	steps []*results.Step
}

func (t *trace) add(s results.Step) *results.Step {
	s.StepID = len(t.steps) + 1
	at := int64(s.StepID) * 1000
	if s.Timestamp == nil {
		s.Timestamp = &at
	}
	t.steps = append(t.steps, &s)
	return &s
}

func (t *trace) user(text string) { t.add(results.Step{Source: results.SourceUser, Message: text}) }

func (t *trace) call(name string, args any, answer results.Result) *results.Step {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	answer.CallID = "c"
	return t.add(results.Step{Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: name, Arguments: raw}},
		Observation: &results.Observation{Results: []results.Result{answer}}})
}

func (t *trace) bash(command, output string) *results.Step {
	return t.call("Bash", map[string]any{"command": command}, results.Result{Content: output})
}

func (t *trace) done(workspace string) *results.Session {
	f := session.NewFollower()
	for _, s := range t.steps {
		calls.JudgeStep(s)
		f.Step(s)
	}
	return f.Done(workspace)
}

// TestTitle: the only commit, else the first line of the first prompt that the user
// wrote, else the file that was changed most.
func TestTitle(t *testing.T) {
	const wrote = "[main 077aa87] fix: count words\n 1 file changed\n"
	edit := map[string]any{"file_path": "/w/a.py", "old_string": "a", "new_string": "b"}
	for name, tt := range map[string]struct {
		fill        func(*trace)
		title, from string
		step        int
	}{
		"one commit, in git's words": {func(x *trace) { x.user("Do it"); x.bash("git add . && git commit -m 'other'", wrote) },
			"fix: count words", "commit", 2},
		"one commit, a quiet one": {func(x *trace) {
			x.bash("git commit -q -m \"$(cat <<'EOF'\nfeat: a mean\n\nMore.\nEOF\n)\"", "")
		}, "feat: a mean", "commit", 1},
		"-am": {func(x *trace) { x.bash("git -C /w commit -qam 'docs: say it'", "") }, "docs: say it", "commit", 1},
		"two commits": {func(x *trace) {
			x.user("# Do **it**\nnow")
			x.bash("git commit -m a", wrote)
			x.bash("git commit -m b", wrote)
		}, "Do **it**", "prompt", 1},
		"a commit that failed": {func(x *trace) {
			x.user("Go")
			x.call("Bash", map[string]any{"command": "git commit -m a"}, results.Result{Content: "x", Failed: true, Failure: "is_error"})
		}, "Go", "prompt", 1},
		"nothing to commit": {func(x *trace) {
			x.user("Go")
			x.bash("git commit -m a | tail -1", "nothing to commit, working tree clean")
		}, "Go", "prompt", 1},
		"a word of the output": {func(x *trace) { x.user("Go"); x.bash("git log", wrote) }, "Go", "prompt", 1},
		"what a harness adds": {func(x *trace) {
			x.user("<environment_context>\n<cwd>/w</cwd>\n</environment_context>")
			x.user("# AGENTS.md instructions for /w\n\nBe brief.")
			x.user("<skill>\n<name>x</name>\n</skill>\n<system-reminder>x</system-reminder>\n\nCount words")
		}, "Count words", "prompt", 3},
		"a prompt behind what a harness adds": {func(x *trace) {
			x.user("# AGENTS.md instructions\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>\n<environment_context>\n</environment_context>\n<task>Count</task>")
		}, "<task>Count</task>", "prompt", 1},
		"no prompt": {func(x *trace) { x.call("Edit", edit, results.Result{Content: "ok"}) }, "a.py", "files", 1},
		"nothing":   {func(x *trace) { x.add(results.Step{Source: results.SourceSystem, Event: "meta", Message: "x"}) }, "", "", 0},
		"a step of another trace": {func(x *trace) {
			x.add(results.Step{Source: results.SourceUser, Message: "former", Copied: true})
			x.user("now")
		}, "now", "prompt", 2},
	} {
		t.Run(name, func(t *testing.T) {
			var x trace
			tt.fill(&x)
			if s := x.done("/w"); s.Title != tt.title || s.TitleFrom != tt.from || s.TitleStep != tt.step {
				t.Errorf("got %q from %q at step %d, want %q from %q at %d", s.Title, s.TitleFrom, s.TitleStep, tt.title, tt.from, tt.step)
			}
		})
	}
}

// TestFiles: changes are counted by file, from the workspace on, with their lines where
// the calls say them; what failed has changed nothing.
func TestFiles(t *testing.T) {
	var x trace
	x.call("Write", map[string]any{"file_path": "/w/new.md", "content": "a\nb\n"}, results.Result{Content: "ok"})
	x.call("Edit", map[string]any{"file_path": "/w/new.md", "old_string": "b", "new_string": "c\nd"}, results.Result{Content: "ok"})
	x.call("Edit", map[string]any{"file_path": "/w/src/a.py", "old_string": "x = 1\ny = 2",
		"new_string": "x = 1\ny = 3\nz = 4"}, results.Result{Content: "ok"})
	x.call("Edit", map[string]any{"file_path": "/w/src/b.py", "old_string": "x", "new_string": "y"},
		results.Result{Content: "no", Failed: true, Failure: "is_error"})
	x.call("apply_patch", map[string]any{"input": "*** Begin Patch\n*** Add File: n.txt\n+one\n+two\n*** Update File: m.txt\n@@\n-old\n+new\n+more\n keep\n*** End Patch"}, results.Result{Content: "ok"})
	x.call("apply_patch", "*** Begin Patch\n*** Update File: c.txt\n@@\n-a\n+b\n*** End Patch", results.Result{Content: "Success."})
	x.call("apply_patch", "*** Begin Patch\n*** Update File: d.txt\n@@\n-a\n+b\n*** End Patch",
		results.Result{Content: "apply_patch verification failed: Failed to find expected lines in d.txt"})
	x.call("file_change", map[string]any{"changes": []any{map[string]any{"path": "/w/e.txt", "kind": "delete"}}}, results.Result{Content: "ok"})
	x.call("apply_patch", map[string]any{"changes": map[string]any{"/w/f.txt": map[string]any{"add": map[string]any{"content": "a\n"}}}}, results.Result{Content: "ok"})
	x.bash("mkdir -p /w/lib && cp -r /w/src /w/lib && cp /w/a.md /w/lib/ && mv /w/docs /w/doc && rm -rf /w/build /w/out", "")
	x.bash("echo hi > /w/out.txt && cat /w/in.txt", "hi")
	x.call("Read", map[string]any{"file_path": "/w/src/a.py"}, results.Result{Content: "x"})
	s := x.done("/w")
	two, one, zero, three := 2, 1, 0, 3
	want := []results.SessionFile{
		{Path: "new.md", Step: 2, Op: "edit", Changes: 2, Lines: &three},
		{Path: "src/a.py", Step: 3, Op: "edit", Changes: 1, Added: &two, Removed: &one},
		{Path: "m.txt", Step: 5, Op: "edit", Changes: 1, Added: &two, Removed: &one},
		{Path: "n.txt", Step: 5, Op: "write", Changes: 1, Added: &two, Removed: &zero, Lines: &two},
		{Path: "c.txt", Step: 6, Op: "edit", Changes: 1, Added: &one, Removed: &one},
		{Path: "e.txt", Step: 8, Op: "remove", Changes: 1},
		{Path: "f.txt", Step: 9, Op: "write", Changes: 1, Added: &one, Removed: &zero, Lines: &one},
		{Path: "lib/a.md", Step: 10, Op: "write", Changes: 1, Guessed: true},
	}
	must.Same(t, want, s.Changed, "changed files")
	if s.ChangedTotal != 9 || s.ReadTotal != 3 {
		t.Errorf("got %d changed and %d read, want 9 and 3", s.ChangedTotal, s.ReadTotal)
	}
}

// TestBounded: very many files keep their number.
func TestBounded(t *testing.T) {
	var x trace
	for i := range 3 * results.SessionMost {
		x.call("Write", map[string]any{"file_path": "/w/" + strings.Repeat("x", i+1), "content": "a"},
			results.Result{Content: "no", Failed: i%2 > 0, Failure: "is_error"})
		x.bash("git commit -m a", "[main 0123456] a")
	}
	s := x.done("")
	if len(s.Changed) != results.SessionMost || s.ChangedTotal != 12 || len(s.Failures) != results.SessionMost ||
		len(s.Commits) != results.SessionMost || s.CommitsTotal != 24 {
		t.Errorf("%d of %d files, %d failures, %d of %d commits", len(s.Changed), s.ChangedTotal, len(s.Failures), len(s.Commits), s.CommitsTotal)
	}
	must.Equal(t, 48, s.Commits[7].Step, "the last commit is at step")
}

// TestFailures: failed, refused and empty are told apart, and what the user or the
// model broke off is found.
func TestFailures(t *testing.T) {
	var x trace
	x.user("Go")
	x.call("Bash", map[string]any{"command": "make"},
		results.Result{Content: "Exit code 2\nmake: *** no rule", Failed: true, Failure: "is_error"})
	x.call("Bash", map[string]any{"command": "grep -n x a.py"}, results.Result{Content: "Exit code 1", Failed: true, Failure: "is_error"})
	x.bash("ls", "a").Observation = nil
	x.call("Bash", map[string]any{"command": "sleep 9"}, results.Result{Content: "x", Status: "interrupted"})
	x.user("[Request interrupted by user for tool use]")
	x.add(results.Step{Source: results.SourceAgent, Error: "API Error: overloaded"})
	s := x.done("")
	if s.Empty != 1 || s.Unanswered != 1 || s.Errors != 1 || s.Prompts != 1 {
		t.Errorf("got %d empty, %d unanswered, %d errors, %d prompts, want 1 each", s.Empty, s.Unanswered, s.Errors, s.Prompts)
	}
	if diff := cmp.Diff([]int{5, 6}, s.Interrupts); diff != "" {
		t.Errorf("interrupts: %s", diff)
	}
	want := []results.SessionFailure{{Step: 2, Tool: "Bash", Asked: "make", Error: "make: *** no rule"},
		{Step: 7, Error: "API Error: overloaded"}}
	must.Same(t, want, s.Failures, "failures")
}

// TestSpent: costs are those of the answers that state one, sub-agents apart; waiting
// for the user is no work.
func TestSpent(t *testing.T) {
	var x trace
	cost := func(usd float64, agent string, depth int) {
		x.add(results.Step{Source: results.SourceAgent, Agent: agent, Depth: depth, Message: "said\nmore",
			Metrics: &results.Metrics{CostUSD: &usd}})
	}
	x.user("Go")
	cost(0.5, "", 0)
	cost(0.25, "research", 1)
	x.add(results.Step{Source: results.SourceAgent, Message: "no price"})
	late := int64(64_000)
	x.add(results.Step{Source: results.SourceUser, Message: "And then?", Timestamp: &late})
	s := x.done("")
	if s.ModelCalls != 3 || s.PricedCalls != 2 || s.CountedCalls != 0 || s.AgentCostUSD == nil || *s.AgentCostUSD != 0.25 || s.Agents != 1 {
		t.Errorf("got %+v", s)
	}
	if s.WaitedMS == nil || *s.WaitedMS != 60_000 {
		t.Errorf("waited %v, want 60000 ms", s.WaitedMS)
	}
	if s.LastStep != 4 || s.LastWords != "no price" || !s.LastWordsWhole {
		t.Errorf("last words %q at %d", s.LastWords, s.LastStep)
	}
}
