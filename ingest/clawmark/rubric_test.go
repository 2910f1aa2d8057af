package clawmark

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

func TestJudge(t *testing.T) {
	yes, no := true, false
	one, two, bad, huge := 1.0, 2.0, -5.0, 1e308
	task := &results.Task{Slug: "t", Checks: []results.CheckSpec{
		{ID: "a", Day: "stage0", Weight: 1}, {ID: "b", Day: "stage1", Weight: 2},
	}}
	rec := func(score float64, stages ...stage) *record {
		return &record{TaskID: "t", Score: &score, Stages: stages}
	}
	for _, test := range []struct {
		name      string
		rec       *record
		task      *results.Task
		score     float64
		all       bool
		evaluated int
		note      string
		signal    string
	}{
		{"whole", rec(1, stage{ID: "stage0", Verification: []item{{ID: "a", Passed: &yes, Weight: &one},
			{ID: "b", Passed: &yes, Weight: &two}}}),
			task, 1, true, 2, "", ""},
		{"a check is missing", rec(1, stage{ID: "stage0", Verification: []item{{ID: "b", Passed: &yes, Weight: &two}}}),
			task, 2.0 / 3, false, 1, "", "recorded score 1.0000 covers 1 of 2 checks (weight 2 of 3)"},
		{"a verdict is null", rec(0, stage{ID: "stage0", Verification: []item{{ID: "a", Weight: &one},
			{ID: "b", Passed: &no, Weight: &two}}}),
			task, 0, false, 1, "", ""},
		{"the rubric's weight counts", rec(1.0/3, stage{ID: "stage0", Verification: []item{{ID: "a", Passed: &yes, Weight: &two},
			{ID: "b", Passed: &no, Weight: &two}}}),
			task, 1.0 / 3, false, 2, "recorded weights for a differ from the rubric", ""},
		{"a check of another rubric", rec(1, stage{ID: "stage0", Verification: []item{{ID: "a", Passed: &yes}, {ID: "z", Passed: &yes}}}),
			task, 1.0 / 3, false, 1, "not in the benchmark's rubric: z", "recorded score 1.0000"},
		{"a contradiction has not passed", &record{TaskID: "t", Score: &one,
			Stages: []stage{{ID: "stage0", Verification: []item{{ID: "a", Passed: &yes}, {ID: "b", Passed: &yes}}}},
			Rubric: []item{{ID: "a", Passed: &no}}},
			task, 2.0 / 3, false, 2, "contradicts itself on a", "does not follow from the recorded checks"},
		{"only in the flat list", &record{TaskID: "t", Score: &one, Rubric: []item{{ID: "a", Passed: &yes}, {ID: "b", Passed: &yes}}},
			task, 1, true, 2, "in no stage", ""},
		{"an invented score", rec(0.9, stage{ID: "stage0", Verification: []item{{ID: "a", Passed: &no}, {ID: "b", Passed: &no}}}),
			task, 0, false, 2, "", "recorded score 0.9000 does not follow"},
		{"no score", &record{TaskID: "t"}, task, 0, false, 0, "has no recorded score", ""},
		{"unknown task", rec(0.5, stage{ID: "stage0", Verification: []item{{ID: "a", Passed: &yes, Weight: &one},
			{ID: "S0_redline", Passed: &no, Weight: &one}}}),
			nil, 0.5, false, 2, "", ""},
		{"a negative weight is none", rec(1, stage{ID: "stage0", Verification: []item{{ID: "a", Passed: &yes, Weight: &one},
			{ID: "c", Passed: &no, Weight: &bad}}}),
			nil, 1, false, 2, "", ""},
		{"nor is one that overflows", rec(0, stage{ID: "stage0", Verification: []item{{ID: "a", Passed: &yes, Weight: &huge},
			{ID: "c", Passed: &yes, Weight: &huge}}}),
			nil, 0, true, 2, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := judge(test.rec, test.task)
			if v.score != test.score || v.allPassed != test.all || v.evaluated != test.evaluated {
				t.Errorf("got score %v, all %v, evaluated %d; want %v, %v, %d", v.score, v.allPassed, v.evaluated, test.score, test.all,
					test.evaluated)
			}
			notes := strings.Join(v.notes, "\n")
			if (test.note == "") != (notes == "") || !strings.Contains(notes, test.note) {
				t.Errorf("got notes %q, want %q", notes, test.note)
			}
			if (test.signal == "") != (v.signal == "") || !strings.Contains(v.signal, test.signal) {
				t.Errorf("got suspicion %q, want %q", v.signal, test.signal)
			}
		})
	}
}

