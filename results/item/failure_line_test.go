package item_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/must"
)

func TestComplaint(t *testing.T) {
	for _, tt := range []struct{ stdout, stderr, want string }{
		{"FAILED: missing field 'a'\n", "", "missing field 'a'"},
		{"all done\n  [FAIL] SKILL_CREATION\n", "", "[FAIL] SKILL_CREATION"},
		{"Passed: 0\nFailed: 2\n", "", "Failed: 2"},
		{"", "== 1 failed, 2 passed in 0.08s ==", "== 1 failed, 2 passed in 0.08s =="},
		{"", "AssertionError", "AssertionError"},
		{"", "json.decoder.JSONDecodeError: Expecting value", "json.decoder.JSONDecodeError: Expecting value"},
		{"✗ three of four", "", "✗ three of four"},
		{"not ok 3 - adds", "", "not ok 3 - adds"},

		{"", "", ""},
		{"PASSED\n", "", ""},
		{"Passed: 1\nFailed: 0\n2 passed, 0 failed\n", "", ""},
		{`{"status": "FAILED", "error": null, "FAIL-rate": 0.1}`, "", ""},
		{"P3: PASSED (first heading: '🚩 FAILED_DATA ❌')", "", ""},
		{`{"offset_from_expected_minutes": 60, "cause": "dst_error"}`, "", ""},
	} {
		must.Equal(t, tt.want, item.FailureLine(&results.CheckerVerdict{Stdout: tt.stdout, Stderr: tt.stderr}), "%q %q", tt.stdout, tt.stderr)
	}
	if got := item.FailureLine(nil); got != "" {
		t.Errorf("no verdict: %q", got)
	}
}

// No check of the released run that passed says what only failing ones say, and all
// that failed but one do, where the agent's own program ends with a word in its log.
func testGemmaComplaint(t *testing.T) {
	says, all := map[bool]int{}, map[bool]int{}
	for _, a := range gemma(t) {
		if a.Type != results.KindMultiChoice {
			passed := a.score >= 1
			all[passed]++
			if words := item.FailureLine(a.verdict); words != "" {
				says[passed]++
			}
		}
	}
	if all[true] != 177 || says[true] != 0 || all[false] != 65 || says[false] != 64 {
		t.Errorf("%d of %d passes and %d of %d failures complain, want 0 of 177 and 64 of 65", says[true], all[true], says[false], all[false])
	}
}
