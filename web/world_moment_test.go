package web

import (
	"strings"
	"testing"
)

// A change stands on the page of the round before which it happened; pages of a scenario
// with updates lead to its world.
func TestWorldMoment(t *testing.T) {
	site := testServer(t)
	run := ""
	for _, slug := range runsOf(t, site, exampleBenchmark) {
		if strings.Contains(slug, "never-revises") {
			run = slug
		}
	}
	for path, href := range map[string]string{
		"/b/clawatlas-example/scenarios/ex_office_move":            exampleWorld,
		"/b/clawatlas-example/scenarios/ex_office_move?run=" + run: exampleWorld + "?run=" + run, "/b/clawatlas-example/scenarios/ex_office_move/q4": exampleWorld,
	} {
		if site.page(t, path).Find("a[href='"+href+"']").Length() == 0 {
			t.Errorf("%s does not lead to %s", path, href)
		}
	}
	task := site.page(t, "/b/clawatlas-example/scenarios/ex_office_move/q4")
	if got := squash(task.Find("#updates ~ * caption").First()); !strings.HasPrefix(got, "An update of 2 changes right before this round: ") {
		t.Errorf("caption %q", got)
	}
	if site.page(t, "/b/liveclawbench/scenarios/calendar_task_mgmt").Find("a[href*='/world/']").Length() > 0 {
		t.Error("a scenario without updates leads to a world")
	}
}
