package web

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// grid has one row per system and one column per day; each recorded point
// leads to its rounds.
func (d *daysData) grid(s *Server, q daysQuery) views.Grid {
	g := views.Grid{Caption: fmt.Sprintf("%s by day, %s", d.measure(), ui.Plural(len(d.Series), "system", "systems")),
		Cols: []views.Col{{Key: "system", Label: "System"}}}
	for _, day := range d.Days {
		g.Cols = append(g.Cols, views.Col{Key: "day_" + day.ID, Label: day.Label, Unit: "%", Num: true, Title: fmt.Sprintf("%d tasks", day.Tasks)})
	}
	if d.Kind == kindScenarios && len(d.Days) > 8 {
		return d.tallGrid(s, q)
	}
	for _, sr := range d.Series {
		row := views.GridRow{Cells: []views.Cell{views.Words(sr.Name).Link(sr.URL).Proved(sr.Evidence).Noted(joinNotes(sr.Source, sr.Note))}}
		for _, pt := range sr.Points {
			row.Cells = append(row.Cells, d.pointCell(s, q, sr, pt))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// tallGrid has one row per day and one column per system, for many days.
func (d *daysData) tallGrid(s *Server, q daysQuery) views.Grid {
	g := views.Grid{Caption: fmt.Sprintf("%s by day, %s", d.measure(), ui.Plural(len(d.Series), "system", "systems")), Tall: true,
		Cols: []views.Col{{Key: "day", Label: "Day"}, {Key: "updates", Label: "Changed before it"}}}
	for _, sr := range d.Series {
		g.Cols = append(g.Cols, views.Col{Key: sr.Name, Label: sr.Name, Unit: "%", Num: true})
	}
	for i, day := range d.Days {
		row := views.GridRow{Cells: []views.Cell{views.Words(day.Label).Link(link(nil, "b", d.Benchmark, "scenarios", day.ID)), views.Words(day.Updates)}}
		for _, sr := range d.Series {
			row.Cells = append(row.Cells, d.pointCell(s, q, sr, sr.Points[i]))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func joinNotes(parts ...string) string {
	var list []string
	for _, p := range parts {
		if p != "" {
			list = append(list, p)
		}
	}
	return strings.Join(list, "; ")
}

func (d *daysData) pointCell(s *Server, q daysQuery, sr daySeries, pt dayPoint) views.Cell {
	cell := views.Percent(pt.Value)
	if pt.Value == nil {
		return cell
	}
	switch {
	case sr.Run == nil:
		cell = cell.Link(sr.URL)
	case s.static:
		// Lists of rounds are views that only a server can compute.
		cell = cell.Link(sr.URL + "#scenarios")
	default:
		cell = cell.Link(link(with(q.values(), "run", *sr.Run, "day", pt.Day), "b", d.Benchmark, "days") + "#rounds")
	}
	if pt.Passed != nil {
		return cell.Noted(fmt.Sprintf("%d of %d", *pt.Passed, *pt.Of))
	}
	if pt.Of != nil {
		return cell.Noted(plural(*pt.Of, "task"))
	}
	return cell
}

// longGrid has one row per point, for CSV.
func (d *daysData) longGrid() views.Grid {
	g := views.Grid{Cols: []views.Col{{Key: "system"}, {Key: "run"}, {Key: "evidence"}, {Key: "source"}, {Key: "scenario"}, {Key: "day"}, {Key: "updates"}, {Key: "value"}, {Key: "passed"}, {Key: "of"}}}
	for _, sr := range d.Series {
		run := ""
		if sr.Run != nil {
			run = *sr.Run
		}
		for i, pt := range sr.Points {
			passed, of := views.Number(nil, 0), views.Number(nil, 0)
			if pt.Passed != nil {
				passed = views.Whole(*pt.Passed)
			}
			if pt.Of != nil {
				of = views.Whole(*pt.Of)
			}
			g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(sr.Name), views.Words(run), views.Words(string(sr.Evidence)), views.Words(sr.Source),
				views.Words(d.Scenario), views.Words(pt.Day), views.Words(d.Days[i].Updates), views.Percent(pt.Value), passed, of}})
		}
	}
	return g
}

// aroundGrid is the table under the chart of rounds around updates.
func (d *daysData) aroundGrid() views.Grid {
	g := views.Grid{Caption: fmt.Sprintf("Passed rounds around %s", plural(d.updateRounds(), "round")+" that follow an update"),
		Note: "The round itself is the first one after an update. The three rounds before it stop at the update before, the three after it at the next one.",
		Cols: []views.Col{{Key: "system", Label: "System"}}}
	for o := -aroundReach; o <= aroundReach; o++ {
		g.Cols = append(g.Cols, views.Col{Key: fmt.Sprintf("offset_%d", o), Label: offsetLabel(o), Unit: "%", Num: true})
	}
	for _, a := range d.Around {
		row := views.GridRow{Cells: []views.Cell{views.Words(a.Name).Link(link(nil, "runs", a.Run))}}
		for _, pt := range a.Points {
			row.Cells = append(row.Cells, views.Percent(pt.Value).Noted(fmt.Sprintf("%d of %d", pt.Passed, pt.Of)))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// updateRounds counts the rounds that follow an update.
func (d *daysData) updateRounds() int {
	n := 0
	for i := range d.tasks {
		if len(d.tasks[i].Updates) > 0 && (d.Scenario == "" || d.tasks[i].Scenario == d.Scenario) {
			n++
		}
	}
	return n
}

// updatesGrid lists the updates: which round they precede and what they bring.
func (d *daysData) updatesGrid() views.Grid {
	g := views.Grid{Caption: plural(d.updateRounds(), "round") + " before which something changes", Tall: d.Scenario == "", Fit: true,
		Cols: []views.Col{{Key: "round", Label: "Before round"}, {Key: "update", Label: "Update", Num: true}, {Key: "kinds", Label: "Changes"}, {Key: "files", Label: "Files", Num: true}, {Key: "announced", Label: "Announced"}}}
	for _, sr := range d.Series {
		if sr.Run != nil && len(d.Series) <= 4 {
			g.Cols = append(g.Cols, views.Col{Key: *sr.Run, Label: sr.Name})
		}
	}
	for i := range d.tasks {
		t := &d.tasks[i]
		if len(t.Updates) == 0 || d.Scenario != "" && t.Scenario != d.Scenario {
			continue
		}
		row := views.GridRow{Group: t.Scenario, Cells: []views.Cell{
			views.Words(t.Slug).Link(link(nil, "b", d.Benchmark, "scenarios", t.Scenario, t.Slug)), views.Whole(t.Day), views.Words(updateKinds(t.Updates)), updateFiles(t.Updates), views.Words(announcedWord(t.Updates))}}
		for _, sr := range d.Series {
			if sr.Run != nil && len(d.Series) <= 4 {
				row.Cells = append(row.Cells, d.roundCell(*sr.Run, t.Scenario, t.Slug))
			}
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// roundCell is the outcome of one round in one run.
func (d *daysData) roundCell(run, scenario, task string) views.Cell {
	m, ok := d.means[run][[2]string{scenario, task}]
	if !ok {
		return views.Words(ui.StatusWord(results.Missing)).Marked(results.Missing)
	}
	return views.Words(ui.StatusWord(m.Status)).Marked(m.Status).Link(link(nil, "runs", run, scenario, task))
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
	for _, sr := range d.Series {
		if sr.Run == nil {
			continue
		}
		strip := ui.Strip{Label: sr.Name, Large: true}
		for i := range d.tasks {
			t := &d.tasks[i]
			if t.Scenario != d.Scenario {
				continue
			}
			cell := ui.StripCell{Label: t.Slug, Status: results.Missing, Update: len(t.Updates) > 0, Pref: t.Facts.Pref != nil || t.Facts.SilentPref}
			if m, ok := d.means[*sr.Run][[2]string{t.Scenario, t.Slug}]; ok {
				cell.Status, cell.Href = m.Status, link(nil, "runs", *sr.Run, t.Scenario, t.Slug)
			}
			strip.Cells = append(strip.Cells, cell)
		}
		list = append(list, views.DayStrip{Name: sr.Name, Href: sr.URL, Strip: strip})
	}
	return list
}

// roundsGrid lists the rounds behind one point.
func (d *daysData) roundsGrid(q daysQuery, pt *dayPoint) views.Grid {
	label := pt.Day
	for _, day := range d.Days {
		if day.ID == pt.Day {
			label = day.Label
		}
	}
	g := views.Grid{Caption: fmt.Sprintf("%s of %s, %s", plural(len(pt.rounds), "round"), q.run, label), Fit: true,
		Cols: []views.Col{{Key: "scenario", Label: "Scenario"}, {Key: "rounds", Label: "Rounds"}}}
	if d.Kind == kindStages {
		g.Caption = fmt.Sprintf("%s of %s, %s", plural(len(pt.rounds), "task"), q.run, label)
		g.Cols = []views.Col{{Key: "task", Label: "Task"}, {Key: "value", Label: "Score of the day", Unit: "%", Num: true}}
		for _, r := range pt.rounds {
			g.Rows = append(g.Rows, views.GridRow{Group: r.scenario, Cells: []views.Cell{views.Words(r.task).Link(link(nil, "runs", q.run, r.scenario, r.task)), views.Percent(r.mean)}})
		}
		return g
	}
	for i := 0; i < len(pt.rounds); {
		strip := ui.Strip{Label: pt.rounds[i].scenario, Large: true}
		scenario := pt.rounds[i].scenario
		for ; i < len(pt.rounds) && pt.rounds[i].scenario == scenario; i++ {
			r := pt.rounds[i]
			cell := ui.StripCell{Label: r.task, Status: r.status}
			if r.status != results.Missing {
				cell.Href = link(nil, "runs", q.run, r.scenario, r.task)
			}
			strip.Cells = append(strip.Cells, cell)
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(scenario).Link(link(url.Values{"scenario": {scenario}}, "b", d.Benchmark, "days")), views.Strip(strip)}})
	}
	return g
}
