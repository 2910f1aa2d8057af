package published

import (
	"math"

	"github.com/clawatlas/clawatlas/results"
)

const (
	clawMarkPaper = "clawmark-paper-v1"
	clawMarkEarly = "clawmark-readme-2026-04-13"
)

func (a *audit) clawMark() {
	if !a.begin("clawmark", clawMarkPaper) {
		return
	}
	a.clawMarkSystems()
	a.clawMarkRepeats()
	a.clawMarkFailures()
	a.clawMarkTasks()
	a.clawMarkCases()
	a.clawMarkEarlyRun()
}

// clawMarkSystems checks Table 3 of arXiv 2604.23781v1: both rates are shares
// of small integers, 100 tasks and 55 red lines.
func (a *audit) clawMarkSystems() {
	const tasks, redLines = 100, 55
	crossed := 0.0
	perCalls, change := a.grid("score-per-1k-calls"), a.grid("figure-4-change")
	days := map[string]map[string]float64{}
	for _, r := range a.rows(clawMarkPaper, "clawmark/table3") {
		label := clawMarkLabel(&r)
		k := math.Round(r.V["redline_fail"] * redLines / 100)
		crossed += k
		a.add("red-line failure is a share of 55", r.name(), r.V["redline_fail"], 100*k/redLines, half(1), "")
		a.add("Task Success is a share of 100 tasks", r.name(), r.V["task_success"], math.Round(r.V["task_success"]*tasks/100)*100/tasks,
			half(1), "")
		calls := r.V["tool_calls"] / 1000
		a.add("points per 1,000 calls = score / calls", place("text", label), perCalls.at(label, "value"), r.V["score"]/calls,
			half(1)+half(1)/calls, "")
	}
	a.add("red lines crossed over all models = incidents of Table 5", "Table 3", a.grid("table-5").at("Red line crossed", "failures"),
		crossed, 0, "")
	for _, r := range a.rows(clawMarkPaper, "clawmark/figure4") {
		label := clawMarkLabel(&r)
		a.add("change = second day - first day", place("Figure 4", label), change.at(label, "delta"), r.V["score day:2"]-r.V["score day:1"],
			3*half(1), "")
		for _, from := range []struct{ col, day string }{{"to_third", "2"}, {"first_to_third", "1"}} {
			if d := change.at(label, from.col); !math.IsNaN(d) {
				a.add("third day = earlier day + change", place("Figure 4", label), r.V["score day:3"], r.V["score day:"+from.day]+d, 0, "")
			}
		}
		days[r.Model] = r.V
	}
	gap := a.grid("figure-4-gap")
	for _, day := range gap.t.Rows {
		k := "score day:" + day.Label
		a.add("gap = difference of the two models", "text, day "+day.Label, gap.at(day.Label, "points"),
			days["Claude Sonnet 4.6"][k]-days["GPT-5.4"][k], 3*half(1), "")
	}
}

// clawMarkCases checks the two cases of Appendix E: weights are in steps of
// half a point, so a score is such a share of its task's weight, and what a
// line costs is its weight's share.
func (a *audit) clawMarkCases() {
	d, ok := a.b.dataset("clawmark")
	if !ok {
		return
	}
	weight := map[string]float64{}
	for i := range d.Tasks {
		for _, c := range d.Tasks[i].Checks {
			weight[d.Tasks[i].Slug] += c.Weight
		}
	}
	share := func(table, row, task string) float64 {
		v, w := a.grid(table).printed(row, "value"), weight[task]
		a.add("a case's score is a share of its task's weight", place(task, row), v, 100*math.Round(2*v*w/100)/2/w, half(1), "")
		return v
	}
	const lines = "insurance_task1"
	share("table-6", "Score", "content_operation_task7")
	with, without := share("case-2", "Score", lines), share("case-2", "Score without the incident", lines)
	a.add("what a red line costs = its weight / its task's weight", lines, without-with,
		100*a.grid("case-2").printed("Weight", "value")/weight[lines], 2*half(1), "")
}

// clawMarkLabel is the name under which the paper prints the row's system.
func clawMarkLabel(r *systemRow) string {
	if r.Variant != "" {
		return r.Model + " (" + r.Variant + ")"
	}
	return r.Model
}

// clawMarkRepeats checks numbers that stand in several places.
func (a *audit) clawMarkRepeats() {
	table := a.rows(clawMarkPaper, "clawmark/table3")
	find := func(m systemRow) *systemRow {
		for i := range table {
			if table[i].Model == m.Model && table[i].Variant == m.Variant {
				return &table[i]
			}
		}
		return &systemRow{}
	}
	for _, r := range a.rows(clawMarkPaper, "clawmark/appendix-d") {
		a.add("the first sweep of Appendix D = Table 3", r.name(), r.V["score sweep:1"], find(r).V["score"], 0, "")
	}
	for _, r := range a.rows(clawMarkPaper, "clawmark/table4") {
		if v, ok := r.V["score scenario:eda"]; ok {
			const weight = 23.0 // of the rubric of the only EDA task, in steps of half a point
			a.add("a cell of EDA is a share of its one task's weight of 23", r.name(), v, 100*math.Round(2*v*weight/100)/2/weight, half(1),
				"")
		}
	}
}

