package web

import (
	"slices"
	"sort"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// optionRows sets each option against all answers.
func optionRows(p *views.Task, options []results.Option) []views.OptionRow {
	var answers [][]string
	for _, c := range p.Columns {
		if c.Trial.Selected != nil {
			answers = append(answers, c.Trial.Selected)
		}
	}
	list := make([]views.OptionRow, len(options))
	for i, o := range options {
		n := item.CountOption(o.Label, o.Gold, answers)
		row := views.OptionRow{Option: o, Error: report.NewRate(n.Wrong, n.N)}
		for _, c := range p.Columns {
			row.Picks = append(row.Picks, views.PickCell{Where: c.Label + ", option " + o.Label, Href: c.Href,
				Known: c.Trial.Selected != nil, Picked: slices.Contains(c.Trial.Selected, o.Label)})
		}
		list[i] = row
	}
	return list
}

// findings are the complaints of the checker about one trial.
func (d *taskData) findings(c views.TaskColumn) []item.Finding {
	if c.Trial.Score != nil && *c.Trial.Score >= 1 {
		return nil
	}
	v := c.Details.Verdict
	if v != nil && v.Stdout == "" && v.Stderr == "" && d.task.Kind != results.KindExecCheck {
		return nil // a verifier that writes numbers only has nothing to complain in words
	}
	return item.Findings(v, d.task.Facts.Command)
}

// causeRows groups what the checker said by cause over all trials.
func causeRows(d *taskData, columns []views.TaskColumn) []views.CauseRow {
	type group struct {
		row  views.CauseRow
		runs map[string]bool
		at   map[string]int
	}
	groups := map[item.Cause]*group{}
	for _, c := range columns {
		for _, f := range d.findings(c) {
			g := groups[f.Cause]
			if g == nil {
				g = &group{row: views.CauseRow{Cause: string(f.Cause)}, runs: map[string]bool{}, at: map[string]int{}}
				groups[f.Cause] = g
			}
			g.runs[c.Run.Slug] = true
			i, ok := g.at[f.Text]
			if !ok {
				i = len(g.row.Words)
				g.at[f.Text] = i
				g.row.Words = append(g.row.Words, views.CauseWords{Text: f.Text})
			}
			w := &g.row.Words[i]
			w.Times++
			l := views.RunLink{Label: c.Label, Href: c.Href}
			if !slices.Contains(w.Runs, l) {
				w.Runs = append(w.Runs, l)
			}
		}
	}
	var list []views.CauseRow
	for _, cause := range item.Causes() {
		if g := groups[cause]; g != nil {
			g.row.Systems = len(g.runs)
			list = append(list, g.row)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Systems > list[j].Systems })
	return list
}

// checkRows sets each check against all trials: the dataset's checks in its
// order, then those that only records name. Options and single exec checks
// have sections of their own.
func checkRows(d *taskData, columns []views.TaskColumn) []views.CheckRow {
	if d.task.Kind == results.KindMultiChoice || d.task.Kind == results.KindExecCheck {
		return nil
	}
	specs := slices.Clone(d.task.Checks)
	known := map[string]bool{}
	for _, c := range specs {
		known[c.ID] = true
	}
	for _, col := range columns {
		for _, c := range d.checks[col.Trial.ID] {
			if !known[c.ID] {
				known[c.ID] = true
				specs = append(specs, results.CheckSpec{ID: c.ID, Day: c.Day, Weight: c.Weight, RedLine: c.RedLine})
			}
		}
	}
	if len(specs) == 1 && d.task.Kind == results.KindReward {
		return nil // the reward itself, which is the score
	}
	var list []views.CheckRow
	for i, spec := range specs {
		row := views.CheckRow{Spec: spec, NewDay: spec.Day != "" && (i == 0 || specs[i-1].Day != spec.Day)}
		passed, of := 0, 0
		for _, col := range columns {
			cell := views.CheckCell{Where: spec.ID + ", " + col.Label, Href: col.Href}
			for _, c := range d.checks[col.Trial.ID] {
				if c.ID != spec.ID {
					continue
				}
				cell.Known, cell.Passed, cell.Detail = true, c.Passed, strings.TrimSpace(c.Detail)
				if c.Passed != nil {
					of++
					if *c.Passed {
						passed++
					}
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		row.Passed = report.NewRate(passed, of)
		list = append(list, row)
	}
	return list
}

// rewardRows are the numbers that the verifier wrote beside the score.
func rewardRows(d *taskData, columns []views.TaskColumn) []views.RewardRow {
	if d.task.Kind == results.KindMultiChoice || d.task.Kind == results.KindExecCheck {
		return nil
	}
	keys := map[string]bool{}
	for _, c := range columns {
		for k := range c.Details.Metrics {
			keys[k] = true
		}
	}
	if len(keys) == 1 && keys["reward"] {
		return nil // the reward itself, which is the score
	}
	var list []views.RewardRow
	for k := range keys {
		row := views.RewardRow{Key: k, Values: make([]*float64, len(columns))}
		for i, c := range columns {
			if x, ok := c.Details.Metrics[k]; ok {
				row.Values[i] = &x
			}
		}
		list = append(list, row)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Key < list[j].Key })
	return list
}

// fillTold takes what the agents were told of this task from the recorded
// prompts of the next one.
func (d *taskData) fillTold(p *views.Task) {
	next := d.next()
	if next == "" {
		if d.at >= 0 {
			p.ToldNote = "No " + d.benchmark.Words.Task + " of the " + d.benchmark.Words.Scenario + " follows, so no feedback on this one was sent."
		}
		return
	}
	for _, c := range d.columns() {
		own := d.trials[[2]string{c.Run.Slug, d.task.Slug}]
		for _, t := range d.trials[[2]string{c.Run.Slug, next}] {
			told := d.details[t.ID].Told
			if told == nil || told.About != d.task.Slug || len(own) == 0 {
				continue
			}
			p.Told = append(p.Told, views.ToldRow{Label: c.Label, Href: report.TrialAddress(t), Status: own[0].Status,
				Verdict: told.Verdict, Text: told.Text, Contrary: told.Contrary})
		}
	}
	if len(p.Told) == 0 {
		p.ToldNote = "No record of the next " + d.benchmark.Words.Task + " holds what the agents were told."
	}
}

// fillCompare chooses a pair whose traces are worth comparing: a run that
// passed and one that did not, if there are both.
func (d *taskData) fillCompare(p *views.Task) {
	p.CompareAction = link.To(nil, "compare", d.task.Scenario, d.task.Slug)
	var passed, failed string
	seen := map[string]bool{}
	for _, c := range p.Columns {
		if !seen[c.Run.Slug] {
			seen[c.Run.Slug] = true
			p.CompareRuns = append(p.CompareRuns, c.RunColumn)
		}
		switch {
		case c.Trial.Status == results.Passed && passed == "":
			passed = c.Run.Slug
		case c.Trial.Status != results.Passed && c.Trial.Status != results.NotJudged && failed == "":
			failed = c.Run.Slug
		}
	}
	if len(p.CompareRuns) < 2 {
		return
	}
	p.CompareA, p.CompareB = passed, failed
	if passed == "" || failed == "" || passed == failed {
		p.CompareA, p.CompareB = p.CompareRuns[0].Run.Slug, p.CompareRuns[1].Run.Slug
	}
}

// evidence gathers what speaks for or against the task itself.
func (d *taskData) evidence(p views.Task) item.Evidence {
	e := item.Evidence{Task: &d.task, Scores: d.systemScores(), Passed: p.Passed, Given: report.Given(d.tasks, d.at)}
	gold := report.Solution(d.task.Options)
	for _, c := range p.Columns {
		e.Findings = append(e.Findings, d.findings(c)...)
		if len(gold) > 0 && c.Trial.Gold != nil && !report.SameLabels(gold, c.Trial.Gold) {
			e.GoldDiffers = report.AppendNew(e.GoldDiffers, c.Run.Slug)
		}
		if c.Trial.Score == nil && c.Trial.Status != results.NotJudged {
			e.NoVerdict = report.AppendNew(e.NoVerdict, c.Run.Slug)
		}
	}
	for _, t := range p.Told {
		if t.Contrary {
			e.Contrary = report.AppendNew(e.Contrary, t.Label)
		}
	}
	return e
}
