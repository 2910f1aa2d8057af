package why

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

type args = map[string]any

// step makes a step of one call and its answer.
func step(id int, tool string, a args, answer string) *results.Step {
	raw, err := json.Marshal(a)
	if err != nil {
		panic(err)
	}
	return &results.Step{
		StepID: id, Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: fmt.Sprint("c", id), Name: tool, Arguments: raw}},
		Observation: &results.Observation{Results: []results.Result{{CallID: fmt.Sprint("c", id), Content: answer}}},
	}
}

func ask(text string) *results.Step {
	return &results.Step{StepID: 1, Source: results.SourceUser, Message: text}
}

// turn makes a trial of a task whose checker printed something.
func turn(task, printed string, steps ...*results.Step) Turn {
	t := &results.StoredTrial{Trial: results.Trial{Task: task, Attempt: 1, Status: results.Failed, Kind: "exec_check"}}
	t.Details.Session, t.Details.Workspace = "s", "/home/u/w"
	t.Details.Verdict = &results.CheckerVerdict{Stdout: printed}
	if printed == "" {
		t.Status = results.Passed
	}
	return Turn{Task: &results.Task{Slug: task}, Trial: t, Steps: steps}
}

// words is a failed check on one line, with its causes.
func wordsOf(c *results.FailedCheck) string {
	var b strings.Builder
	fmt.Fprintf(&b, "file=%s field=%s expected=%s got=%s", c.File, c.Field, c.Expected, c.Got)
	for _, x := range []struct {
		name  string
		cause *results.StepRef
	}{{"wrote", c.Wrote}, {"read", c.Read}, {"seen", c.Seen}} {
		if x.cause != nil {
			fmt.Fprintf(&b, "; %s %s %d.%d %s by %s %q", x.name, x.cause.Task, x.cause.Step, x.cause.Call, x.cause.File, x.cause.Rule, x.cause.Quote)
			if x.cause.Lacks {
				b.WriteString(" without it")
			}
		}
	}
	if c.Unwritten {
		b.WriteString("; unwritten")
	}
	if c.Unread {
		b.WriteString("; unread")
	}
	return b.String()
}

// TestFromTheComplaintToTheRead follows a stale value over two rounds of a session:
// the first one reads it, the second one writes it into a script.
func TestFromTheComplaintToTheRead(t *testing.T) {
	var s Reader
	if w := s.Turn(turn("q5", "", ask("look"), step(2, "history", args{"key": "chat"},
		"liu: [10:00] counted another way, all views\nwu: ok"))); w != nil {
		t.Fatalf("a passed trial has complaints: %+v", w)
	}
	w := s.Turn(turn("q15", "FAILED: key_quote must contain 'our own estimate', got: \"counted another way\"\n",
		ask("Write scripts/admit.py"),
		step(2, "read", args{"path": "/home/u/w/notes.md"}, "nothing here"),
		step(3, "write", args{"path": "/home/u/w/scripts/admit.py",
			"content": "import json\nquote = 'counted another way'\nprint(quote)\n"}, "ok"),
		step(4, "history", args{"key": "chat"}, "liu: it is our own estimate")))
	if w == nil || len(w.Failed) != 1 {
		t.Fatalf("%+v", w)
	}
	want := `file= field=key_quote expected=our own estimate got=counted another way` +
		`; wrote q15 3.1 scripts/admit.py by last "quote = 'counted another way'"; read q5 2.1  by value "liu: [10:00] counted another way, all views"; unread`
	if got := wordsOf(&w.Failed[0]); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if c := w.Failed[0]; !c.Wrote.Likely || !c.Read.Likely || c.Read.CallID != "c2" || c.Read.Tool != "history" {
		t.Errorf("%+v %+v", c.Wrote, c.Read)
	}
}