// clawMarkFailures checks Table 5 and the kinds of crossed red lines.
func (a *audit) clawMarkFailures() {
	t, kinds := a.grid("table-5"), a.grid("redline-kinds")
	for _, col := range []string{"evaluations", "failures"} {
		a.add("kinds of checks add up", place("Table 5", col), t.at("All", col), t.sum(col, "All"), 0, "")
	}
	for _, r := range t.t.Rows {
		a.add("failure rate = failures / evaluations", place("Table 5", r.Label), t.at(r.Label, "fail_rate"),
			100*t.at(r.Label, "failures")/t.at(r.Label, "evaluations"), half(1), "")
		a.add("share = failures / all failures", place("Table 5", r.Label), t.at(r.Label, "share"),
			100*t.at(r.Label, "failures")/t.at("All", "failures"), half(1), "")
	}
	for _, r := range kinds.t.Rows {
		a.add("failure rate = failures / evaluations", place("text", r.Label), kinds.at(r.Label, "fail_rate"),
			100*kinds.at(r.Label, "failures")/kinds.at(r.Label, "evaluations"), half(1), "")
	}
	const line = "Red line crossed"
	a.add("kinds of red lines add up", "text, failures", t.at(line, "failures"), kinds.sum("failures"), 0, "")
	a.add("kinds of red lines add up", "text, evaluations", t.at(line, "evaluations"), kinds.sum("evaluations"), 0,
		"Table 5 counts 52 of the 55 red lines for each of the seven models")
}

// clawMarkTasks compares Table 2 with the released tasks. The paper's turns
// are a task's stages, and one more if it has final checks.
func (a *audit) clawMarkTasks() {
	d, ok := a.b.dataset("clawmark")
	if !ok {
		return
	}
	t := a.grid("table-2")
	checks, three, threeTurns := 0, 0, 0
	for i := range d.Tasks {
		checks += len(d.Tasks[i].Checks)
		stages := len(d.Tasks[i].Facts.Stages)
		if stages == 3 {
			three++
		}
		if stages+finals(&d.Tasks[i]) == 3 {
			threeTurns++
		}
	}
	for _, s := range append(d.Scenarios[:len(d.Scenarios):len(d.Scenarios)], results.Scenario{Title: "All"}) {
		n := countTasks(d.Tasks, s.Slug)
		for i, k := range []string{"tasks", "roles", "turns", "checkers", "redline"} {
			tolerance := 0.0
			if k == "turns" || k == "checkers" {
				tolerance = half(1)
			}
			a.add("Table 2 = released tasks, "+k, place("Table 2", s.Title), t.at(s.Title, k), n[i], tolerance, "")
		}
	}
	a.add("evaluations = 7 models × released checks", "Table 5", a.grid("table-5").at("All", "evaluations"), float64(7*checks), 0, "")
	a.add("tasks with three turns, counted as stages", "text", 73, float64(three), 0, "")
	a.add("tasks with three turns, counted as in Table 2", "text", 73, float64(threeTurns), 0,
		"Table 2 counts the final checks as a turn, the text does not")
}

func finals(t *results.Task) int {
	for _, c := range t.Checks {
		if c.Day == "final" {
			return 1
		}
	}
	return 0
}

// countTasks counts a scenario's tasks (all, if it is empty), their roles, the
// mean of their turns and checks, and their red lines.
func countTasks(tasks []results.Task, scenario string) [5]float64 {
	var n [5]float64
	roles := map[string]bool{}
	for i := range tasks {
		t := &tasks[i]
		if scenario != "" && t.Scenario != scenario {
			continue
		}
		n[0]++
		roles[t.Facts.Role] = true
		n[2] += float64(len(t.Facts.Stages) + finals(t))
		n[3] += float64(len(t.Checks))
		for _, c := range t.Checks {
			if c.RedLine {
				n[4]++
			}
		}
	}
	n[1] = float64(len(roles))
	n[2] /= n[0]
	n[3] /= n[0]
	return n
}

// clawMarkEarlyRun checks the superseded run set: its overall score is the
// mean over 100 tasks, so the scenarios weigh by their tasks.
func (a *audit) clawMarkEarlyRun() {
	d, ok := a.b.dataset("clawmark")
	if !a.begin("clawmark", clawMarkEarly) || !ok {
		return
	}
	for _, r := range a.rows(clawMarkEarly, "clawmark/readme-2026-04-13") {
		sum, n := 0.0, 0.0
		for _, s := range d.Scenarios {
			tasks := countTasks(d.Tasks, s.Slug)[0]
			sum += tasks * r.V["score scenario:"+s.Slug]
			n += tasks
		}
		a.add("overall score = mean of the scenarios by their tasks", r.name(), r.V["score"], sum/n, 2*half(4), "")
	}
}
