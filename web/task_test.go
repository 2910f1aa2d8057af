package web

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
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
		Exact          *bool
		IoU, F1        *float64
	}
	Causes []struct {
		Cause string
		Words []struct{ Text string }
	}
	Told []struct {
		Verdict, Text string
		Contrary      bool
	}
	Doubts         []item.Reason
	Discrimination struct {
		ItemRest *float64 `json:"item_rest"`
		Runs     int
	}
	Scored, Passed int
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
		if exact := *tr.Exact; exact != (*tr.Score >= 1) {
			t.Errorf("%s/%s: exact %t, score %v", x.Scenario, x.ID, exact, *tr.Score)
		}
	}
	want := map[string]int{"rounds": 95, "only omit": 14, "only add": 3, "both": 1, "omitted": 19, "added": 5}
	must.Same(t, want, got, "what was got")
}

func testTaskOptionsOfTheReleasedRun(t *testing.T) {
	site := realServer(t)
	for _, c := range []struct{ scenario, task, omitted, added string }{
		{"hil_i2", "q1", "A E", ""},
		{"hil_c7", "q25", "H", ""},
		{"hil_f7", "q13", "", "E"},
	} {
		doc := taskJSONOf(t, site, "clawarena", c.scenario, c.task)
		got := strings.Join(doc.Trials[0].Omitted, " ") + "|" + strings.Join(doc.Trials[0].Added, " ")
		if got != c.omitted+"|"+c.added {
			t.Errorf("%s/%s: omitted|added %q, want %q", c.scenario, c.task, got, c.omitted+"|"+c.added)
		}
	}
	doc := site.page(t, "/b/clawarena/scenarios/hil_i2/q1")
	row := doc.Find("table.options tbody tr").First()
	if got := row.Find("td.hc a").AttrOr("aria-label", ""); got != "Gemma 4 31B · openclaw, option A: correct, omitted" {
		t.Errorf("cell of option A %q", got)
	}
	if got := row.Find("td.hc a").AttrOr("href", ""); got != "/runs/"+gemmaRun+"/hil_i2/q1" {
		t.Errorf("cell of option A leads to %q", got)
	}
	if got := squash(row); !strings.Contains(got, "1 of 1 omitted") || !strings.Contains(got, "20.65–100.00") {
		t.Errorf("row of option A %q lacks its rate or interval", got)
	}
}

// testTaskCheckOfTheReleasedRun: the checker's words on hil_g4/q3, and that the
// agent was told the opposite of the verdict, which the page says.
func testTaskCheckOfTheReleasedRun(t *testing.T) {
	site := realServer(t)
	doc := taskJSONOf(t, site, "clawarena", "hil_g4", "q3")
	if len(doc.Causes) != 1 || doc.Causes[0].Cause != "missing key" || len(doc.Causes[0].Words) != 1 || doc.Causes[0].Words[0].Text != "missing 'contradictions' key in JSON" {
		t.Errorf("causes %+v", doc.Causes)
	}
	if len(doc.Told) != 1 || doc.Told[0].Verdict != "correct" || !doc.Told[0].Contrary || !strings.HasPrefix(doc.Told[0].Text, "contradiction_map.json created") {
		t.Errorf("told %+v", doc.Told)
	}
	page := site.page(t, "/b/clawarena/scenarios/hil_g4/q3")
	for selector, want := range map[string]string{
		".lead":                           "Exec-check round 3 of 27 in Wrongful termination + PIP compliance investigation (hil_g4); 0 of 1 run passed.",
		".contrary":                       "This contradicts the verdict, which is not a pass.",
		"#causes ~ section tbody td code": "missing 'contradictions' key in JSON",
		`[data-key="["]`:                  "← q2",
		`[data-key="]"]`:                  "q4 →",
	} {
		must.Equal(t, want, squash(page.Find(selector).First()), "%s", selector)
	}
	if got := page.Find(".prompt").AttrOr("lang", ""); got != "zh" {
		t.Errorf("language of the prompt %q, want zh", got)
	}
	if page.Find(`.strip [aria-current]`).Length() != 1 {
		t.Error("the strip does not mark the round")
	}
}

