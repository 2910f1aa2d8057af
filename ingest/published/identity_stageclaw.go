package published

import "math"

const stageClawPaper = "stage-claw-paper-v1"

func (a *audit) stageClaw() {
	if !a.begin("stage-claw", stageClawPaper) {
		return
	}
	a.stageSystems()
	a.stageSettings()
	a.stageMemory()
	a.stageAuthoring()
	beside := a.grid("table-1")
	for _, r := range beside.t.Rows {
		a.add("full, partial and no support make five", place("Table 1", r.Label), 5,
			beside.at(r.Label, "full")+beside.at(r.Label, "partial")+beside.at(r.Label, "none"), 0, "")
	}
}

// stageSystems checks Table 2 and the figures that depend on it: there is one
// run for each of the 40 tasks, so a first-pass rate is a count of 40.
func (a *audit) stageSystems() {
	const tasks, models = 40, 11
	passed, slowest := 0.0, 0.0
	rows := a.rows(stageClawPaper, "stage-claw/table2")
	for _, r := range rows {
		k := math.Round(r.V["first_pass"] * tasks / 100)
		passed += k
		slowest = math.Max(slowest, r.V["time_s"])
		a.add("first-pass rate is a share of 40 tasks", r.name(), r.V["first_pass"], 100*k/tasks, half(1), "")
	}
	const of = 152 // the least denominator that all seven shares fit
	g := a.grid("figure-4a")
	for _, r := range g.t.Rows {
		v := g.at(r.Label, "share")
		a.add("a failure's share is a count of 152 runs", place("Figure 4a", r.Label), v, 100*math.Round(v*of/100)/of, half(1), "")
	}
	a.add("runs behind Figure 4a = runs of Table 2 that do not pass", "Figure 4a", of, models*tasks-passed, 0,
		"152 is the least number that all seven shares fit; 304 fits too")
	a.add("the slowest mean time is within the 15 minutes of the text", "text", 15, slowest/60, 0.5, "MiniMax-M2.7")
	c := a.grid("figure-4c")
	a.add("shares of the tools add up to 100", "Figure 4c", 100, c.sum("share"), 3*half(1), "")
	for _, s := range a.rows(stageClawPaper, "stage-claw/table3") {
		for _, r := range rows {
			if r.Model == s.Model {
				a.add("the state-based score of Table 3 = Table 2", s.name(), s.V["score setting:state-based"], r.V["score"], 0, "")
			}
		}
	}
}

// stageSettings checks Table 3: two models on 40 tasks make 80 pairs.
func (a *audit) stageSettings() {
	t, causes := a.grid("table-3"), a.grid("table-3-causes")
	gap := 0.0
	for _, r := range t.t.Rows {
		d := t.at(r.Label, "delta")
		gap += d / float64(len(t.t.Rows))
		a.add("difference = virtual - state-based", place("Table 3", r.Label), d, t.at(r.Label, "virtual")-t.at(r.Label, "state_based"),
			3*half(2), "")
	}
	const pairs = 80
	explained := 0.0
	for _, r := range causes.t.Rows {
		n := causes.at(r.Label, "tasks")
		explained += n * causes.at(r.Label, "delta") / pairs
		a.add("share = pairs / 80", place("Table 3", r.Label), causes.at(r.Label, "proportion"), 100*n/pairs, half(2), "")
	}
	a.add("the causes explain the mean gap", "Table 3", gap, explained, half(2)+2*half(2),
		"the 57 pairs without a cause would have to lose 4.21 on average")
}

// stageMemory checks Table 4.
func (a *audit) stageMemory() {
	g := a.grid("table-4")
	const avg = "Average"
	n := float64(len(g.t.Rows) - 1)
	for _, col := range []string{"base", "noise", "misleading", "conflict"} {
		a.add("average = mean of the four tasks", place("Table 4", col), g.at(avg, col), g.sum(col, avg)/n, half(1), "")
		if col == "base" {
			continue
		}
		for _, r := range g.t.Rows {
			printed, from, to := g.at(r.Label, "delta_"+col), g.at(r.Label, "base"), g.at(r.Label, col)
			tolerance := 0.0
			if r.Label == avg {
				tolerance = 3 * half(1)
			}
			a.add("change = perturbed - base", place("Table 4", r.Label+", "+col), printed, to-from, tolerance, "")
		}
	}
}

func (a *audit) stageAuthoring() {
	g := a.grid("table-7")
	kept, candidates := g.at("Tasks kept", "value"), g.at("Candidate tasks", "value")
	a.add("kept = candidates - excluded", "Table 7", kept, candidates-g.at("Tasks excluded after an audit by people", "value"), 0, "")
	a.add("share kept = kept / candidates", "Table 7", g.at("Share kept, percent", "value"), 100*kept/candidates, half(1), "")
	if d, ok := a.b.dataset("stage-claw"); ok {
		a.add("kept = named tasks", "Table 7", kept, float64(len(d.Tasks)), 0, "")
	}
}
