package storetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/ledger"
	"github.com/clawatlas/clawatlas/results/search"
)

// running is a step in which a command is run.
func running(command string, r results.Result) results.Step {
	r.CallID = "c"
	args := []byte(`{"command":"` + command + `"}`)
	return results.Step{Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: "exec", Arguments: args}},
		Observation: &results.Observation{Results: []results.Result{r}}}
}

// noted writes a run and what is noted of its steps.
func noted(t *testing.T, db Filled, r *results.Run, trials ...trialOf) {
	t.Helper()
	must(t, write(t.Context(), db, r, trials...))
	var book ledger.Book
	for _, x := range trials {
		for i := range x.steps {
			book.Add(&x.steps[i], i == 0, files.NewNames("/w"))
		}
	}
	must(t, db.SaveLedger(t.Context(), bench, r.ID, ledger.Rules, book.Sheets()))
}

// searchesCalls finds steps by fields of their calls, alone, beside words, and one
// after the other.
func searchesCalls(t *testing.T, db Store) {
	ctx := t.Context()
	must(t, db.SaveDataset(ctx, dataset(bench)))
	one := 1
	broke := results.Result{Failed: true, Failure: "exit_code", ExitCode: &one, Content: "Traceback\nValueError: budget\nsee log"}
	noted(t, db, named("run1"), trialOf{"q1", results.Passed, []results.Step{
		{Source: results.SourceUser, Message: "sum up the budget"},
		running("python3 /w/sum.py", broke),
		running("python3 /w/sum.py", results.Result{ExitCode: new(int), Content: "budget 12"}),
		running("grep nothing notes/a.md", results.Result{ExitCode: &one, Outcome: results.OutcomeEmpty}),
	}}, trialOf{"q2", results.Failed, []results.Step{running("python3 sum.py", broke)}})
	noted(t, db, named("run2"), trialOf{"q1", results.Passed,
		[]results.Step{running("./sum.py", results.Result{ExitCode: new(int), Content: "budget"})}})
	for line, want := range map[string][]string{
		"path:sum.py":                      {"run2/s1/q1#1", "run1/s1/q2#1", "run1/s1/q1#3", "run1/s1/q1#2"},
		"is:failed":                        {"run1/s1/q2#1", "run1/s1/q1#2"},
		"exit:1 -is:failed":                {"run1/s1/q1#4"},
		"path:*.md is:empty":               {"run1/s1/q1#4"},
		"budget exit:0":                    {"run2/s1/q1#1", "run1/s1/q1#3"},
		"exit:>0 -valueerror":              {"run1/s1/q1#4"},
		"status:failed":                    {"run1/s1/q2#1"},
		"run:*2":                           {"run2/s1/q1#1"},
		"model:nobody is:ok":               {},
		"is:failed then: is:ok path:*.py":  {"run1/s1/q1#3"},
		"budget then: budget then: budget": {"run1/s1/q1#3"},
		"is:failed then: nothing":          {"run1/s1/q1#4"},
		"is:ok then: is:failed":            {},
	} {
		text := search.Parse(line)
		got := found(db.Search(ctx, search.Query{Terms: text.Terms, Fields: text.Fields, Then: text.Then, Newest: true, Limit: 50}))(t)
		if d := cmp.Diff(want, places(got)); d != "" || got.Total != len(want) {
			t.Errorf("%s: %d in all (-want +got):\n%s", line, got.Total, d)
		}
	}
	hit := found(db.Search(ctx, search.Query{Fields: search.Parse("status:failed is:failed").Fields, Limit: 5}))(t).Hits[0]
	same(t, "calls of the hit (-want +got)",
		[]search.HitCall{{Tool: "exec", Asked: "python3 sum.py", Exit: &one, Outcome: search.IsFailed}}, hit.Calls)
	if hit.Snippet.Text != "ValueError: budget" {
		t.Errorf("snippet %q, want the line of the error", hit.Snippet.Text)
	}
}

// forgetsNotes removes what is noted of a run with it.
func forgetsNotes(t *testing.T, db Store) {
	ctx := t.Context()
	must(t, db.SaveDataset(ctx, dataset(bench)))
	noted(t, db, named("run1"), trialOf{"q1", results.Passed, says("one")})
	before := dumped(t, db)
	second := named("run2")
	noted(t, db, second, trialOf{"q1", results.Passed, []results.Step{running("cat /w/only-here.md", results.Result{})}})
	if keys := found(db.LedgerKeys(ctx, bench))(t); len(keys) != 2 || keys[second.ID] != ledger.Rules {
		t.Errorf("keys %v", keys)
	}
	must(t, db.RemoveRun(ctx, "run2"))
	same(t, "after the run is gone (-before +after)", before, dumped(t, db))
	must(t, db.SaveLedger(ctx, bench, found(db.FindRun(ctx, "run1"))(t).ID, "other", nil))
	if r := found(db.Search(ctx, search.Query{Fields: search.Parse("role:user").Fields, Limit: 5}))(t); r.Total != 0 {
		t.Errorf("%d steps are found of which nothing is noted any more", r.Total)
	}
}
