package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// asked runs a search line, narrowed by narrow.
func asked(t *testing.T, db Store, line string, narrow search.Query) search.Result {
	t.Helper()
	narrow.Terms = search.Parse(line).Terms
	if narrow.Limit == 0 {
		narrow.Limit = 50
	}
	return found(db.Search(t.Context(), narrow))(t)
}

// places name the hits of a result.
func places(r search.Result) []string {
	list := []string{}
	for _, h := range r.Hits {
		list = append(list, fmt.Sprintf("%s/%s/%s#%d", h.Run, h.Scenario, h.Task, h.StepID))
	}
	return list
}

func searches(t *testing.T, db Store) {
	ctx := t.Context()
	must(t, db.SaveDataset(ctx, dataset(bench)))
	failing := results.Step{Source: results.SourceAgent, Message: "the budget report",
		ToolCalls: []results.ToolCall{{ID: "c", Name: "my tool", Arguments: []byte(`{"path":"a\nbudgets"}`)}}}
	failing.Observation = &results.Observation{Results: []results.Result{{CallID: "c", Failed: true, Content: "Café closed"}}}
	steps := []results.Step{{Source: results.SourceUser, Message: "write the report of the budget"}, failing,
		{Source: results.SourceAgent, Message: "budget copied", Copied: true}}
	must(t, write(ctx, db, named("run1"), trialOf{"q1", results.Passed, steps}))
	must(t, write(ctx, db, named("run2"), trialOf{"q2", results.Failed, says("no budget here", "report")}))
	user, agent, theirs := "run1/s1/q1#1", "run1/s1/q1#2", "run2/s1/q2#1"
	for _, c := range []struct {
		line   string
		narrow search.Query
		want   []string // the newest first
	}{
		{"budget", search.Query{Newest: true}, []string{theirs, agent, user}},
		{`"budget report"`, search.Query{Newest: true}, []string{agent}},
		{"budget report", search.Query{Newest: true}, []string{agent, user}},
		{"budget -report", search.Query{Newest: true}, []string{theirs}},
		{"budg*", search.Query{Newest: true}, []string{theirs, agent, user}},
		{"budgets", search.Query{}, []string{agent}},
		{"CAFE", search.Query{}, []string{agent}},
		{"nowhere", search.Query{}, []string{}},
		{"copied", search.Query{}, []string{}},
		{"budget", search.Query{Run: "run2"}, []string{theirs}},
		{"budget", search.Query{Run: "none"}, []string{}},
		{"budget", search.Query{Benchmark: "none"}, []string{}},
		{"budget", search.Query{Benchmark: bench, Scenario: "s1", Task: "q1", Newest: true}, []string{agent, user}},
		{"budget", search.Query{Run: "run1", Scenario: "s1", Task: "q1"}, []string{user, agent}},
		{"budget", search.Query{Tool: "my tool"}, []string{agent}},
		{"budget", search.Query{Status: results.Failed}, []string{theirs}},
		{"budget", search.Query{Source: results.SourceUser}, []string{user}},
		{"budget", search.Query{Failed: true}, []string{agent}},
		{"budget", search.Query{Newest: true, Limit: 1, Offset: 1}, []string{agent}},
	} {
		got := asked(t, db, c.line, c.narrow)
		same(t, fmt.Sprintf("%q %+v (-want +got)", c.line, c.narrow), c.want, places(got))
		if c.narrow.Offset == 0 && got.Total != len(c.want) {
			t.Errorf("%q: %d in all, want %d", c.line, got.Total, len(c.want))
		}
	}
	hit := asked(t, db, "closed", search.Query{}).Hits[0]
	if hit.Status != results.Passed || hit.Tools != "my tool" || !hit.Failed || hit.Steps != 3 || hit.Model != "model-one" {
		t.Errorf("hit %+v", hit)
	}
	s := hit.Snippet
	if len(s.Marks) != 1 || s.Text[s.Marks[0][0]:s.Marks[0][1]] != "closed" {
		t.Errorf("snippet %+v, want closed marked", s)
	}
	if n := len(asked(t, db, "budget", search.Query{}).Facets); n == 0 {
		t.Error("no facets")
	}
}

