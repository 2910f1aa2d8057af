package web

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// The change stands in the trace of the round before which it happened, in the
// first window alone, and on the page of the round; pages of a scenario with
// updates lead to its world.
func TestWorldMoment(t *testing.T) {
	site := testServer(t)
	run := ""
	for _, slug := range runsOf(t, site, exampleBenchmark) {
		if strings.Contains(slug, "never-revises") {
			run = slug
		}
	}
	trial := "/runs/" + run + "/ex_office_move/"
	doc := site.page(t, trial+"q4")
	moment := doc.Find(".trace .moment")
	want := "The world changed here: update 1, right before this round was sent. This world" +
		"+ landlord_letter.md file new: 14 lines · told: named · ● read q4 step 3 » chat_ops.md file appended: 7 lines new · told: announced · ● read q4 step 3"
	must.Equal(t, want, squash(moment), "the trace")
	if href := moment.Find("a.mono").First().AttrOr("href", ""); href != exampleWorld+"?run="+run+"#change-1" {
		t.Errorf("the change leads to %s", href)
	}
	if moment.NextAll().Filter("ol.steps").Length() != 1 {
		t.Error("the change does not stand before the first step")
	}
	if got := squash(site.page(t, trial+"q7").Find(".moment li")); got != "+ mover_carrow_rev2.md file new: 11 lines · told: silent · ○ never" {
		t.Errorf("a miss is %q", got)
	}
	for path, n := range map[string]int{trial + "q5": 0, trial + "q4?from=2": 0} {
		if got := site.page(t, path).Find(".moment").Length(); got != n {
			t.Errorf("%s has %d changes", path, got)
		}
	}
	for path, href := range map[string]string{
		trial + "q5": exampleWorld + "?run=" + run, "/b/clawatlas-example/scenarios/ex_office_move": exampleWorld,
		"/b/clawatlas-example/scenarios/ex_office_move/q4": exampleWorld,
	} {
		if site.page(t, path).Find("a[href='"+href+"']").Length() == 0 {
			t.Errorf("%s does not lead to %s", path, href)
		}
	}
	if site.page(t, "/b/liveclawbench/scenarios/calendar_task_mgmt").Find("a[href*='/world/']").Length() > 0 {
		t.Error("a scenario without updates leads to a world")
	}
}
