package inspect_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// oneSample is a log of one sample, whose members are given but for its id and epoch.
func oneSample(id, scorer, members string) fstest.MapFS {
	return fstest.MapFS{id + ".json": {Data: fmt.Appendf(nil, `{"version":2,"status":"success","eval":{"run_id":%[1]q,"eval_id":%[1]q,`+
		`"created":"2026-01-01T00:00:00+00:00","task":"quiz","dataset":{"name":"quiz","samples":1},"model":"acme/m","config":{},`+
		`"scorers":[{"name":%[2]q}]},"plan":{"steps":[{"solver":"multiple_choice"}]},"results":{"total_samples":1,"completed_samples":1,`+
		`"scores":[{"name":%[2]q,"scorer":%[2]q,"metrics":{"accuracy":{"name":"accuracy","value":1}}}]},`+
		`"samples":[{"id":1,"epoch":1,%[3]s}]}`, id, scorer, members)}}
}

// The choices of a sample are its options, in the order in which the log has them. What is
// no list of letters, or was asked in another order, is left to the scorers' own words.
func TestChoices(t *testing.T) {
	db := ingesttest.Open(t)
	log := func(id, choices, target, value, answer string) fstest.MapFS {
		return oneSample(id, "choice", fmt.Sprintf(`"input":"Which?","choices":%s,"target":%s,`+
			`"messages":[{"role":"user","content":"Which?"},{"role":"assistant","content":"So."}],"output":{"model":"m","choices":[]},`+
			`"scores":{"choice":{"value":%q,"answer":%q,"explanation":"Because."}}`, choices, target, value, answer))
	}
	for _, c := range []struct {
		what, choices, target, value, answer string
		kind                                 string
		gold, selected                       []string
	}{
		{"one letter", `["red","green","blue"]`, `"B"`, "C", "B", results.KindMultiChoice, []string{"B"}, []string{"B"}},
		{"several letters", `["red","green","blue"]`, `["A","C"]`, "I", "C, B", results.KindMultiChoice, []string{"A", "C"}, []string{"B", "C"}},
		{"no answer", `["red","green","blue"]`, `"B"`, "I", "", results.KindMultiChoice, []string{"B"}, nil},
		{"another order", `["green","red","blue"]`, `"A"`, "C", "A", results.KindReward, nil, nil},
		{"a target that is a text", `["red","green","blue"]`, `"green"`, "C", "B", results.KindReward, nil, nil},
		{"an answer that is a text", `["red","green","blue"]`, `"B"`, "C", "the second", results.KindReward, nil, nil},
		{"a letter too far", `["red","green","blue"]`, `"B"`, "I", "D", results.KindReward, nil, nil},
	} {
		rep := ingesttest.Load(t, db, log(results.NameID(c.what), c.choices, c.target, c.value, c.answer), ingest.Identity{})
		list := ingesttest.Trials(t, db, rep.Runs[0].Run)
		if len(list) != 1 {
			t.Fatalf("%s: %d trials", c.what, len(list))
		}
		tr := list[0].Trial.Trial
		if tr.Kind != c.kind || !cmp.Equal(tr.Gold, c.gold) || !cmp.Equal(tr.Selected, c.selected) || len(tr.Checks) != 1 {
			t.Errorf("%s: %s with gold %q and chosen %q, want %s, %q and %q", c.what, tr.Kind, tr.Gold, tr.Selected, c.kind, c.gold, c.selected)
		}
	}
	tasks := must.Get(db.Tasks(t.Context(), "inspect-quiz", ""))(t)
	want := []results.Option{{Label: "A", Text: "red"}, {Label: "B", Text: "green", Gold: true}, {Label: "C", Text: "blue"}}
	if diff := cmp.Diff(want, tasks[0].Options); diff != "" || tasks[0].Facts.Prompt != "Which?" {
		t.Errorf("options of the task asked %q (-want +got):\n%s", tasks[0].Facts.Prompt, diff)
	}
}