// testTaskDoubts: five checkers of the dataset hold an error of syntax, eleven
// of the failed ones want keys that nothing named, and 37 verdicts were told
// wrongly or not at all.
func testTaskDoubts(t *testing.T) {
	site := realServer(t)
	for reason, want := range map[string]int{item.BrokenChecker: 5, item.UnnamedKey: 11, item.ToldContrary: 37, item.GoldConflict: 0, item.Nobody: 0} {
		var list struct{ Total int }
		site.object(t, "/api/v1/benchmarks/clawarena/tasks?reason="+reason, &list)
		if list.Total != want {
			t.Errorf("%s: %d rounds, want %d", reason, list.Total, want)
		}
	}
	doc := taskJSONOf(t, site, "clawarena", "hil_g3", "q16")
	if len(doc.Doubts) == 0 || doc.Doubts[0].Code != item.BrokenChecker || !strings.Contains(doc.Doubts[0].Text, "SyntaxError") {
		t.Errorf("doubts of hil_g3/q16 %+v", doc.Doubts)
	}
	page := site.page(t, "/b/clawarena/tasks?show=suspect")
	first := squash(page.Find("tbody tr").First())
	if !strings.HasPrefix(first, "Salary data leak investigation, q4 hil_g3") {
		t.Errorf("the gravest doubt comes first: %q", first)
	}
	var tabs []string
	page.Find(`nav[aria-label="Which rounds"] a`).Each(func(_ int, s *goquery.Selection) { tabs = append(tabs, squash(s)) })
	must.Same(t, []string{"All 337", "In doubt 47", "Passed by nobody 83", "Passed by everybody 254", "Passed by some 0"}, tabs, "tabs")
}

// TestTaskOfRuns holds counts made by hand: the four agents' answers to
// ex_office_move/q4 are ACDF, BG, ACD and everything; gold is ACDF.
func TestTaskOfRuns(t *testing.T) {
	site := testServer(t)
	doc := taskJSONOf(t, site, "clawatlas-example", "ex_office_move", "q4")
	errors := ""
	for _, o := range doc.Options {
		errors += fmt.Sprintf("%s%d/%d ", o.Label, o.Errors, o.Answers)
	}
	if want := "A1/4 B2/4 C1/4 D1/4 E1/4 F2/4 G2/4 "; errors != want {
		t.Errorf("errors by option %q, want %q", errors, want)
	}
	var scores []string
	for _, tr := range doc.Trials {
		scores = append(scores, fmt.Sprintf("%t %.4f %.4f", *tr.Exact, *tr.IoU, *tr.F1))
	}
	want := []string{"true 1.0000 1.0000", "false 0.0000 0.0000", "false 0.7500 0.8571", "false 0.5714 0.7273"}
	must.Same(t, want, scores, "exact, IoU, F1")
	// Passes over all 31 rounds are 27, 13, 11 and 4. Round q1 is passed by the
	// first two, so its rests are 26, 12, 11 and 4 of 30: r = 11.5 / √254.75.
	q1 := taskJSONOf(t, site, "clawatlas-example", "ex_office_move", "q1")
	if r := q1.Discrimination; r.Runs != 4 || r.ItemRest == nil || !resultstest.Near(*r.ItemRest, 11.5/math.Sqrt(254.75), 1e-9) {
		t.Errorf("discrimination %+v", r)
	}
	page := site.page(t, "/b/clawatlas-example/scenarios/ex_office_move/q4")
	form := page.Find(`form[action="/compare/ex_office_move/q4"]`)
	a, b := form.Find(`select[name=a] option[selected]`), form.Find(`select[name=b] option[selected]`)
	if !strings.HasPrefix(squash(a), "thorough-reader") || !strings.HasPrefix(squash(b), "never-revises") {
		t.Errorf("the pair to compare is %q and %q", squash(a), squash(b))
	}
	if got := squash(page.Find("#updates + section caption")); got != "2 updates right before this round: upd1_letter, upd1_chat" {
		t.Errorf("updates %q", got)
	}
}

// TestTaskCauses: what three scripted agents' failures at ex_office_move/q7
// have in common.
func TestTaskCauses(t *testing.T) {
	doc := taskJSONOf(t, testServer(t), "clawatlas-example", "ex_office_move", "q7")
	if doc.Passed != 1 || len(doc.Causes) != 1 || doc.Causes[0].Cause != "wrong value" || len(doc.Causes[0].Words) != 4 {
		t.Errorf("passed %d, causes %+v, want one cause with four complaints", doc.Passed, doc.Causes)
	}
}

// TestTaskOfFacts: a benchmark whose texts are not stored still has a page.
func TestTaskOfFacts(t *testing.T) {
	site := bareServer(t)
	doc := site.page(t, "/b/liveclawbench/scenarios/social_media/social-cross-publish")
	if got := squash(doc.Find("#prompt + p")); !strings.HasPrefix(got, "The dataset's text of this task is not in the database") {
		t.Errorf("prompt %q", got)
	}
	if n := doc.Find("#trials ~ section tbody").First().Find("tr").Length(); n != 16 {
		t.Errorf("%d trials, want 16: one of 17 runs has no record of it", n)
	}
	rubric := site.page(t, "/b/clawmark/scenarios/clinical_assistant/clinical_assistant_task1")
	if got := squash(rubric.Find("table.checks caption")); got != "17 checks with a weight of 28.5 in all, 3 of them red lines, against 0 trials" {
		t.Errorf("checks %q", got)
	}
	if got := squash(rubric.Find(".empty")); !strings.Contains(got, "clawatlas ingest") {
		t.Errorf("empty state %q", got)
	}
}

