package web

import (
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// buildTask makes the page from its records.
func buildTask(d *taskData) views.Task {
	p := views.Task{Benchmark: d.benchmark, Scenario: d.scenario, Task: d.task, Position: d.at + 1, Of: len(d.tasks)}
	if d.at >= 0 {
		p.Prev, p.Next = d.neighbour(d.at-1), d.neighbour(d.at+1)
		for i := 0; i < d.at; i++ {
			if u := d.tasks[i].Updates; len(u) > 0 {
				p.Earlier = append(p.Earlier, views.TaskUpdates{Label: d.tasks[i].Slug, Href: d.link(d.tasks[i].Slug), Updates: u})
			}
		}
	}
	p.Strip = d.strip()
	p.Impossible = impossibleNotice(d.runs.Doubts, d.benchmark.ID, d.task.Scenario, d.task.Slug)
	d.failingNeighbours(&p)
	d.fillColumns(&p)
	d.fillPrompt(&p)
	d.fillRates(&p)
	if len(d.task.Options) > 0 || d.task.Kind == results.KindMultiChoice {
		p.Options = optionRows(&p, d.options())
	}
	p.Causes = causeRows(d, p.Columns)
	p.Checks = checkRows(d, p.Columns)
	p.Rewards = rewardRows(d, p.Columns)
	d.fillTold(&p)
	d.fillCompare(&p)
	for _, r := range item.Doubts(d.evidence(p)) {
		p.Doubts = append(p.Doubts, r)
	}
	return p
}

func (d *taskData) neighbour(at int) report.Neighbour {
	if at < 0 || at >= len(d.tasks) {
		return report.Neighbour{}
	}
	return report.Neighbour{Label: d.tasks[at].Slug, Href: d.link(d.tasks[at].Slug)}
}

// counted are the runs that the strip counts.
func (d *taskData) counted() []report.RunColumn {
	return d.runs.Columns(func(r results.Run) bool { return d.runs.Counts(r.Slug, d.all) && (d.all || !report.Superseded(r)) })
}

// strip counts, for each task of the scenario, the runs with a verdict and
// those that passed.
func (d *taskData) strip() []views.TaskStripCell {
	runs := d.counted()
	list := make([]views.TaskStripCell, len(d.tasks))
	for i, t := range d.tasks {
		c := views.TaskStripCell{Label: t.Slug, Href: d.link(t.Slug), Here: i == d.at, Update: len(t.Updates) > 0, Pref: t.Facts.Pref != nil || t.Facts.SilentPref}
		for _, r := range runs {
			x := d.scores[[2]string{r.Run.Slug, t.Slug}]
			if x == nil {
				continue
			}
			c.Scored++
			if *x >= 1 {
				c.Passed++
			}
		}
		list[i] = c
	}
	return list
}

// failingNeighbours are the nearest tasks that not every run passed.
func (d *taskData) failingNeighbours(p *views.Task) {
	failing := func(c views.TaskStripCell) bool { return c.Scored > 0 && c.Passed < c.Scored }
	for i := d.at - 1; i >= 0; i-- {
		if failing(p.Strip[i]) {
			p.PrevFailing = d.neighbour(i)
			break
		}
	}
	for i := d.at + 1; d.at >= 0 && i < len(d.tasks); i++ {
		if failing(p.Strip[i]) {
			p.NextFailing = d.neighbour(i)
			break
		}
	}
}

// fillColumns makes one column for each trial.
func (d *taskData) fillColumns(p *views.Task) {
	gold := report.Solution(d.options())
	for _, r := range d.columns() {
		p.Runs++
		trials := d.trials[[2]string{r.Run.Slug, d.task.Slug}]
		for _, t := range trials {
			c := views.TaskColumn{RunColumn: r, Trial: *t, Href: report.TrialAddress(t), Details: d.details[t.ID]}
			if len(trials) > 1 {
				n := "#" + strconv.Itoa(t.Attempt)
				c.Label, c.Head = c.Label+" "+n, n+" "+c.Head
			}
			if d.task.Kind == results.KindMultiChoice && t.Selected != nil {
				g := gold
				if t.Gold != nil {
					g = t.Gold
				}
				s := item.CompareSets(t.Selected, g)
				c.Exact, c.IoU, c.F1, c.Omitted, c.Added = &s.Exact, &s.IoU, &s.F1, s.Omitted, s.Added
			}
			p.Columns = append(p.Columns, c)
		}
	}
	p.All = p.Columns
	replaced := 0
	for _, r := range d.runs.Runs {
		if !d.all && report.Superseded(r) && len(d.trials[[2]string{r.Slug, d.task.Slug}]) > 0 {
			replaced++
		}
	}
	with := 0
	for _, r := range d.runs.Runs {
		if len(d.trials[[2]string{r.Slug, d.task.Slug}]) > 0 {
			with++
		}
	}
	p.Counted = d.runs.Uncounted(with, d.all)
	p.Hidden = report.RunsLeftOut(replaced, 0, "")
	p.AllHref = d.link(d.task.Slug) + "?all=1"
}

// options are the dataset's or, where its texts are not stored, the letters
// that the records name.
func (d *taskData) options() []results.Option {
	if len(d.task.Options) > 0 {
		return d.task.Options
	}
	gold := map[string]bool{}
	var letters []string
	for _, c := range d.columns() {
		for _, t := range d.trials[[2]string{c.Run.Slug, d.task.Slug}] {
			for _, l := range t.Gold {
				gold[l] = true
			}
			letters = append(append(letters, t.Gold...), t.Selected...)
			for _, k := range d.checks[t.ID] {
				if t.Kind == results.KindMultiChoice {
					letters = append(letters, k.ID)
				}
			}
		}
	}
	slices.Sort(letters)
	var list []results.Option
	for _, l := range slices.Compact(letters) {
		list = append(list, results.Option{Label: l, Gold: gold[l]})
	}
	return list
}

// fillPrompt takes the dataset's prompt or, where it is not stored, one that a
// record says was really sent.
func (d *taskData) fillPrompt(p *views.Task) {
	p.Prompt = d.task.Facts.Prompt
	if p.Prompt != "" {
		return
	}
	for _, c := range p.Columns {
		if c.Details.Prompt != "" {
			p.Prompt, p.PromptHref = c.Details.Prompt, c.Href
			p.PromptNote = "The dataset's text is not in the database. This is what was really sent to " + c.Label + ", with everything that its harness put around it:"
			return
		}
	}
}

// fillRates counts passes over runs and places the task among the others.
func (d *taskData) fillRates(p *views.Task) {
	scores := d.systemScores()
	for _, s := range scores {
		p.Scored++
		if s.Score >= 1 {
			p.Passed++
		}
		p.Graded = p.Graded || s.Score > 0 && s.Score < 1
	}
	p.Pass, p.Mean = d.runs.TaskRate(scores, d.all)
	p.Unit = d.runs.Unit(d.all)
	r, n, ok := item.ItemRest(scores)
	p.RestN = n
	if ok {
		p.Rest = &r
		p.RestNote = "over " + strconv.Itoa(n) + " " + p.Unit
	} else if n < 3 {
		p.RestNote = "needs three runs with verdicts on other tasks"
	} else {
		p.RestNote = "the scores do not vary"
	}
	at := map[string]item.SystemScore{}
	for _, s := range scores {
		at[s.Run] = s
	}
	for _, c := range d.columns() {
		if s, ok := at[c.Run.Slug]; ok && s.Rest != nil {
			p.Standings = append(p.Standings, views.Standing{RunColumn: c, Score: &s.Score, Rest: s.Rest})
		}
	}
	slices.SortStableFunc(p.Standings, func(a, b views.Standing) int {
		switch {
		case *a.Rest > *b.Rest:
			return -1
		case *a.Rest < *b.Rest:
			return 1
		}
		return 0
	})
}

// systemScores are the runs with a verdict on the task, each with its mean on
// the rest of the benchmark. A task that the dataset does not name has no rest.
func (d *taskData) systemScores() []item.SystemScore {
	var list []item.SystemScore
	for _, c := range d.columns() {
		if !d.runs.Counts(c.Run.Slug, d.all) {
			continue
		}
		v := report.VerdictOf(d.trials[[2]string{c.Run.Slug, d.task.Slug}])
		if v.Score == nil {
			continue
		}
		s := item.SystemScore{Run: c.Run.Slug, Score: *v.Score}
		if x, ok := d.runs.Sums[c.Run.Slug]; ok && d.at >= 0 {
			s.Rest = item.Rest(x.Sum, x.Scored, d.expected, *v.Score)
		}
		list = append(list, s)
	}
	return list
}
