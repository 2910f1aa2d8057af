package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

// asked runs a search line in the order and window of narrow.
func asked(t *testing.T, db Store, line string, narrow search.Query) search.Result {
	t.Helper()
	text := search.Parse(line)
	narrow.Terms, narrow.Filters = text.Terms, text.Filters
	if narrow.Limit == 0 {
		narrow.Limit = 50
	}
	return must.Get(db.Search(t.Context(), narrow))(t)
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
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	failing := results.Step{Source: results.SourceAgent, Message: "the budget report",
		ToolCalls: []results.ToolCall{{ID: "c", Name: "my tool", Arguments: []byte(`{"path":"a\nbudgets"}`)}}}
	failing.Observation = &results.Observation{Results: []results.Result{{CallID: "c", Failed: true, Content: "Café closed"}}}
	steps := []results.Step{{Source: results.SourceUser, Message: "write the report of the budget"}, failing,
		{Source: results.SourceAgent, Message: "budget copied", Copied: true}}
	must.Do(t, write(ctx, db, named("run1"), trialOf{"q1", results.Passed, steps}))
	must.Do(t, write(ctx, db, named("run2"), trialOf{"q2", results.Failed, says("no budget here", "report")}))
	user, agent, theirs, theirs2 := "run1/s1/q1#1", "run1/s1/q1#2", "run2/s1/q2#1", "run2/s1/q2#2"
	newest := search.Query{Newest: true}
	for _, c := range []struct {
		line   string
		narrow search.Query
		want   []string // the newest first
	}{
		{"budget", newest, []string{theirs, agent, user}},
		{`"budget report"`, newest, []string{agent}},
		{"budget report", newest, []string{agent, user}},
		{"budget -report", newest, []string{theirs}},
		{"budg*", newest, []string{theirs, agent, user}},
		{"budgets", search.Query{}, []string{agent}},
		{"CAFE", search.Query{}, []string{agent}},
		{"nowhere", search.Query{}, []string{}},
		{"copied", search.Query{}, []string{}},
		{"budget run:run2", search.Query{}, []string{theirs}},
		{"budget run:none", search.Query{}, []string{}},
		{"budget run:run1 run:run2", search.Query{}, []string{}},
		{"budget benchmark:none", search.Query{}, []string{}},
		{"budget benchmark:" + bench + " scenario:s1 task:q1", newest, []string{agent, user}},
		{"budget run:run1 scenario:s1 task:q1", search.Query{}, []string{user, agent}},
		{"budget run:run1 scenario:s1 task:q1 attempt:2", search.Query{}, []string{}},
		{"budget attempt:1", newest, []string{theirs, agent, user}},
		{"budget attempt:2", newest, []string{}},
		{`budget tool:"my tool"`, search.Query{}, []string{agent}},
		{"budget status:failed", search.Query{}, []string{theirs}},
		{"status:failed", search.Query{}, []string{theirs2, theirs}},
		{"status:failed status:passed", search.Query{}, []string{}},
		{"status:failed -report", search.Query{}, []string{theirs}},
		{"budget role:user", newest, []string{user}},
		{"budget is:failed", search.Query{}, []string{agent}},
		{"is:failed run:run1", search.Query{}, []string{agent}},
		{"model:model-one role:agent", search.Query{}, []string{theirs2, theirs, agent}},
		{"model:nobody", search.Query{}, []string{}},
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
}

// searchSigns finds what is asked as it is written.
func searchSigns(t *testing.T, db Store) {
	must.Do(t, db.SaveDataset(t.Context(), dataset(bench)))
	must.Do(t, write(t.Context(), db, named("run1"), trialOf{"q1", results.Passed,
		says("written in C++ and C#", "--- a/file", "c = i++ != 3", "a\n---\nb -----", "C")}))
	for line, want := range map[string][]string{
		"C++": {"1"}, "c#": {"1"}, "c": {"5", "3", "1"}, "!=": {"3"}, `"--- "`: {"2"}, "---": {"4", "2"}, "--": {"4", "2"},
		"C++ -!=": {"1"}, `c "!="`: {"3"}, `c -"!="`: {"5", "1"},
	} {
		for i := range want {
			want[i] = "run1/s1/q1#" + want[i]
		}
		got := asked(t, db, line, search.Query{Newest: true})
		same(t, fmt.Sprintf("%s (-want +got)", line), want, places(got))
		for _, h := range got.Hits {
			if m := h.Snippet.Marks; len(m) == 0 {
				t.Errorf("%s is not marked in %+v", line, h.Snippet)
			}
		}
	}
}

// searchFacets counts hits by what they can be narrowed by, and finds as many.
func searchFacets(t *testing.T, db Store) {
	must.Do(t, db.SaveDataset(t.Context(), dataset(bench)))
	calls := func(names ...string) results.Step {
		s := results.Step{Source: results.SourceAgent, Message: "word"}
		for _, n := range names {
			s.ToolCalls = append(s.ToolCalls, results.ToolCall{Name: n})
		}
		return s
	}
	failed := calls("exec")
	failed.Error = "broke off"
	must.Do(t, write(t.Context(), db, named("run1"), trialOf{"q1", results.Passed,
		[]results.Step{calls("exec", "my tool", "exec"), failed, calls()}},
		trialOf{"q2", results.Failed, says("word", "nothing")}))
	must.Do(t, write(t.Context(), db, named("run2"), trialOf{"q1", results.Failed, []results.Step{calls("my tool")}}))
	got := map[string]int{}
	for _, f := range asked(t, db, "word", search.Query{}).Facets {
		for _, v := range f.Values {
			got[fmt.Sprintf("%s:%q", f.Name, v.Value)] = v.Count
		}
	}
	want := map[string]int{`status:"passed"`: 3, `status:"failed"`: 2, `is:"failed"`: 1, `tool:"exec"`: 2, `tool:"my tool"`: 2,
		`scenario:"s1"`: 5,
		`task:"q1"`:     4, `task:"q2"`: 1, `benchmark:"` + bench + `"`: 5, `model:"model-one"`: 5, `run:"run1"`: 4, `run:"run2"`: 1,
		`role:"agent"`: 5}
	same(t, "counts (-want +got)", want, got)
	for filter, n := range want {
		if total := asked(t, db, "word "+filter, search.Query{}).Total; total != n {
			t.Errorf("%s: %d are found, %d counted", filter, total, n)
		}
	}
}

// searchNames finds what has a page by what it is called.
func searchNames(t *testing.T, db Store) {
	must.Do(t, db.SaveDataset(t.Context(), dataset(bench)))
	must.Do(t, write(t.Context(), db, named("run1"), trialOf{"q1", results.Passed, says("one")}))
	must.Do(t, write(t.Context(), db, named("run2"), trialOf{"q1", results.Passed, says("one")}))
	must.Do(t, db.HideRun(t.Context(), "run2", true))
	for line, want := range map[string][]string{
		bench: {"benchmark " + bench}, strings.ToUpper(bench): {"benchmark " + bench}, "modelone": {"model model-one", "run run1"},
		"s1": {"scenario s1"}, "q1": {"task q1", "task q1"},
		"q": {}, "run": {"run run1"}, "run2": {}, "model nothing": {}, "%": {}, "one -model": {"model model-one", "run run1"}, "odel": {},
	} {
		got := []string{}
		for _, n := range must.Get(db.FindNames(t.Context(), search.Parse(line).Terms))(t) {
			got = append(got, n.Kind+" "+n.ID)
		}
		same(t, fmt.Sprintf("%s (-want +got)", line), want, got)
	}
}