func TestTaskQueries(t *testing.T) {
	site := testServer(t)
	for path, want := range map[string]int{
		"/b/clawatlas-example/scenarios/ex_office_move/q99":                 http.StatusNotFound,
		"/b/clawatlas-example/scenarios/none/q1":                            http.StatusNotFound,
		"/api/v1/benchmarks/clawatlas-example/scenarios/ex_office_move/q99": http.StatusNotFound,
		"/b/clawatlas-example/scenarios/ex_office_move/q1?all=maybe":        http.StatusBadRequest,
		"/b/clawatlas-example/scenarios/ex_office_move/q1?format=pdf":       http.StatusBadRequest,
		"/b/clawatlas-example/scenarios/ex_office_move/q1?other=1":          http.StatusOK,
		"/b/clawatlas-example/tasks?show=bad":                               http.StatusBadRequest,
		"/b/clawatlas-example/tasks?sort=name":                              http.StatusBadRequest,
		"/b/clawatlas-example/tasks?reason=none":                            http.StatusBadRequest,
		"/b/clawatlas-example/tasks?scenario=none":                          http.StatusBadRequest,
		"/b/clawatlas-example/tasks?page=0":                                 http.StatusBadRequest,
		"/b/clawatlas-example/tasks?page=99":                                http.StatusOK,
		"/b/none/tasks":                                                     http.StatusNotFound,
		"/api/v1/benchmarks/none/tasks":                                     http.StatusNotFound,
		"/api/v1/benchmarks/clawatlas-example/tasks?limit=5000":             http.StatusBadRequest,
	} {
		site.wantStatus(t, path, want)
	}
	rows := site.table(t, "/b/clawatlas-example/scenarios/ex_office_move/q4?format=csv")
	if len(rows) != 5 || rows[2][12] != "BG" || rows[2][14] != "ACDF" || rows[2][15] != "BG" {
		t.Errorf("CSV %v", rows)
	}
}

func TestTaskListOrder(t *testing.T) {
	site := testServer(t)
	order := func(query string) []string {
		var list struct {
			Tasks []struct{ Scenario, ID string }
		}
		site.object(t, "/api/v1/benchmarks/clawatlas-example/tasks?limit=3&"+query, &list)
		var ids []string
		for _, x := range list.Tasks {
			ids = append(ids, x.Scenario+"/"+x.ID)
		}
		return ids
	}
	for query, want := range map[string][]string{
		"":                           {"ex_office_move/q1", "ex_office_move/q2", "ex_office_move/q3"},
		"sort=rate":                  {"ex_office_move/q6", "ex_tea_shipment/q8", "ex_library_outage/q6"},
		"sort=rate&dir=desc":         {"ex_tea_shipment/q3", "ex_tea_shipment/q4", "ex_library_outage/q2"},
		"sort=doubts":                {"ex_library_outage/q6", "ex_office_move/q6", "ex_tea_shipment/q3"},
		"sort=rest":                  {"ex_tea_shipment/q6", "ex_office_move/q5", "ex_tea_shipment/q5"},
		"show=everybody":             {"ex_tea_shipment/q3", "ex_tea_shipment/q4", "ex_library_outage/q2"},
		"scenario=ex_library_outage": {"ex_library_outage/q1", "ex_library_outage/q2", "ex_library_outage/q3"},
	} {
		must.Same(t, want, order(query), "%q", query)
	}
}

// The passes of a task are counted over the ranked systems: a job of one task
// that another agent ran moves no rate, unless all runs are asked for.
func testTaskRatesBesideASmokeRun(t *testing.T) {
	site := smokeServer(t)
	type row struct {
		ID             string
		Scored, Passed int
		Mean           *float64
	}
	rows := func(site *testSite, query string) (list []row, counted string) {
		var answer struct {
			Counted string
			Tasks   []row
		}
		site.object(t, "/api/v1/benchmarks/liveclawbench/tasks"+query, &answer)
		return answer.Tasks, answer.Counted
	}
	want, counted := rows(bareServer(t), "")
	got, _ := rows(site, "")
	if diff := cmp.Diff(want, got); diff != "" || counted != "ranked" || len(want) != 134 {
		t.Errorf("%d tasks, counted over %s, without and with the job (-without +with):\n%s", len(want), counted, diff)
	}
	if all, counted := rows(site, "?all=1"); counted != "runs" || cmp.Equal(all, want) {
		t.Errorf("with all=1 the job is not counted; over %s", counted)
	}
	for _, r := range got {
		if r.Scored != 15 || r.Mean == nil {
			t.Errorf("%s: %d systems with a verdict, mean %v; want all 15 that are ranked", r.ID, r.Scored, r.Mean)
		}
	}
}
