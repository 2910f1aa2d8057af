package published

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

const liveClawBenchPaper = "liveclawbench-paper-v1"

func (a *audit) liveClawBench() {
	d, ok := a.b.dataset("liveclawbench")
	for i := range a.b.Snapshots {
		s := &a.b.Snapshots[i]
		if ok && s.Benchmark == "liveclawbench" && a.begin(s.Benchmark, s.Source) {
			a.siteColumns(d, s)
		}
	}
	if a.begin("liveclawbench", liveClawBenchPaper) {
		a.liveClawBenchPaper()
	}
}

// siteColumns recomputes a leaderboard from the task means of its snapshot.
// A mean has three digits there, which is 0.05 points, and a column one.
func (a *audit) siteColumns(d *results.Dataset, s *Snapshot) {
	const tolerance = 0.05 + 0.05
	labels := s.boardLabels()
	rows := a.rows(s.Source, "liveclawbench/"+s.Date)
	for i := range rows {
		r := &rows[i]
		mean := s.meanOf(r.Model)
		add := func(rule, key string, in func(t *results.Task) bool) {
			note := ""
			if rule == ruleRegistry {
				note = "the site averages over labels of its own, not over those of its task pages"
			}
			if v, ok := r.V[key]; ok {
				a.add(rule, r.name()+", "+key, v, mean(d.Tasks, in), tolerance, note)
			}
		}
		add("overall = mean of the tasks with an attempt", "avg", func(*results.Task) bool { return true })
		for _, f := range []string{"A1", "A2", "B1", "B2", "C1", "C2"} {
			add("factor column = mean of the tasks with the factor", f,
				func(t *results.Task) bool { return slices.Contains(t.Facts.Factors, f) })
		}
		for _, sc := range d.Scenarios {
			add("domain column = mean of the tasks of the domain", "avg scenario:"+sc.Slug,
				func(t *results.Task) bool { return t.Scenario == sc.Slug })
		}
		for _, l := range []string{"easy", "medium", "hard"} {
			add("difficulty column = mean by the labels that the scores imply", l,
				func(t *results.Task) bool { return labels[t.Slug] == l })
			if !s.Superseded {
				add(ruleRegistry, l, func(t *results.Task) bool { return t.Facts.Difficulty == l })
				if _, ok := r.V[l]; ok {
					implied := mean(d.Tasks, func(t *results.Task) bool { return labels[t.Slug] == l })
					a.or("the labels that the scores of the board's day imply", implied-tolerance, implied+tolerance)
				}
			}
		}
	}
}

const ruleRegistry = "difficulty column = mean by the labels of the tasks"

// meanOf returns a function that averages a model's task means, in percent.
func (s *Snapshot) meanOf(model string) func([]results.Task, func(*results.Task) bool) float64 {
	avg := map[string]*float64{}
	for i := range s.Runs {
		if s.Runs[i].Model == model {
			for _, m := range s.Runs[i].Tasks {
				avg[m.Task] = m.Avg
			}
		}
	}
	return func(tasks []results.Task, in func(*results.Task) bool) float64 {
		sum, n := 0.0, 0.0
		for i := range tasks {
			if v := avg[tasks[i].Slug]; v != nil && in(&tasks[i]) {
				sum += *v
				n++
			}
		}
		return 100 * sum / n
	}
}

// boardLabels gives the difficulty labels that reproduce the leaderboard's
// columns: a task is easy from a mean over all models of 0.7 and hard below
// 0.3. They are reconstructed; the site does not publish them.
func (s *Snapshot) boardLabels() map[string]string {
	sum, n := map[string]float64{}, map[string]float64{}
	for i := range s.Runs {
		for _, m := range s.Runs[i].Tasks {
			if m.Avg != nil {
				sum[m.Task] += *m.Avg
				n[m.Task]++
			}
		}
	}
	labels := make(map[string]string, len(n))
	for task := range n {
		switch mean := sum[task] / n[task]; {
		case mean >= 0.7:
			labels[task] = "easy"
		case mean < 0.3:
			labels[task] = "hard"
		default:
			labels[task] = "medium"
		}
	}
	return labels
}

// liveClawBenchPaper checks the counts of arXiv 2604.13072v1.
func (a *audit) liveClawBenchPaper() {
	t := a.grid("table-2")
	for _, col := range []string{"a1", "a2", "b1", "b2", "total"} {
		a.add("domains add up", place("Table 2", col), t.at("All", col), t.sum(col, "All"), 0, "")
	}
	for _, r := range t.t.Rows {
		cases := t.at(r.Label, "a1") + t.at(r.Label, "a2") + t.at(r.Label, "b1") + t.at(r.Label, "b2")
		a.add("factors add up to the cases", place("Table 2", r.Label), t.at(r.Label, "total"), cases, 0, "")
	}
	h := a.grid("difficulty-history")
	const text = "Paper, text"
	a.add("difficulty labels add up to the cases", text, t.at("All", "total"), h.at(text, "easy")+h.at(text, "medium")+h.at(text, "hard"),
		0, "")
	names := math.NaN()
	if cases := a.grid("table-4").t.Rows; len(cases) > 0 {
		names = float64(len(cases))
	}
	a.add("named cases = counted cases", "Table 4", t.at("All", "total"), names, 0, "one name, cross-modal-alignment, is in no release")
}
