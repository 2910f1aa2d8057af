package web

import (
	"net/url"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/check"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// buildScenario makes the page from its records. Filters by kind and status
// narrow the matrix only: a strip without some of its rounds would show
// streaks that are none.
func buildScenario(d *scenarioData, q scenarioQuery) views.Scenario {
	sc := d.scenario()
	p := views.Scenario{Benchmark: d.benchmark, Scenario: sc, Position: d.at + 1, Of: len(d.scenarios), TasksTotal: len(d.tasks),
		Streaks: d.benchmark.Scoring == results.ScoringClawArena}
	p.Prev, p.Next = scenarioNeighbour(d, d.at-1), scenarioNeighbour(d, d.at+1)

	p.Columns, p.RunsTotal = d.shown, len(d.columns)
	p.Pager = views.PagerOf(q.block, "runs", func(key, value string) string {
		return link.To(link.With(q.values(), key, value), "b", d.benchmark.ID, "scenarios", sc.Slug)
	})
	shown := 0
	for _, c := range d.columns {
		if d.scores[c.Run.Slug] != nil {
			shown++
		}
	}
	p.Unit, p.Counted = "runs", ""
	if q.run == "" {
		p.Unit, p.Counted = d.runs.Unit(q.all), d.runs.Uncounted(shown, q.all)
	}
	p.Hidden = report.RunsLeftOut(d.replaced, d.absent, d.benchmark.Words.Scenario)
	p.AllHref = link.To(link.With(q.values(), "all", "1", blockParam, ""), "b", d.benchmark.ID, "scenarios", sc.Slug)

	p.Kinds = slices.ContainsFunc(d.tasks, func(t results.Task) bool { return t.Kind != d.tasks[0].Kind })
	p.Keys = scenarioKeys(d, d.columns)
	p.Tasks = scenarioTasks(d, q, p.Columns)
	d.sumAll(&p)
	for _, t := range p.Tasks {
		if t.Impossible != "" {
			p.Impossible++
		}
	}
	p.DoubtsHref = link.To(url.Values{"show": {"suspect"}, "scenario": {sc.Slug}}, "b", d.benchmark.ID, "tasks")
	scenarioSums(d, &p)
	p.Tasks = slices.DeleteFunc(p.Tasks, func(t views.ScenarioTask) bool { return !q.keeps(t) })
	p.Filter = scenarioFilter(d, p, q)
	p.Filtered = len(p.Tasks) != p.TasksTotal
	p.Published = scenarioFigures(d)
	return p
}

func scenarioNeighbour(d *scenarioData, at int) report.Neighbour {
	if at < 0 || at >= len(d.scenarios) {
		return report.Neighbour{}
	}
	return report.Neighbour{Label: d.scenarios[at].Slug, Href: link.Scenario(d.benchmark.ID, d.scenarios[at].Slug)}
}

// keeps reports whether a row fits the filters by kind and status.
func (q scenarioQuery) keeps(t views.ScenarioTask) bool {
	if q.kind != "" && t.Task.Kind != q.kind {
		return false
	}
	return q.status == "" || slices.ContainsFunc(t.Verdicts, func(v views.Verdict) bool { return string(v.Status) == q.status })
}

// scenarioTasks makes one row for each task, with a verdict for each column. Its
// counts are over the ranked systems, unless the reader asks for one run or all.
func scenarioTasks(d *scenarioData, q scenarioQuery, columns []report.RunColumn) []views.ScenarioTask {
	list := make([]views.ScenarioTask, len(d.tasks))
	for i, t := range d.tasks {
		row := views.ScenarioTask{Task: t, Impossible: d.runs.Doubts.Reason(t.Scenario, t.Slug), Href: link.Task(d.benchmark.ID, t.Scenario, t.Slug)}
		for _, c := range columns {
			v := cellVerdict(c, t.Scenario, t.Slug, d.trials[[2]string{c.Run.Slug, t.Slug}])
			v.Impossible = row.Impossible != ""
			row.Verdicts = append(row.Verdicts, v)
		}
		var scores []item.SystemScore
		for _, c := range d.columns {
			if x := d.scores[c.Run.Slug][t.Slug]; x != nil && d.runs.Counts(c.Run.Slug, q.all || q.run != "") {
				scores = append(scores, item.SystemScore{Run: c.Run.Slug, Score: *x})
			}
		}
		pass, mean := d.runs.TaskRate(scores, q.all || q.run != "")
		row.Scored, row.Passed, row.Mean = pass.Den, pass.Num, mean
		list[i] = row
	}
	return list
}

// sumAll counts what all runs passed, also those of other pages.
func (d *scenarioData) sumAll(p *views.Scenario) {
	for _, c := range d.columns {
		p.Verdicts += len(p.Tasks)
		for _, t := range p.Tasks {
			x := d.scores[c.Run.Slug][t.Task.Slug]
			if x == nil {
				continue
			}
			if *x >= 1 {
				p.Passed++
			}
			p.Graded = p.Graded || *x > 0 && *x < 1
		}
	}
}

// scenarioSums adds the rows up: per run, per page, and which statuses occur.
func scenarioSums(d *scenarioData, p *views.Scenario) {
	used := map[results.Status]bool{}
	for k, c := range p.Columns {
		row := views.ScenarioRun{RunColumn: c, Expected: len(p.Tasks), Strip: ui.Strip{Label: c.Label, Large: len(p.Columns) <= 6}}
		var scores []float64
		for i := range p.Tasks {
			t := &p.Tasks[i]
			v := &t.Verdicts[k]
			v.Graded = p.Graded
			used[v.Status] = true
			if v.Score != nil {
				row.Scored++
				scores = append(scores, *v.Score)
			}
			if v.Status == results.Passed {
				row.Passed++
			}
			row.Strip.Cells = append(row.Strip.Cells, ui.StripCell{Label: t.Task.Slug, Status: v.Status, Href: v.Href, Impossible: v.Impossible,
				Update: len(t.Task.Updates) > 0, Pref: t.Task.Facts.Pref != nil || t.Task.Facts.SilentPref})
		}
		st := score.CountStreaks(scores)
		row.S, row.K, row.SF, row.KF = st.S, st.K, st.SF, st.KF
		for _, key := range p.Keys {
			row.Values = append(row.Values, scenarioMetric(d, c.Run.ID, key))
		}
		p.Runs = append(p.Runs, row)
		p.Totals = append(p.Totals, views.Verdict{Where: c.Label + ": " + words.Frac(row.Passed, row.Expected) + " passed", Of: row.Passed})
	}
	for _, st := range results.Statuses() {
		if used[st] {
			p.Statuses = append(p.Statuses, st)
		}
	}
}

func scenarioMetric(d *scenarioData, run int64, key string) *float64 {
	for _, m := range d.metrics {
		if m.Run == run && m.Key == key {
			return m.Value
		}
	}
	return nil
}

// scenarioKeys are the metrics that any of the shown runs has in the scenario:
// those of the board in its order, then the others.
func scenarioKeys(d *scenarioData, columns []report.RunColumn) []string {
	has, of := map[string]bool{}, map[int64]bool{}
	for _, c := range columns {
		of[c.Run.ID] = true
	}
	for _, m := range d.metrics {
		if m.Value != nil && of[m.Run] {
			has[m.Key] = true
		}
	}
	// How many tasks lack attempts is said by the columns of counts.
	delete(has, "short_tasks")
	delete(has, "untried_tasks")
	var keys []string
	for _, k := range score.SpecOf(d.benchmark.Scoring, score.Conventions(d.benchmark.Scoring)[0].ID).Keys {
		if has[k] {
			keys = append(keys, k)
			delete(has, k)
		}
	}
	var rest []string
	for k := range has {
		rest = append(rest, k)
	}
	slices.Sort(rest)
	return append(keys, rest...)
}

// scenarioFilter is the form over the matrix.
func scenarioFilter(d *scenarioData, p views.Scenario, q scenarioQuery) ui.Filter {
	path := link.Scenario(d.benchmark.ID, d.scenario().Slug)
	f := ui.Filter{Action: path}
	if q.all {
		f.Keep = append(f.Keep, ui.Pair{Name: "all", Value: "1"})
	}
	if q.run != "" || q.kind != "" || q.status != "" {
		f.Clear = link.To(link.With(q.values(), "run", "", "kind", "", "status", "", blockParam, ""), "b", d.benchmark.ID, "scenarios", d.scenario().Slug)
	}
	runs := ui.Field{Name: "run", Label: "Run", Kind: ui.Select, Choices: []ui.Choice{{Label: "all shown"}}}
	choices := d.runs.Columns(func(r results.Run) bool { return q.all || !report.Superseded(r) || r.Slug == q.run })
	if p.Pager != nil {
		choices = d.shown // the others are on their pages
	}
	for _, c := range choices {
		runs.Choices = append(runs.Choices, ui.Choice{Value: c.Run.Slug, Label: c.Label, Selected: c.Run.Slug == q.run})
	}
	kinds := ui.Field{Name: "kind", Label: "Kind", Kind: ui.Select, Choices: []ui.Choice{{Label: "all"}}}
	seen := map[string]bool{}
	for _, t := range d.tasks {
		if !seen[t.Kind] {
			seen[t.Kind] = true
			kinds.Choices = append(kinds.Choices, ui.Choice{Value: t.Kind, Label: words.KindWord(t.Kind), Selected: t.Kind == q.kind})
		}
	}
	states := ui.Field{Name: "status", Label: "Outcome of any run", Kind: ui.Select, Choices: []ui.Choice{{Label: "all"}}}
	for _, st := range results.Statuses() {
		if slices.Contains(p.Statuses, st) || string(st) == q.status {
			states.Choices = append(states.Choices, ui.Choice{Value: string(st), Label: words.StatusWord(st), Selected: string(st) == q.status})
		}
	}
	if len(runs.Choices) > 2 {
		f.Fields = append(f.Fields, runs)
	} else if q.run != "" {
		f.Keep = append(f.Keep, ui.Pair{Name: "run", Value: q.run})
	}
	if len(kinds.Choices) > 2 {
		f.Fields = append(f.Fields, kinds)
	}
	f.Fields = append(f.Fields, states)
	return f
}

// scenarioFigures lists what was published for the scenario, best first, with
// the value recomputed from the run of the same system.
func scenarioFigures(d *scenarioData) []views.ScenarioFigure {
	byRun := figureRuns(d.runs.Runs)
	figures := slices.Clone(d.figures)
	slices.SortStableFunc(figures, func(a, b results.Figure) int {
		switch {
		case *a.Value > *b.Value:
			return -1
		case *a.Value < *b.Value:
			return 1
		}
		return 0
	})
	var list []views.ScenarioFigure
	for _, f := range figures {
		sys := results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}
		info := views.MetricOf(f.Metric)
		row := views.ScenarioFigure{System: d.runs.Label(results.Run{System: sys}), Href: link.Model(f.Model), Metric: info.Label,
			Unit: f.Unit, Place: d.sources[f.Source] + ", " + f.Table, Note: f.Note, Recomputed: words.NotRecorded, Verdict: results.VerdictUnrecomputed}
		scale := 1.0
		if f.Unit == "percent" {
			scale = 100
		}
		shown := *f.Value * scale
		row.Value = words.Fixed(&shown, f.Digits)
		if id, ok := byRun.find(sys, f.Source); ok {
			if x := scenarioMetric(d, id, f.Metric); x != nil {
				own := *x * scale
				row.Recomputed = words.Fixed(&own, f.Digits+1)
				row.Verdict = check.Against(f, []check.Value{{Value: *x}}).Verdict
			}
		}
		list = append(list, row)
	}
	return list
}

// runOf finds the run of a system: the one that was made from a source, or
// else the best complete one that nothing has replaced.
type runOf map[runKey]int64

type runKey struct {
	system results.System
	source string
}

func figureRuns(runs []results.Run) runOf {
	m := runOf{}
	put := func(k runKey, id int64) {
		if _, ok := m[k]; !ok {
			m[k] = id
		}
	}
	for _, r := range runs {
		sys := r.System
		sys.Provider = ""
		if src := r.Facts[results.FactSource]; src != "" {
			put(runKey{plainVariant(sys, r.Facts), src}, r.ID)
		}
		if r.Complete && !report.Superseded(r) {
			put(runKey{sys, ""}, r.ID)
		}
	}
	return m
}

// plainVariant takes the name of a snapshot out of the variant: a figure of
// that snapshot is of the system itself.
func plainVariant(sys results.System, facts map[string]string) results.System {
	if facts["snapshot"] != "" && sys.Variant == "snapshot-"+facts["snapshot"] {
		sys.Variant = ""
	}
	return sys
}

func (m runOf) find(sys results.System, source string) (int64, bool) {
	if id, ok := m[runKey{sys, source}]; ok {
		return id, true
	}
	id, ok := m[runKey{sys, ""}]
	return id, ok
}