func TestComplaints(t *testing.T) {
	md := step(2, "write", args{"path": "docs/a.md", "content": "# A\n"}, "ok")
	data := step(3, "write", args{"path": "docs/a.json", "content": "{\"n_days\": 9,\n\"when\": \"2025-03-10\"}\n"}, "ok")
	for _, tt := range []struct {
		name, printed, command, prompt string
		want                           []string
	}{
		{"the complaint names the file and the field", "FAILED: a.json: n_days expected 7, got 9\n", "", "",
			[]string{`file=a.json field=n_days expected=7 got=9; wrote t 3.1 docs/a.json by named "{\"n_days\": 9,"`}},
		{"found before asked for", "FAILED: field 'when' is '2025-03-10', expected '2025-03-12'\n", "", "",
			[]string{`file= field=when expected=2025-03-12 got=2025-03-10; wrote t 3.1 docs/a.json by last "\"when\": \"2025-03-10\"}"; unread`}},
		{"a heading names the file", "Failed Files:\n\n  /home/u/w/docs/a.md\n    [P3] 1 issue(s)\n      - Missing required sections: Details\n", "", "",
			[]string{`file=./docs/a.md field= expected= got=; wrote t 2.1 docs/a.md by named ""`}},
		{"of several lines that fit the surest", "Status: ✗ FAILED\n✗ when: 2025-03-10 (expected: 2025-03-12)\n- Field 'when' has wrong value. Expected: 2025-03-12, Got: 2025-03-10\n", "", "Write a.json",
			[]string{`file= field=when expected=2025-03-12 got=2025-03-10; wrote t 3.1 docs/a.json by prompt "\"when\": \"2025-03-10\"}"; unread`}},
		{"the kind of file follows from the words", "FAILED: no ## heading found\n", "", "",
			[]string{`file= field= expected= got=; wrote t 2.1 docs/a.md by last ""`}},
		{"the command names the file", "FAILED: wrong\n", "python check.py docs/a.md", "Write a.json",
			[]string{`file= field= expected= got=; wrote t 2.1 docs/a.md by command ""`}},
		{"a file that was not written", "FAILED: docs/b.json not found\n", "", "Write docs/b.json and docs/a.md",
			[]string{`file=docs/b.json field= expected= got=; unwritten`}},
		{"a name that is asked for is no file", "FAILED: does not cite 'x.py:127'\n", "", "",
			[]string{`file= field= expected=x.py:127 got=; wrote t 3.1 docs/a.json by last ""; unread`}},
		{"a program that broke off", "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\n    assert 'n_hours' in d\nAssertionError\n", "", "",
			[]string{`file= field=n_hours expected= got=; wrote t 3.1 docs/a.json by last "" without it`}},
		{"each only once", "FAILED: wrong\nFAILED: wrong\nFAILED: also\n", "", "",
			[]string{`file= field= expected= got=; wrote t 3.1 docs/a.json by last ""`,
				`file= field= expected= got=; wrote t 3.1 docs/a.json by last ""`}},
		{"words of no known kind", "it is not good\n", "", "", []string{`file= field= expected= got=; wrote t 3.1 docs/a.json by last ""`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := turn("t", tt.printed, ask("?"), md, data)
			x.Task.Facts.Command, x.Task.Facts.Prompt = tt.command, tt.prompt
			var s Reader
			w := s.Turn(x)
			if w == nil {
				t.Fatal("no complaint")
			}
			var got []string
			for i := range w.Failed {
				got = append(got, wordsOf(&w.Failed[i]))
			}
			must.Same(t, tt.want, got, "what was got")
		})
	}
}

// TestChecks: where the record lists checks, each that failed has its own words.
func TestChecks(t *testing.T) {
	no, yes := false, true
	x := turn("t", "ignored", ask("?"), step(2, "write", args{"path": "a.json", "content": "{}"}, "ok"))
	x.Trial.Checks = []results.Check{{ID: "c1", Passed: &yes, Detail: "FAILED: not this"},
		{ID: "c2", Passed: &no, Detail: "FAILED: missing field 'total'"}, {ID: "c3", Passed: &no}}
	var s Reader
	w := s.Turn(x)
	if w == nil || len(w.Failed) != 1 || w.Failed[0].Check != "c2" || w.Failed[0].Field != "total" {
		t.Errorf("%+v", w)
	}
}

