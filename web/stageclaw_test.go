package web

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// stageRun is the file of a run over all of STAGE-Claw's tasks, each with so many points,
// seconds, tokens and dollars; every second task has half the points.
func stageRun(tasks []results.Task, model string, points, seconds, tokens int, dollars float64) ingest.Source {
	var rows []string
	for i, task := range tasks {
		rows = append(rows, fmt.Sprintf(`{"task":%q,"score":%d,"time_s":%d,"tokens":%d,"cost_usd":%v,"tool_calls":4}`,
			task.Title, points>>(i%2), seconds, tokens, dollars))
	}
	file := fmt.Sprintf(`{"schema":"clawatlas-scores/1","benchmark":"stage-claw","model":%q,"framework":"openclaw","trials":[%s]}`, model, strings.Join(rows, ","))
	return ingest.Source{FS: fstest.MapFS{"scores.json": {Data: []byte(file)}}, Name: model}
}

// TestStageClawUnits holds that points, shares, seconds, tokens and dollars are shown as
// such on the board, on a run and where two are compared.
func TestStageClawUnits(t *testing.T) {
	tasks := must.Get(bareServer(t).Store.Tasks(t.Context(), "stage-claw", ""))(t)
	site := sourcesSite(t, ingest.Source{FS: bundled.FS, Name: "bundled data", Official: true}, stageRun(tasks, "scripted-clerk", 80, 120, 50000, 0.25), stageRun(tasks, "scripted-guest", 64, 90, 20000, 0.05))
	runs, _ := must.Get2(site.Store.Runs(t.Context(), results.RunFilter{Benchmark: "stage-claw", Limit: 5}))(t)
	var clerk, guest string
	for _, r := range runs {
		if strings.Contains(r.Slug, "clerk") {
			clerk = r.Slug
		} else {
			guest = r.Slug
		}
	}
	for path, wants := range map[string][]string{
		"/b/stage-claw":                       {"scripted-clerk (60.00) leads: the paired test separates it from scripted-guest (48.00)", "60.0050.00120.00.0500.25", "48.0050.0090.00.0200.05"},
		"/runs/" + clerk:                      {"Cost US$0.2510 / 40", "First-Pass %50.00", "Score %60.00", "Time s120.04800 / 40", "Tokens million0.0502 / 40"},
		"/runs/" + clerk + "/all/t02":         {"scripted-clerk · openclaw at task AI Lobster Academy Sparring Partner: failed. The records do not say why; its score is 40.00 %"},
		"/b/stage-claw/scenarios/all/t02":     {"× failed40.00120.0"},
		"/b/stage-claw/tasks":                 {"20 tasks.All tasks 20 of 40AI Lobster Academy Sparring Partner AgentOS"},
		"/compare?a=" + clerk + "&b=" + guest: {"scripted-clerk scores 12.00 points above scripted-guest", "Score 60.00 +12.00", "ahead in Score, not in tasks passed"},
	} {
		text := squash(site.page(t, path).Find("main"))
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q in %.700s", path, want, text)
			}
		}
	}
	var task struct {
		Trials []struct{ Score, Points float64 }
	}
	site.object(t, "/api/v1/benchmarks/stage-claw/scenarios/all/t02", &task)
	if len(task.Trials) != 2 || task.Trials[0].Points != 0.4 || task.Trials[0].Score != 0 {
		t.Errorf("trials of t02 in the API: %+v", task.Trials)
	}
}
