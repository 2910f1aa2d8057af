package world

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// lookedTask has a change of each sort that a look is found by.
func lookedTask() *results.Task {
	t := &results.Task{}
	t.Facts.Prompt = "The order 700123 is known."
	t.Facts.Stages = []results.Stage{{ID: "stage0"}, {ID: "stage1", Notification: "Ticket 880111 came in.", Changes: []results.StageChange{
		{Service: "notion", Object: "tickets", Lines: []string{"The cardiologist has taken over the patient."}},
		{Service: "google_sheets", Object: "Budget", Values: []string{"9876", "5432"}},
		{Service: "calendar", Object: "CAL-1", Values: []string{"2024-03-25"}},
		{Service: "fs", Method: "upload_file", Payload: json.RawMessage(`["inject/scan_b.png", "/workspace/input"]`)},
		{Service: "email", Values: []string{"700123", "880111"}},
		{Service: "notion", Values: []string{"same_name"}}, {Service: "email", Values: []string{"same_name"}},
	}}, {ID: "stage2", Changes: []results.StageChange{{Service: "notion", Values: []string{"late_value", "31415"}}}}}
	return t
}

type traced struct {
	day, tool, args, result string
	failed                  bool
}

func looksAt(t *testing.T, steps ...traced) []results.StageLook {
	t.Helper()
	w := NewStageWatch(lookedTask())
	for i, s := range steps {
		step := results.Step{StepID: i + 1, Source: results.SourceAgent, Day: s.day}
		if s.tool != "" {
			step.ToolCalls = []results.ToolCall{{ID: fmt.Sprint("c", i), Name: s.tool, Arguments: json.RawMessage(s.args)}}
			step.Observation = &results.Observation{Results: []results.Result{{CallID: fmt.Sprint("c", i), Content: s.result, Failed: s.failed}}}
		}
		w.Step(&step)
	}
	return w.Looks()
}

func levels(looks []results.StageLook) []string {
	var list []string
	for _, l := range looks {
		list = append(list, l.Level)
	}
	return list
}

// A change is seen where a tool shows what only it brings; what the agent is told,
// what two changes share, and what the agent writes itself shows nothing.
func TestStageLooks(t *testing.T) {
	const none = "never"
	start := traced{day: "stage1"}
	for name, c := range map[string]struct {
		steps []traced
		want  []string
	}{
		"nothing": {[]traced{start}, []string{none, none, none, none, "undecidable", "undecidable", "undecidable", "untraced"}},
		"before the stage": {[]traced{{day: "stage0", tool: "exec", args: `{"command":"python3 read_notion.py"}`,
			result: "The cardiologist has taken over the patient."}, start},
			[]string{none, none, none, none, "undecidable", "undecidable", "undecidable", "untraced"}},
		"a line in JSON": {[]traced{start, {day: "stage1", tool: "exec", args: `{"command":"mcporter call notion.query"}`,
			result: `{"notes": "The cardiologist\nhas taken over \"the patient\"."}`}},
			[]string{"content", none, none, none, "undecidable", "undecidable", "undecidable", "untraced"}},
		"one value of two, and another service": {[]traced{start,
			{day: "stage1", tool: "exec", args: `{"command":"ls -l"}`, result: "-rw 9,876 a.txt\n-rw 88011198 b"}},
			[]string{none, none, none, none, "undecidable", "undecidable", "undecidable", "untraced"}},
		"one value and the object": {[]traced{start, {day: "stage1", tool: "exec", args: `{"command":"python3 sheet.py Budget"}`,
			result: "b 9,876"}},
			[]string{none, "content", none, none, "undecidable", "undecidable", "undecidable", "untraced"}},
		"the only value, later": {[]traced{start, {day: "stage2", tool: "exec", args: `{"command":"python3 x.py"}`,
			result: "due 2024-03-25T17:00; same_name; 700123; 880111"}},
			[]string{none, none, "content", none, "undecidable", "undecidable", "undecidable", none}},
		"a file listed, then opened": {[]traced{start, {day: "stage1", tool: "exec", args: `{"command":"ls input"}`,
			result: "scan_b.png"}, {day: "stage1", tool: "read", args: `{"path":"input/scan_b.png"}`, result: "Read image file [image/png]"}},
			[]string{none, none, none, "opened", "undecidable", "undecidable", "undecidable", "untraced"}},
		"a file that cannot be opened": {[]traced{start,
			{day: "stage1", tool: "read", args: `{"path":"input/scan_b.png"}`, result: "no such file", failed: true}},
			[]string{none, none, none, none, "undecidable", "undecidable", "undecidable", "untraced"}},
		"written only": {[]traced{start, {day: "stage1", tool: "write",
			args: `{"path":"a.md","content":"The cardiologist has taken over the patient."}`, result: "The cardiologist has taken over the patient."}},
			[]string{none, none, none, none, "undecidable", "undecidable", "undecidable", "untraced"}},
	} {
		if diff := cmp.Diff(c.want, levels(looksAt(t, c.steps...))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// The first call that shows a change proves it, with its delay; what is new with it
// and stands in a file that the agent wrote is used.
func TestStageLookProof(t *testing.T) {
	looks := looksAt(t, traced{day: "stage1"},
		traced{day: "stage1", tool: "exec", args: `{"command":"ls"}`, result: "a"},
		traced{day: "stage2", tool: "exec", args: `{"command":"python3 b.py"}`, result: "9876 and 5432"},
		traced{day: "stage2", tool: "exec", args: `{"command":"python3 b.py"}`, result: "9876 and 5432; 31415 in notion"},
		traced{day: "stage2", tool: "write", args: `{"path":"out.csv","content":"9876,x"}`, result: "ok"},
		traced{day: "stage2", tool: "write", args: `{"path":"out.csv","content":"9876,5432,31415"}`, result: "ok"})
	want := results.StageLook{Stage: "stage1", Change: 2, Level: "content", At: "stage2", Step: 3, Call: 1,
		Calls: 2, Quote: "9876", Written: 6}
	if diff := cmp.Diff(want, looks[1]); diff != "" {
		t.Error(diff)
	}
	if l := looks[7]; l.Level != "never" || l.Written != 6 {
		t.Errorf("one value of two with no name of the service: %+v", l)
	}
	if l := looks[0]; l.Written != 0 {
		t.Errorf("%+v", l)
	}
	if NewStageWatch(&results.Task{}) != nil {
		t.Error("a task without changes is watched")
	}
}