// searchInPages joins pages to the whole list.
func searchInPages(t *testing.T, db Store) {
	filled(t, db, 7)
	for _, newest := range []bool{true, false} {
		whole := asked(t, db, "common", search.Query{Newest: newest})
		var joined []string
		for offset := 0; offset < 9; offset += 3 {
			page := asked(t, db, "common", search.Query{Newest: newest, Limit: 3, Offset: offset})
			if page.Total != 7 || whole.Total != 7 {
				t.Errorf("%d on a page and %d on the whole list, want 7", page.Total, whole.Total)
			}
			joined = append(joined, places(page)...)
		}
		same(t, fmt.Sprintf("newest %v (-whole +pages)", newest), places(whole), joined)
	}
}

// searchChinese finds words inside of text without spaces, as phrases.
func searchChinese(t *testing.T, db Store) {
	must(t, db.SaveDataset(t.Context(), dataset(bench)))
	must(t, write(t.Context(), db, named("run1"), trialOf{"q1", results.Passed, says("培训预算表已更新", "预 表 算", "東京タワーQ3", "예산 서울")}))
	for line, want := range map[string][]string{
		"预算": {"run1/s1/q1#1"}, "预算表": {"run1/s1/q1#1"}, "算预": {}, "タワー": {"run1/s1/q1#3"}, "东京": {}, "q3": {"run1/s1/q1#3"}, "예산": {"run1/s1/q1#4"}, "预": {"run1/s1/q1#1", "run1/s1/q1#2"},
	} {
		got := asked(t, db, line, search.Query{Run: "run1", Scenario: "s1", Task: "q1"})
		same(t, fmt.Sprintf("%s (-want +got)", line), want, places(got))
		for _, h := range got.Hits {
			if m := h.Snippet.Marks; len(m) == 0 || !strings.EqualFold(h.Snippet.Text[m[0][0]:m[0][1]], line) {
				t.Errorf("%s is not marked in %+v", line, h.Snippet)
			}
		}
	}
}

// searchRegex reads what the trigrams of steps let pass.
func searchRegex(t *testing.T, db Store) {
	must(t, db.SaveDataset(t.Context(), dataset(bench)))
	call := results.Step{Source: results.SourceAgent,
		ToolCalls: []results.ToolCall{{ID: "c", Name: "exec", Arguments: []byte("{ \"command\":  \"cat /tmp/a\\nexit 3\" }")}}}
	copied := results.Step{Source: results.SourceAgent, Message: "Permission denied", Copied: true}
	must(t, write(t.Context(), db, named("run1"),
		trialOf{"q1", results.Passed, append(says("error: Permission denied", "exit code 127", "ok", "培训预算表 ✓"), call, copied)}))
	filler := says(strings.Split(strings.Repeat("nothing of that;", 200)+"last: KELVIN 12K", ";")...)
	must(t, write(t.Context(), db, named("run2"), trialOf{"q2", results.Failed, filler}))
	denied, code, ok, budget, command, last := "run1/s1/q1#1", "run1/s1/q1#2", "run1/s1/q1#3", "run1/s1/q1#4", "run1/s1/q1#5", "run2/s1/q2#201"
	for _, c := range []struct {
		line   string
		narrow search.Query
		want   []string // the newest first
	}{
		{`/[Pp]ermission\s+denied/`, search.Query{}, []string{denied}},
		{`/permission/`, search.Query{}, []string{}},
		{`/(?i)PERMISSION/`, search.Query{}, []string{denied}},
		{`/exit (code )?\d+/`, search.Query{}, []string{command, code}},
		{`/^exit/`, search.Query{}, []string{command, code}}, // the beginning of a line
		{`/{"command":"cat/`, search.Query{}, []string{command}},
		{`/^ok$/`, search.Query{}, []string{ok}},
		{`/o./ -exit -nothing -cat -denied`, search.Query{}, []string{ok}},
		{`/预算. ✓/`, search.Query{}, []string{budget}},
		{`/(?i)kelvin \d+k/`, search.Query{}, []string{last}},
		{`exit -/127/`, search.Query{}, []string{command}},
		{`code /12\d/`, search.Query{}, []string{code}},
		{`/exit/ /12\d/`, search.Query{}, []string{code}},
		{`/exit/`, search.Query{Tool: "exec"}, []string{command}},
		{`/(exit|KELVIN)/`, search.Query{Status: results.Failed}, []string{last}},
		{`/(exit|KELVIN)/`, search.Query{Run: "run1"}, []string{command, code}},
		{`/exit/`, search.Query{Run: "run1", Scenario: "s1", Task: "q1"}, []string{code, command}},
		{`/exit/`, search.Query{Limit: 1, Offset: 1}, []string{code}},
	} {
		got := asked(t, db, c.line, c.narrow)
		if d := cmp.Diff(c.want, places(got)); d != "" || got.Stopped || got.Capped {
			t.Errorf("%s %+v, stopped %v (-want +got):\n%s", c.line, c.narrow, got.Stopped, d)
		}
		if got.Read > 120 && !strings.Contains(c.line, "/o./") && c.line != `/^ok$/` {
			t.Errorf("%s: %d of 207 steps were read", c.line, got.Read)
		}
	}
	s := asked(t, db, `/co[dx]e \d/`, search.Query{}).Hits[0].Snippet
	if len(s.Marks) != 1 || s.Text[s.Marks[0][0]:s.Marks[0][1]] != "code 1" {
		t.Errorf("snippet %+v", s)
	}
}

