package web

import (
	"strings"
	"testing"
)

// A round that no answer can pass says so wherever its verdict stands: on the
// trial's page, the task's, the scenario's, the run's, and in the list of tasks.
func TestMarksOfWhatCannotBePassed(t *testing.T) {
	const scenario, reason = "ex_office_move", "the checker ends in a SyntaxError"
	run := exampleRun(t, testServer(t), "never-revises")
	var answer struct {
		Tasks []struct {
			ID     string
			Trials []struct{ Run, Status string }
		}
	}
	testServer(t).object(t, "/api/v1/benchmarks/clawatlas-example/scenarios/"+scenario, &answer)
	task := ""
	for _, x := range answer.Tasks {
		for _, tr := range x.Trials {
			if tr.Run == run && tr.Status != "passed" {
				task = x.ID
			}
		}
	}
	site := impossibleSite(t, scenario, task)
	below := "/b/clawatlas-example/scenarios/" + scenario
	for path, where := range map[string]string{
		"/runs/" + run + "/" + scenario + "/" + task: "#impossible",
		below + "/" + task:                           "#impossible",
	} {
		marks := site.page(t, path).Find(where + ":contains('faulty check')")
		if marks.Length() != 1 {
			t.Errorf("%s: %d marks of %s, want 1", path, marks.Length(), task)
			continue
		}
		title, _ := marks.Attr("title")
		if !strings.Contains(title+squash(marks), reason) {
			t.Errorf("%s: the mark says %q, not why", path, title+squash(marks))
		}
		if testServer(t).page(t, path).Find(where+":contains('faulty check')").Length() != 0 {
			t.Errorf("%s: a mark where every round can be passed", path)
		}
	}
	if n := site.page(t, below).Find(".fp a .fp-x").Length(); n == 0 || site.page(t, "/runs/"+run).Find(".fp a .fp-x").Length() != 1 {
		t.Errorf("the strips do not mark the round: %d", n)
	}
	for _, path := range []string{"/api/v1/runs/" + run + "/" + scenario + "/" + task, "/api/v1/benchmarks/clawatlas-example/scenarios/" + scenario + "/" + task,
		"/api/v1/benchmarks/clawatlas-example/scenarios/" + scenario, "/api/v1/benchmarks/clawatlas-example/tasks"} {
		if body := site.get(path).Body.String(); strings.Count(body, `"doubtful":"`+reason) != 1 {
			t.Errorf("GET %s does not mark one task", path)
		}
	}
}