// TestSessions: what another session or another attempt did is not this one's.
func TestSessions(t *testing.T) {
	read := step(2, "read", args{"path": "x"}, "the code is 4711")
	for name, change := range map[string]func(*Turn){
		"same":          func(*Turn) {},
		"other session": func(t *Turn) { t.Trial.Details.Session = "other" },
		"no session":    func(t *Turn) { t.Trial.Details.Session = "" },
		"other attempt": func(t *Turn) { t.Trial.Attempt = 2 },
	} {
		var s Reader
		s.Turn(turn("q1", "", ask("?"), read))
		x := turn("q2", "FAILED: code expected 4711, got None", ask("?"), step(2, "write", args{"path": "a", "content": "x"}, "ok"))
		change(&x)
		w := s.Turn(x)
		if seen := w.Failed[0].Seen != nil; seen != (name == "same") || w.Failed[0].Unread == seen {
			t.Errorf("%s: %s", name, wordsOf(&w.Failed[0]))
		}
	}
}

// TestOptions has the reason for a wrong option by what the agent was shown and said.
func TestOptions(t *testing.T) {
	const question = "Which of these are correct?\n\nA. Update all time fields in the file (both new and pre-existing) to ISO 8601 format when you modify it\n" +
		"B. The harbour master must sign the manifest twice\n\nAnswer using \\bbox{X,Y}."
	long := results.Option{Label: "A", Text: "Fix all time fields", Gold: true}
	other := results.Option{Label: "B", Text: "Sign twice"}
	answer := func(text string) *results.Step {
		return &results.Step{StepID: 3, Source: results.SourceAgent, Message: text}
	}
	look := func(tool, text string) *results.Step {
		return step(2, tool, args{"path": "rules.md", "content": "rules"}, text)
	}
	sources := func(list ...Source) func() []Source { return func() []Source { return list } }
	for name, tt := range map[string]struct {
		steps   []*results.Step
		chosen  string
		reason  string // explanation in the dataset
		sources func() []Source
		want    string
	}{
		"feedback in the prompt was shown": {
			steps: []*results.Step{ask("[Previous Feedback] Issues: (1) make a backup; (2) all `identified_at` time fields (including the pre-existing ones that you modify) must use ISO 8601 format.\n\n" + question)},
			want:  "It missed option A, which is correct. It made no call in this task; the prompt says “…fields (including the pre-existing ones that you modify) must use ISO 8601 format” (step 1).",
		},
		"the question is no passage": {steps: []*results.Step{ask(question)}, want: "It missed option A, which is correct. It made no call in this task; probably no text that it was shown states it."},
		"a file that was read": {
			steps: []*results.Step{ask(question), look("read", "# Rules\n\nModify a file: all its time fields, new and pre-existing, go to ISO 8601 format.\n")},
			want:  "It missed option A, which is correct. It made no call in this task; rules.md says “…file: all its time fields, new and pre-existing, go to ISO 8601 format” (step 2).",
		},
		"a file that the agent wrote": {
			steps: []*results.Step{ask(question), look("write", "wrote rules.md: all time fields of the file, new and pre-existing, to ISO 8601 format when you modify it")},
			want:  "It missed option A, which is correct. It made no call in this task; probably no text that it was shown states it.",
		},
		"a file that was never opened": {
			steps: []*results.Step{ask(question)}, sources: sources(Source{Path: "rules.md", Text: "one\nModify a file: all its time fields, new and pre-existing, go to ISO 8601 format.\n"}),
			want: "It missed option A, which is correct. It made no call in this task; rules.md, which says “…file: all its time fields, new and pre-existing, go to ISO 8601 format”, was never opened.",
		},
		"a file of a later update": {
			steps: []*results.Step{ask(question)}, reason: "rules.md has it", sources: sources(Source{Path: "other.md", Text: "nothing"}),
			want: "It missed option A, which is correct. It made no call in this task; rules.md, named by the benchmark, did not exist yet.",
		},
		"no source": {
			steps: []*results.Step{ask(question)}, sources: sources(Source{Path: "other.md", Text: "nothing"}),
			want: "It missed option A, which is correct. It made no call in this task; probably no text that it was shown and no source in the environment states it.",
		},
		"rules that may state it in other words": {
			steps: []*results.Step{ask("[Previous Feedback] Dates are in ISO 8601.\n\n" + question)},
			want:  "It missed option A, which is correct. It made no call in this task.",
		},
		"the answer judges the option": {
			steps: []*results.Step{ask(question), answer("Let me see:\n\n- **A** is incorrect: old fields stay as they are.\n- **B** is incorrect.\n\n\\bbox{}")},
			want:  "It missed option A, which is correct. Of A its answer says “is incorrect: old fields stay as they are” (step 3); it made no call in this task.",
		},
		"the answer judges otherwise than it chooses": {
			steps: []*results.Step{ask(question), answer("*   **A is correct (always)**: see the rules.\n*   **B is wrong**: no.\n\n\\bbox{B}")}, chosen: "B",
			want: "It chose B; A is correct. Of A its answer says “is correct (always)” (step 3) but chooses only B; it made no call in this task.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			x := turn("q", "x", tt.steps...)
			x.Trial.Kind, x.Trial.Selected = results.KindMultiChoice, []string{}
			if tt.chosen != "" {
				x.Trial.Selected = []string{tt.chosen}
			}
			gold := long
			gold.Feedback = tt.reason
			x.Task.Options, x.Task.Facts.Prompt, x.Sources = []results.Option{gold, other}, question, tt.sources
			if r := reasonOf(t, x); r.Sentence != tt.want {
				t.Errorf("got  %s\nwant %s", r.Sentence, tt.want)
			}
		})
	}
	x := turn("q", "x", ask(question))
	x.Trial.Kind, x.Task.Options = results.KindMultiChoice, []results.Option{long}
	if w := new(Reader).Turn(x); len(w.Failed) > 0 {
		t.Error("nothing was extracted, so no option is wrong")
	}
}

