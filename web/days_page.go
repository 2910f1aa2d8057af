package web

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// longGrid has one row per point, for CSV.
func (d *daysData) longGrid() views.Grid {
	g := views.Grid{}
	for _, key := range []string{"system", "run", "evidence", "source", "scenario", "kind", "day", "apart", "updates", "value", "lo", "hi", "estimator", "passed", "of", "scenarios"} {
		g.Cols = append(g.Cols, views.Col{Key: key})
	}
	for _, sr := range d.Series {
		run := ""
		if sr.Run != nil {
			run = *sr.Run
		}
		for i, pt := range sr.Points {
			var lo, hi *float64
			if pt.CI != nil {
				lo, hi = &pt.CI[0], &pt.CI[1]
			}
			g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(sr.Name), views.Words(run), views.Words(string(sr.Evidence)), views.Words(sr.Source),
				views.Words(d.Scenario), views.Words(sr.Kind), views.Words(pt.Day), views.Words(fmt.Sprint(d.Days[i].Apart)), views.Words(d.Days[i].Updates),
				views.Percent(pt.Value), views.Percent(lo), views.Percent(hi), views.Words(string(pt.Estimator)), wholeOrNone(pt.Passed), wholeOrNone(pt.Of), wholeOrNone(pt.Scenarios)}})
		}
	}
	return g
}

func wholeOrNone(n *int) views.Cell {
	if n == nil {
		return views.Number(nil, 0)
	}
	return views.Whole(*n)
}

// updateRounds counts the rounds that follow an update.
func (d *daysData) updateRounds() int {
	n := 0
	for i := range d.tasks {
		if len(d.tasks[i].Updates) > 0 {
			n++
		}
	}
	return n
}