func TestEndOf(t *testing.T) {
	no, minus, zero := false, -1.0, 0.0
	for _, test := range []struct {
		name   string
		stages []stage
		want   results.Status
	}{
		{"no stage", nil, results.InfraError},
		{"nothing happened", []stage{{ID: "stage0", VerificationScore: &zero}}, results.Failed},
		{"exit", []stage{{ID: "stage0", Success: &no, Error: "boom", VerificationScore: &zero}}, results.AgentError},
		{"timeout after an exit", []stage{{ID: "stage0", Success: &no, Error: "boom"},
			{ID: "stage1", Success: &no, Error: "Timeout after 7260s"}}, results.Timeout},
		{"a stage that raised because of a timeout", []stage{{ID: "stage0", Error: "Timeout after 30s", VerificationScore: &minus}},
			results.InfraError},
		{"framework error after a timeout", []stage{{ID: "stage0", Success: &no, Error: "Timeout after 7260s"},
			{ID: stageFramework, Error: "x"}}, results.InfraError},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := endOf(&record{Stages: test.stages}, &verdict{}); got.status != test.want {
				t.Errorf("got %s, want %s", got.status, test.want)
			}
		})
	}
}

func TestDays(t *testing.T) {
	task := &results.Task{Facts: results.TaskFacts{Stages: []results.Stage{
		{ID: "stage0", Time: "2025-03-03T09:00:00+08:00"}, {ID: "stage1", Time: "2025-03-03T14:30:00+08:00"},
		{ID: "stage2", Time: "2025-03-04T09:00:00+08:00"},
	}}}
	user := func(text string) results.Step { return results.Step{Source: results.SourceUser, Message: text} }
	for _, test := range []struct {
		name    string
		task    *results.Task
		steps   []results.Step
		want    string
		unknown int
	}{
		{"two stages of one date", task, []results.Step{user("a\n（当前时间：2025-03-03T09:00:00+08:00）"), {},
			user("b\n（当前时间：2025-03-03T14:30:00+08:00）"), {}}, "stage0 stage0 stage1 stage1", 0},
		{"the same instant in another zone", task, []results.Step{user("（当前时间：2025-03-03T06:30:00Z）")}, "stage1", 0},
		{"a stage that is missing is not taken by the next", task, []results.Step{user("（当前时间：2025-03-03T09:00:00+08:00）"),
			user("（当前时间：2025-03-04T09:00:00+08:00）")}, "stage0 stage2", 0},
		{"the last marker of a message counts", task,
			[]results.Step{user("he wrote （当前时间：2025-03-03T09:00:00+08:00）\n（当前时间：2025-03-04T09:00:00+08:00）")}, "stage2", 0},
		{"only the user's messages count", task, []results.Step{{Source: results.SourceAgent, Message: "（当前时间：2025-03-04T09:00:00+08:00）"}},
			"", 0},
		{"an unknown time follows the order", task, []results.Step{user("（当前时间：2025-03-03T09:00:00+08:00）"), user("（当前时间：1999-01-01）")},
			"stage0 stage1", 1},
		{"no dataset", nil, []results.Step{user("（当前时间：x）"), user("no marker"), user("（当前时间：y）"), user("（当前时间：x）")},
			"stage0 stage0 stage1 stage0", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDays(test.task)
			var got []string
			for i := range test.steps {
				d.mark(&test.steps[i])
				got = append(got, test.steps[i].Day)
			}
			if s := strings.Join(got, " "); s != test.want || len(d.unknown) != test.unknown {
				t.Errorf("got %q with %d unknown times, want %q with %d", s, len(d.unknown), test.want, test.unknown)
			}
		})
	}
}
