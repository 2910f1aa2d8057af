package clawarena_test

import (
	"strings"
	"testing"
)

const reportName = smallRun + "report/report.json"

// Each number of the report is held against the records: a report that lies
// anywhere is told of, with the line of the lie.
func TestReportLies(t *testing.T) {
	for _, tt := range []struct{ old, new, says string }{
		{`"total_tests": 1`, `"total_tests": 2`, "summary.total_tests as 2, but the records give 1"},
		{`"total_rounds": 3`, `"total_rounds": 4`, "summary.total_rounds as 4, but the records give 3"},
		{`"task_completion_rate": 1.0`, `"task_completion_rate": 0.9`, "tcr of the run as 0.9, but the records give 1"},
		{`"composite_reliability_score": 1.0`, `"composite_reliability_score": 0.9`, "crs of the run as 0.9"},
		{`"robustness": 1.0`, `"robustness": 0.9`, "robustness of the run as 0.9"},
		{`"avg_sc": 1.0`, `"avg_sc": 0.9`, "sc of the run as 0.9"},
		{`"avg_fd": 1.0`, `"avg_fd": "1.0"`, `summary.avg_fd as "1.0", which is not a number`},
		{`"total_tokens": 21`, `"total_tokens": 22`, "summary.total_tokens as 22, but the records give 21"},
		{`"total_duration_ms": 3300`, `"total_duration_ms": 33`, "summary.total_duration_ms as 33, but the records give 3300"},
		{`"sc": 1.0, "fd"`, `"sc": 0.5, "fd"`, "sc of t1 as 0.5, but the records give 1"},
		{`"fd": 1.0,
`, `"fd": 0.5,
`, "fd of t1 as 0.5"},
		{`"rounds": 3, "task_completion_rate": 1.0`, `"rounds": 3, "task_completion_rate": 0.5`, "tcr of t1 as 0.5"},
		{`"rounds": 3`, `"rounds": 5`, "by_test.t1.rounds as 5, but the records give 3"},
		{`"streak_lengths": [3]`, `"streak_lengths": [2, 1]`, "by_test.t1.streak_lengths as [2, 1], but the records give [3]"},
		{`"num_streaks": 1`, `"num_streaks": 2`, "by_test.t1.num_streaks as 2"},
		{`"max_streak_length": 3`, `"max_streak_length": 2`, "by_test.t1.max_streak_length as 2"},
		{`"failure_streak_lengths": []`, `"failure_streak_lengths": [1]`, "by_test.t1.failure_streak_lengths as [1]"},
		{`"tokens": 21, "duration_ms": 3300`, `"tokens": 20, "duration_ms": 3300`, "by_test.t1.tokens as 20, but the records give 21"},
		{`"tokens": 21, "duration_ms": 3300`, `"tokens": 21, "duration_ms": 3301`, "by_test.t1.duration_ms as 3301"},
		{`"score": 1.0, "tokens": 7`, `"score": 0.0, "tokens": 7`, "by_test.t1.rounds_detail.q1.score as 0.0, but the records give 1"},
		{`"tokens": 7, "duration_ms": 1100}`, `"tokens": 8, "duration_ms": 1100}`, "rounds_detail.q1.tokens as 8, but the records give 7"},
		{`"tokens": 7, "duration_ms": 1100}`, `"tokens": 7, "duration_ms": -1}`, "rounds_detail.q1.duration_ms as -1"},
		{`"q1", "type": "multi_choice"`, `"q1", "type": "exec_check"`, `rounds_detail.q1.type as "exec_check"`},
		{`"round_id": "q1"`, `"round_id": "q9"`, `lists round_id "q9" in by_test.t1.rounds_detail, but there is no record of it`},
		{`"round_id": "q1"`, `"round_id": "q9"`, "1 of 3 entries are missing in by_test.t1.rounds_detail of the report: q1"},
		{`"round_id": "q1"`, `"round_id": "q2"`, `lists round_id "q2" twice`},
		{`"test_id": "t1"`, `"test_id": "t9"`, `lists test_id "t9" in by_test, but there is no record of it`},
		{`"count": 2`, `"count": 3`, "by_type.multi_choice.count as 3, but the records give 2"},
		{`"count": 2, "task_completion_rate": 1.0`, `"count": 2, "task_completion_rate": 0.5`, "mc of the run as 0.5"},
		{`"count": 1, "task_completion_rate": 1.0`, `"count": 1, "task_completion_rate": 0.5`, "ec of the run as 0.5"},
		{`"by_type": {`, `"by_type": {"essay": {"count": 1}, `, "by_type.essay as 1, which cannot be recomputed"},
		{`"avg_fd": 1.0`, `"avg_fd": 1.0, "luck": {"a": [0.5]}`, "summary.luck as 0.5, which cannot be recomputed"},
	} {
		t.Run(tt.new, func(t *testing.T) {
			_, line := readSmall(t, mutate(t, smallWhole(), edit{reportName, tt.old, tt.new}))
			w := warned(line, "report.json", tt.says)
			if w == nil {
				t.Fatalf("no warning says %q: %+v", tt.says, line.Warnings)
			}
			if !line.Complete || line.Counts.Passed != 3 {
				t.Errorf("counts = %+v; a report changes no number", line.Counts)
			}
			if strings.Contains(w.Message, "by_t") && w.Line < 3 {
				t.Errorf("warning %+v, want its line", w)
			}
		})
	}
}

// What a report does not state, and what vanishes in its last digit, is no lie.
func TestReportRounded(t *testing.T) {
	for _, e := range []edit{
		{reportName, `"total_tokens": 21`, `"total_tokens": null`}, {reportName, `"total_tokens": 21, `, ``},
		{reportName, `"avg_sc": 1.0`, `"avg_sc": 0.9999`}, {reportName, `"sc": 1.0, "fd"`, `"sc": 0.9999, "fd"`},
		{reportName, `"count": 2, "task_completion_rate": 1.0`, `"count": 2, "task_completion_rate": 0.9999`},
		{reportName, `"experiment_id": "x"`, `"experiment_id": "another"`},
	} {
		if _, line := readSmall(t, mutate(t, smallWhole(), e)); len(line.Warnings) != 0 {
			t.Errorf("%s: warnings = %+v, want none", e.new, line.Warnings)
		}
	}
}

// A usage block that the harness cannot add up makes its tokens and its duration
// 0, and a report that says so is sound.
func TestReportOfBadUsage(t *testing.T) {
	bad := mutate(t, smallWhole(), edit{smallFile("infer", "q1"), `"usage": {"input": 3, "output": 4}`,
		`"usage": {"input": "3", "output": 4}`},
		edit{reportName, `"tokens": 7, "duration_ms": 1100}`, `"tokens": 0, "duration_ms": 0}`},
		edit{reportName, `"tokens": 21, "duration_ms": 3300`, `"tokens": 14, "duration_ms": 2200`},
		edit{reportName, `"total_tokens": 21, "total_duration_ms": 3300`, `"total_tokens": 14, "total_duration_ms": 2200`})
	if _, line := readSmall(t, bad); warned(line, "report.json", "report") != nil {
		t.Errorf("warnings = %+v, want none of the report", line.Warnings)
	}
}
