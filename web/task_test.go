package web

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/must"
)

// taskDoc is what these tests read of a task's JSON.
type taskDoc struct {
	Prompt  string
	Kind    string
	Options []struct {
		Label, Text, Feedback string
		Gold                  bool
		SelectedBy            []string `json:"selected_by"`
		OmittedBy             []string `json:"omitted_by"`
		Errors, Answers       int
	}
	Trials []struct {
		Run            string
		Status         results.Status
		Score          *float64
		Omitted, Added []string
	}
	Signals []item.Signal `json:"doubts"`
}

func taskJSONOf(t *testing.T, site *testSite, benchmark, scenario, task string) taskDoc {
	t.Helper()
	var doc taskDoc
	site.object(t, "/api/v1/benchmarks/"+benchmark+"/scenarios/"+scenario+"/"+task, &doc)
	return doc
}

// testTasksOfTheReleasedRun counts over the API what the released run omitted
// and added: 18 of 95 multi-choice rounds are not exact, 14 only omit, 3 only
// add, 1 does both; 19 options are omitted and 5 added.
func testTasksOfTheReleasedRun(t *testing.T) {
	site := realServer(t)
	var list struct {
		Total int
		Tasks []struct{ Scenario, ID string }
	}
	site.object(t, "/api/v1/benchmarks/clawarena/tasks?kind=multi_choice&limit=1000", &list)
	got := map[string]int{}
	for _, x := range list.Tasks {
		doc := taskJSONOf(t, site, "clawarena", x.Scenario, x.ID)
		omitted, added := []string{}, []string{}
		for _, o := range doc.Options {
			switch {
			case o.Gold && len(o.OmittedBy) == 1:
				omitted = append(omitted, o.Label)
			case !o.Gold && len(o.SelectedBy) == 1:
				added = append(added, o.Label)
			}
		}
		got["rounds"]++
		got["omitted"] += len(omitted)
		got["added"] += len(added)
		switch {
		case len(omitted) > 0 && len(added) > 0:
			got["both"]++
		case len(omitted) > 0:
			got["only omit"]++
		case len(added) > 0:
			got["only add"]++
		}
		tr := doc.Trials[0]
		if diff := cmp.Diff([][]string{omitted, added}, [][]string{tr.Omitted, tr.Added}); diff != "" {
			t.Errorf("%s/%s: options against the trial (-options +trial):\n%s", x.Scenario, x.ID, diff)
		}
	}
	want := map[string]int{"rounds": 95, "only omit": 14, "only add": 3, "both": 1, "omitted": 19, "added": 5}
	must.Same(t, want, got, "what was got")
}

// testTaskSignals: five checkers of the dataset hold an error of syntax; no other fault is proven.
func testTaskSignals(t *testing.T) {
	site := realServer(t)
	var list struct{ Total int }
	site.object(t, "/api/v1/benchmarks/clawarena/tasks?check=faulty", &list)
	must.Equal(t, 5, list.Total, "faulty checks")
	doc := taskJSONOf(t, site, "clawarena", "hil_g3", "q16")
	if len(doc.Signals) == 0 || doc.Signals[0].Code != item.BrokenChecker || !strings.Contains(doc.Signals[0].Text, "SyntaxError") {
		t.Errorf("signals of hil_g3/q16 %+v", doc.Signals)
	}
	first := squash(site.page(t, "/b/clawarena/heatmap?check=faulty").Find("table.stack tbody tr").First())
	if !strings.HasPrefix(first, "Salary data leak investigation, q4") {
		t.Errorf("the first faulty check: %q", first)
	}
}
