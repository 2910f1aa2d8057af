package run

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/report/reporttest"
)

// TestToolFamilies sums calls and failures by hand.
func TestToolFamilies(t *testing.T) {
	families, causes := familiesOf([]results.ToolCount{
		{Tool: "exec", Calls: 6}, {Tool: "exec", Failure: "exit_code", Calls: 3}, {Tool: "bash", Failure: "status", Calls: 1},
		{Tool: "read", Calls: 10}, {Tool: "", Calls: 2},
	})
	if diff := cmp.Diff([]ToolFamily{{results.FamilyShell, 10, 4}, {results.FamilyFile, 10, 0}, {results.FamilyOther, 2, 0}}, families); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]ToolCause{{results.FamilyShell, "exit_code", 3}, {results.FamilyShell, "status", 1}}, causes); diff != "" {
		t.Error(diff)
	}
}

// toolTables has 3 of 4 failed shell calls and one of one file call of a missing
// path. Of r1's 20 judged trials 12 passed, of r2's 5 three.
func toolTables() *ToolTables {
	counts := []results.ToolCount{{Run: 1, Tool: "exec", Calls: 9}, {Run: 1, Tool: "exec", Failure: "status", Calls: 3}, {Run: 2, Tool: "exec", Failure: "status", Calls: 1}, {Run: 2, Tool: "read", Failure: "status", Calls: 1}}
	missing := func(family string, calls, trials, judged, passed int) results.CauseCount {
		return results.CauseCount{Family: family, Cause: "missing_path", Calls: calls, Trials: trials, Judged: judged, Passed: passed}
	}
	return NewToolTables(reporttest.ToolBench(), counts, nil, nil, []results.RunFailures{
		{Run: 1, Judged: 20, Passed: 12, Causes: []results.CauseCount{missing(results.FamilyShell, 2, 2, 2, 1), {Family: results.FamilyShell, Cause: "no_output", Calls: 1, Trials: 1, Judged: 1}}},
		{Run: 2, Judged: 5, Passed: 3, Causes: []results.CauseCount{missing(results.FamilyShell, 1, 1, 0, 0), missing(results.FamilyFile, 1, 1, 1, 1)}},
		{Run: 3, Judged: 7, Passed: 7, Causes: []results.CauseCount{missing(results.FamilyShell, 9, 7, 7, 7)}}, // no calls are known of it
	})
}

// TestToolCauses: sums are over the ranked runs; the others of a trial's verdict are
// those of the same runs; a rate needs ten trials.
func TestToolCauses(t *testing.T) {
	d := toolTables().Tools("")
	got := d.Failures[0]
	rate, lo, hi := 14.0/23.0, 0.4078552239, 0.7784237721 // Wilson, computed apart with z = 1.959963984540054
	if w := got.Without; w.Rate == nil || *w.Rate != rate || !(math.Abs(w.CI[0]-lo) <= 1e-6) || !(math.Abs(w.CI[1]-hi) <= 1e-6) {
		t.Errorf("without %+v %v %v", w, *w.Rate, *w.CI)
	}
	got.Without = PassedShare{}
	want := CallCause{Family: results.FamilyShell, Cause: "missing_path", Meaning: "missing file, path or session", Calls: 3, Of: 4, Trials: 3, With: PassedShare{Passed: 1, Trials: 2},
		URL: "/b/b/tools/shell-and-session/missing_path"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	calls, failed := map[string]int{}, map[string]int{}
	for _, f := range d.Failures {
		calls[f.Family] += f.Calls
	}
	for _, f := range d.Families {
		if f.Failed > 0 {
			failed[f.Family] = f.Failed
		}
	}
	if diff := cmp.Diff(failed, calls); diff != "" {
		t.Errorf("failed calls by family and by cause differ:\n%s", diff)
	}
	one := toolTables().Tools("r2").Failures
	if len(one) != 2 || one[0].Calls != 1 || one[0].Of != 1 || one[0].With != (PassedShare{}) || one[0].Without != (PassedShare{Passed: 3, Trials: 5}) || one[0].URL != "/b/b/tools/shell-and-session/missing_path?run=r2" {
		t.Errorf("of one run: %+v", one)
	}
}

// TestFailedCalls: any window of the list has the same calls at the same places.
func TestFailedCalls(t *testing.T) {
	tables := toolTables()
	read := func(f *FailedCalls) (list []string) {
		err := f.Read(func(run int64, family, cause string, limit, offset int) (list []results.FailedCall, err error) {
			for i := range limit {
				list = append(list, results.FailedCall{Scenario: "s", Task: "q", Attempt: 1, Step: int(run)*10 + offset + i})
			}
			return list, nil
		})
		for _, c := range f.Calls {
			list = append(list, c.URL)
		}
		if err != nil || len(list) > f.Limit {
			t.Errorf("%v, %d calls", err, len(list))
		}
		return list
	}
	find := func(limit, offset int) *FailedCalls {
		return must.Get(tables.FailedCalls("", "shell-and-session", "missing_path", limit, offset))(t)
	}
	all := find(9, 0)
	list := read(all)
	want := []string{"/runs/r1/s/q?step=10#step-10", "/runs/r1/s/q?step=11#step-11", "/runs/r2/s/q?step=20#step-20"}
	if diff := cmp.Diff(want, list); diff != "" || all.Total != 3 || all.Systems != 2 || len(all.Runs) != 2 {
		t.Errorf("%s%+v", diff, all)
	}
	for offset := range 5 {
		for limit := 1; limit < 5; limit++ {
			f := find(limit, offset)
			got := read(f)
			if part := report.Span(list, limit, offset); !slices.Equal(part, got) || f.Total != 3 {
				t.Errorf("limit %d offset %d: %v, want %v", limit, offset, got, part)
			}
		}
	}
	if f, err := tables.FailedCalls("", "web-and-browser", "time_limit", 9, 0); err != nil || f.Total != 0 || f.Cause.Meaning != "time limit" {
		t.Errorf("a cause without a call: %+v, %v", f, err)
	}
	for _, name := range [][2]string{{"shell", "missing_path"}, {"file", "none"}} {
		if _, err := tables.FailedCalls("", name[0], name[1], 9, 0); !errors.Is(err, results.ErrNotFound) {
			t.Errorf("%v: %v, want ErrNotFound", name, err)
		}
	}
}