// updatesGrid lists the updates: which round they precede and what they bring.
func (d *daysData) updatesGrid() views.Grid {
	g := views.Grid{Caption: plural(d.updateRounds(), "round") + " before which something changes", Tall: d.Scenario == "", Fit: true,
		Cols: []views.Col{{Key: "round", Label: "Before round"}, {Key: "kind", Label: "Kind"}, {Key: "update", Label: "Update", Num: true}, {Key: "kinds", Label: "Changes"}, {Key: "files", Label: "Files", Num: true}, {Key: "announced", Label: "Announced"}}}
	shown := d.Systems
	if len(shown) > 4 {
		shown = nil
	}
	for _, sys := range shown {
		g.Cols = append(g.Cols, views.Col{Key: sys.Run, Label: sys.Name})
	}
	for i := range d.tasks {
		t := &d.tasks[i]
		if len(t.Updates) == 0 {
			continue
		}
		row := views.GridRow{Group: t.Scenario, Cells: []views.Cell{
			views.Words(t.Slug).Link(link.Task(d.Benchmark, t.Scenario, t.Slug)), views.Words(words.KindWord(t.Kind)), views.Whole(t.Day), views.Words(updateKinds(t.Updates)), updateFiles(t.Updates), views.Words(announcedWord(t.Updates))}}
		for _, sys := range shown {
			row.Cells = append(row.Cells, d.roundCell(sys.Run, t.Scenario, t.Slug))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// roundCell is the outcome of one round in one run.
func (d *daysData) roundCell(run, scenario, task string) views.Cell {
	m, ok := d.means[run][[2]string{scenario, task}]
	if !ok {
		return views.Words(words.StatusWord(results.Missing)).Marked(results.Missing)
	}
	return views.Words(words.StatusWord(m.Status)).Marked(m.Status).Link(link.Trial(run, scenario, task))
}

func updateKinds(list []results.Update) string {
	var kinds []string
	count := map[string]int{}
	for _, u := range list {
		if count[u.Kind] == 0 {
			kinds = append(kinds, u.Kind)
		}
		count[u.Kind]++
	}
	for i, k := range kinds {
		if count[k] > 1 {
			kinds[i] = fmt.Sprintf("%s × %d", k, count[k])
		}
	}
	return strings.Join(kinds, ", ")
}

// updateFiles counts the files that updates bring; a dataset known by its
// facts alone does not name them.
func updateFiles(list []results.Update) views.Cell {
	n := 0
	for _, u := range list {
		n += len(u.Files)
	}
	if n == 0 {
		return views.Number(nil, 0)
	}
	return views.Whole(n)
}

func announcedWord(list []results.Update) string {
	n := 0
	for _, u := range list {
		if u.Announced {
			n++
		}
	}
	switch n {
	case 0:
		return "no"
	case len(list):
		return "yes"
	}
	return fmt.Sprintf("%d of %d", n, len(list))
}

// strips show every round of the chosen scenario in order, one strip per run.
func (d *daysData) strips() []views.DayStrip {
	var list []views.DayStrip
	for _, sys := range d.Systems {
		strip := ui.Strip{Label: sys.Name, Large: true}
		for i := range d.tasks {
			t := &d.tasks[i]
			cell := ui.StripCell{Label: t.Slug, Status: results.Missing, Update: len(t.Updates) > 0, Pref: t.Facts.Pref != nil || t.Facts.SilentPref}
			if m, ok := d.means[sys.Run][[2]string{t.Scenario, t.Slug}]; ok {
				cell.Status, cell.Href = m.Status, link.Trial(sys.Run, t.Scenario, t.Slug)
			}
			strip.Cells = append(strip.Cells, cell)
		}
		list = append(list, views.DayStrip{Name: sys.Name, Href: link.Run(sys.Run), Strip: strip})
	}
	return list
}

// roundsGrid lists the rounds or tasks behind one point.
func (d *daysData) roundsGrid(q daysQuery) views.Grid {
	label := q.day
	for _, day := range d.Days {
		if day.ID == q.day {
			label = day.Label
		}
	}
	if d.Kind == kindStages {
		return d.scoresGrid(q, label)
	}
	g := views.Grid{Fit: true, Cols: []views.Col{{Key: "scenario", Label: "Scenario"}, {Key: "rounds", Label: "Rounds"}}}
	var strips []ui.Strip
	n := 0
	for i := range d.tasks {
		t := &d.tasks[i]
		if d.dayID(t.Scenario, t.Day) != q.day || q.kind != "" && t.Kind != q.kind {
			continue
		}
		n++
		if len(strips) == 0 || strips[len(strips)-1].Label != t.Scenario {
			strips = append(strips, ui.Strip{Label: t.Scenario, Large: true})
		}
		cell := ui.StripCell{Label: t.Slug, Status: results.Missing}
		if m, ok := d.means[q.run][[2]string{t.Scenario, t.Slug}]; ok {
			cell.Status, cell.Href = m.Status, link.Trial(q.run, t.Scenario, t.Slug)
		}
		strip := &strips[len(strips)-1]
		strip.Cells = append(strip.Cells, cell)
	}
	for _, strip := range strips {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(strip.Label).Link(link.To(url.Values{"scenario": {strip.Label}}, "b", d.Benchmark, "days")), views.Strip(strip)}})
	}
	g.Caption = fmt.Sprintf("%s of %s, %s", plural(n, strings.TrimSpace(kindNoun(q.kind)+" round")), q.run, label)
	return g
}

// kindNoun is a kind of task before a noun; nothing stands for all kinds.
func kindNoun(kind string) string {
	return strings.ReplaceAll(words.KindWord(kind), " ", "-")
}

// scoresGrid lists the scores of the tasks on one working day.
func (d *daysData) scoresGrid(q daysQuery, label string) views.Grid {
	g := views.Grid{Fit: true, Cols: []views.Col{{Key: "task", Label: "Task"}, {Key: "value", Label: "Score of the day", Unit: "%", Num: true}}}
	for _, v := range d.scores[q.run] {
		if days.StageIDs[v.Day] == q.day {
			g.Rows = append(g.Rows, views.GridRow{Group: v.Scenario, Cells: []views.Cell{views.Words(v.Task).Link(link.Trial(q.run, v.Scenario, v.Task)), views.Percent(&v.Score)}})
		}
	}
	g.Caption = fmt.Sprintf("%s of %s, %s", plural(len(g.Rows), "task"), q.run, label)
	return g
}