// TestToldOption: an earlier option that the agent chose and was told is correct counts as shown.
func TestToldOption(t *testing.T) {
	var r Reader
	first := turn("r1", "", ask("Which?\n\nA. The backup of a changed file keeps its original timestamp format\n\n\\bbox{X}"))
	first.Task.Options = []results.Option{{Label: "A", Text: "Format of the backup", Gold: true}}
	first.Trial.Kind, first.Trial.Selected = results.KindMultiChoice, []string{"A"}
	first.Task.Facts.Prompt = first.Steps[0].Message
	r.Turn(first)
	x := turn("r2", "x", ask("[Previous Feedback] Correct!\n\nWhich?"))
	x.Trial.Kind, x.Trial.Selected = results.KindMultiChoice, []string{}
	x.Task.Options = []results.Option{{Label: "C", Text: "A backup keeps the original timestamp format of the changed file", Gold: true}}
	want := "It missed option C, which is correct. It made no call in this task; the correct option A says “The backup of a changed file keeps its original timestamp format” (step 1 of r1)."
	if w := r.Turn(x); w.Reason.Sentence != want {
		t.Errorf("got  %s\nwant %s", w.Reason.Sentence, want)
	}
}

// TestMany: failed checks beyond the bound are counted.
func TestMany(t *testing.T) {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "FAILED: thing %d\n", i)
	}
	var s Reader
	w := s.Turn(turn("t", b.String(), ask("?")))
	if len(w.Failed) != results.FailedChecksMost || w.More != 20-results.FailedChecksMost {
		t.Errorf("%d and %d more", len(w.Failed), w.More)
	}
}

// TestForgets: texts beyond the bound are forgotten, the oldest first, and counts of
// words go on.
func TestForgets(t *testing.T) {
	var r Reader
	big := strings.Repeat("x", textsMost/2+1)
	for i, task := range []string{"q1", "q2"} {
		r.Turn(turn(task, "", ask("?"), step(2, "read", args{"path": "a"}, "alpha "+big)))
		s := r.sessions[sessionKey{"s", 1}]
		if n := s.count("alpha"); n != i+1 {
			t.Error(n)
		}
		if i == 1 && (s.shown.first == 0 || s.shown.bytes > textsMost) {
			t.Errorf("%d texts from %d, %d bytes", len(s.shown.list), s.shown.first, s.shown.bytes)
		}
	}
}

func FuzzTurn(f *testing.F) {
	f.Add("FAILED: a.json: n expected 7, got 9", "a.json", "9 of 7")
	f.Add("Traceback\n    assert x\nAssertionError", "", "\xff")
	f.Fuzz(func(t *testing.T, printed, path, content string) {
		var s Reader
		w := s.Turn(turn("t", printed+"x", ask(content), step(2, "write", args{"path": path, "content": content}, content)))
		if w == nil || len(w.Failed) == 0 || len(w.Failed) > results.FailedChecksMost {
			t.Errorf("%+v", w)
		}
	})
}