// searchMeant proposes words that are found in place of one that no step has.
func searchMeant(t *testing.T, db Store) {
	must(t, db.SaveDataset(t.Context(), dataset(bench)))
	must(t, write(t.Context(), db, named("run1"),
		trialOf{"q1", results.Passed, says("budget of the schedule", "the budgets", "configServer überprüfung")}))
	must(t, write(t.Context(), db, named("run2"), trialOf{"q2", results.Failed, says("a gadget")}))
	for _, c := range []struct {
		line   string
		narrow search.Query
		want   []search.Meant
	}{
		{"budgte", search.Query{}, []search.Meant{{Word: "budgte", As: "budget"}}},
		{"BUDGTE", search.Query{}, []search.Meant{{Word: "BUDGTE", As: "budget"}}},
		{"shcedlue", search.Query{}, []search.Meant{{Word: "shcedlue", As: "schedule"}}},
		{"budgte schedule", search.Query{}, []search.Meant{{Word: "budgte", As: "budget"}}},
		{`"the budgetz"`, search.Query{}, []search.Meant{{Word: "budgetz", As: "budgets"}}},
		{"servar", search.Query{}, []search.Meant{{Word: "servar", As: "server"}}},
		{"uberprufnug", search.Query{}, []search.Meant{{Word: "uberprufnug", As: "uberprufung"}}},
		{"budgte", search.Query{Run: "run2"}, []search.Meant{}},
		{"gadgett", search.Query{Run: "run2"}, []search.Meant{{Word: "gadgett", As: "gadget"}}},
		{"xyzzyplugh", search.Query{}, []search.Meant{}},
		{"budget schedule gadget", search.Query{}, []search.Meant{}}, // each is in a step
	} {
		got := asked(t, db, c.line, c.narrow)
		if d := cmp.Diff(c.want, got.Meant); d != "" || got.Total != 0 {
			t.Errorf("%s %+v: %d hits (-want +got):\n%s", c.line, c.narrow, got.Total, d)
		}
	}
	must(t, db.RemoveRun(t.Context(), "run2"))
	if got := asked(t, db, "gadgett", search.Query{}).Meant; len(got) > 0 {
		t.Errorf("%v is proposed, which is removed", got)
	}
}
