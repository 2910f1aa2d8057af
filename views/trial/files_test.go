package trial

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/must"
)

// fileStep is a step of one call; an answer of "" failed.
func fileStep(n int, tool string, args map[string]any, answer string) results.Step {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return results.Step{StepID: n, Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: tool, Arguments: raw}},
		Observation: &results.Observation{Results: []results.Result{{CallID: "c", Content: answer, Failed: answer == ""}}}}
}

func TestTrialFiles(t *testing.T) {
	type args = map[string]any
	write := func(n int, path, text, answer string) results.Step {
		return fileStep(n, "write", args{"path": path, "content": text}, answer)
	}
	trial := &Trial{Run: "r", Scenario: "s", Task: "q2", Attempt: 1, Query: link.TrialQuery{Run: "r", Scenario: "s", Task: "q2"},
		Why: &results.Explanation{Failed: []results.FailedCheck{
			{File: "a.txt", Field: "n", Expected: "7", Got: "8", Wrote: &results.StepRef{Task: "q2", File: "a.txt"}},
			{File: "a.txt", Expected: "9", Wrote: &results.StepRef{Task: "q1", File: "a.txt"}},
			{File: "b.txt", Wrote: &results.StepRef{Task: "q2", File: "b.txt"}}}}}
	trial.Stored.Trial.Details.Workspace = "/w"
	f := NewTrialFiles(trial, 1000, nil)
	f.AddSteps([]results.Step{
		fileStep(1, "read", args{"path": "/w/in.md"}, "in"), fileStep(2, "read", args{"path": "a.txt"}, "old"),
		fileStep(3, "read", args{"path": "in.md"}, "in"),
		write(4, "/w/a.txt", "one\ntwo\n", "ok"), write(5, "a.txt", "no", ""),
	})
	f.AddSteps([]results.Step{
		fileStep(6, "edit", args{"path": "a.txt", "old_string": "two", "new_string": "2"}, "ok"),
		fileStep(7, "read", args{"path": "a.txt"}, "one\n2\n"),
		fileStep(8, "edit", args{"path": "b.txt", "old_string": "x", "new_string": "y"}, "ok"), write(9, "c.txt", "x", ""),
		fileStep(10, "exec", args{"command": "rm c.txt"}, "ok"), write(11, "long", strings.Repeat("x", 2000), "ok"),
	})
	f.Finish()
	var got []string
	for i := range f.Files {
		file := &f.Files[i]
		line := fmt.Sprintf("%s reads %d failed %d asked %v:", file.Path, file.Reads, file.Failed, file.Asked)
		for _, v := range file.Versions {
			line += fmt.Sprintf(" %d %s at %d", v.Version, v.Op, v.Step)
			if v.Text != nil {
				line += fmt.Sprintf(" %d/%d %s", *v.Lines, *v.Bytes, *v.Text)
			}
			if v.Kept {
				line += fmt.Sprintf(" %q", v.Body)
			}
			if v.Likely {
				line += " likely"
			}
		}
		got = append(got, line)
	}
	want := []string{
		`a.txt reads 2 failed 1 asked [{n 7 8}]: 1 write at 4 2/8 /runs/r/s/q2/files/1/1 "one\ntwo\n" 2 edit at 6 2/6 /runs/r/s/q2/files/1/2 "one\n2\n"`,
		`b.txt reads 0 failed 0 asked []: 1 edit at 8`,
		`c.txt reads 0 failed 1 asked []: 1 remove at 10 likely`,
		`long reads 0 failed 0 asked []: 1 write at 11 1/2000 /runs/r/s/q2/files/4/1`,
	}
	must.Same(t, want, got, "what was got")
	if diff := cmp.Diff([]string{"in.md"}, f.Read); diff != "" {
		t.Error("only read", diff)
	}
	one := NewTrialFiles(trial, 1000, func(_ int, v *FileVersion) bool { return v.Version == 2 })
	one.AddSteps([]results.Step{write(1, "a", "x", "ok"), write(2, "a", "y", "ok")})
	if v := one.Finish().Files[0].Versions; v[0].Kept || v[0].Text == nil || !v[1].Kept {
		t.Errorf("%+v", v)
	}
}
