package days

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// rated returns two cells: the rate and the count behind it. The rate is empty below LeastRate
// checks.
func rated(c days.Count) []table.Cell {
	if c.N < views.LeastRate {
		return []table.Cell{table.RightWords(""), counted(c)}
	}
	return []table.Cell{table.Percent(c.Rate()), counted(c)}
}

func counted(c days.Count) table.Cell {
	if c.N == 0 {
		return table.RightWords("")
	}
	return table.Words(fmt.Sprintf("%d of %d", c.K, c.N)).Coloured("num of")
}

func (p *Page) points() table.Table {
	g := table.Table{Cols: []table.Col{{Key: "system", Label: "System"}, {Key: "run", Label: "Run"}, {Key: "kind", Label: "Check"},
		{Key: "day", Label: words.Capital(p.word())}, {Key: "value", Label: "Value", Unit: "%", Num: true},
		{Key: "passed", Label: "Passed", Num: true}, {Key: "of", Label: "Of", Num: true}, {Key: "lo", Label: "CI from", Unit: "%", Num: true},
		{Key: "hi", Label: "CI to", Unit: "%", Num: true}, {Key: "scenarios", Label: words.Capital(words.Many(p.Of.Words.Scenario)), Num: true}}}
	for _, sr := range p.Series {
		run := ""
		if sr.Run != nil {
			run = *sr.Run
		}
		for i, pt := range sr.Points {
			var lo, hi *float64
			if pt.CI != nil {
				lo, hi = &pt.CI[0], &pt.CI[1]
			}
			g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(sr.Name), table.Words(run), table.Words(words.KindWord(sr.Kind)),
				table.Words(p.Days.Days[i].Label), table.Percent(pt.Value), table.WholeOrNone(pt.Passed), table.WholeOrNone(pt.Of),
				table.Percent(lo), table.Percent(hi), table.WholeOrNone(pt.Scenarios)}})
		}
	}
	g.Caption = words.Counted(len(g.Rows), "point") + " of the chart"
	return g
}

// CSV returns the CSV table of the page: the points of the chart, or the changes by updates for a
// benchmark without runs.
func (p *Page) CSV() (g table.Table) {
	if len(p.Series) > 0 || len(p.Tracks) == 0 {
		return p.points()
	}
	for _, x := range p.Tracks {
		own := x.Show(p.frame).Table()
		g.Cols = append([]table.Col{{Key: "scenario"}}, own.Cols...)
		for _, r := range own.Rows {
			g.Rows = append(g.Rows, table.Row{Cells: append([]table.Cell{table.Words(x.Scenario)}, r.Cells...)})
		}
	}
	return g
}

// Returns the table that compares the rounds after the first update with those before it.
func (p *Page) first() table.Table {
	n := words.Many(p.Of.Words.Task)
	g := table.Table{Cols: []table.Col{{Key: "system", Label: "System"}, {Key: "before", Label: "Before", Unit: "%", Num: true},
		{Key: "before_n", Unit: n, Num: true}, {Key: "after", Label: "After", Unit: "%", Num: true}, {Key: "after_n", Unit: n, Num: true},
		{Key: "difference", Label: "Difference", Unit: "points", Num: true}, {Key: "ci", Label: "95 % CI", Num: true}, {Key: "p", Label: "p", Num: true}},
		Caption: fmt.Sprintf("%s before and after the first update. Difference within %s; exact test, not adjusted.",
			words.Capital(n), words.Many(p.Of.Words.Scenario))}
	for _, kind := range p.TaskKinds {
		for i := range p.Systems {
			s := &p.Systems[i]
			x, ok := s.FirstUpdate[kind]
			if !ok {
				continue
			}
			row := table.Row{Cells: []table.Cell{table.Words(p.name(s.Name)).Link(link.Run(s.Run)).Coloured(p.mark(s.Run))}}
			if len(p.TaskKinds) > 1 {
				row.Group = words.Capital(words.KindWord(kind))
			}
			row.Cells = append(append(row.Cells, rated(x.Before)...), rated(x.After)...)
			if e := x.Paired; e.CI != nil && e.CI[0] >= -1 && e.CI[1] <= 1 {
				row.Cells = append(row.Cells, views.PairedCell(e), table.Words(views.PointsRange(e.CI)).Coloured("num ci"), table.RightWords(views.PValue(e.P)))
			} else {
				row.Cells = append(row.Cells, table.Points(nil), table.Words("only "+words.Counted(e.Scenarios, p.Of.Words.Scenario)).Coloured("num ci"), table.RightWords(""))
			}
			g.Rows = append(g.Rows, row)
		}
	}
	return g
}

// readRow is a row of the table of reads and answers, with one count per system.
type readRow struct {
	test, label string
	inside      bool // true if the row is a subset of the row above
	of          func(*WorldSystem) days.Count
}

func readRows() []readRow {
	var list []readRow
	for _, test := range []string{testFiles, testChats} {
		list = append(list, readRow{test: test, label: "Changed " + test + " read", of: func(s *WorldSystem) days.Count {
			k := s.read(test)
			return days.Count{K: k.K, N: k.N}
		}})
		for _, way := range world.ToldWays() {
			list = append(list, readRow{label: toldWord(string(way)), inside: true,
				of: func(s *WorldSystem) days.Count { return s.read(test).Told[string(way)] }})
		}
	}
	return append(list,
		readRow{test: testFirst, label: "Answers updated when first asked", of: func(s *WorldSystem) days.Count { return s.answers().First }},
		readRow{test: testHeld, label: "Answers still updated in later rounds", of: func(s *WorldSystem) days.Count { return s.answers().Held }})
}

// read returns the counts of changed files or chats that a system read. They are zero if unknown.
func (s *WorldSystem) read(test string) world.NoticedKind {
	switch {
	case s.Noticed == nil:
		return world.NoticedKind{}
	case test == testFiles:
		return s.Noticed.Files
	}
	return s.Noticed.Chats
}

// answers returns the counts of answers about reversed facts. They are zero if there are none.
func (s *WorldSystem) answers() world.Revised {
	if s.Revised == nil {
		return world.Revised{}
	}
	return *s.Revised
}

func toldWord(told string) string {
	switch told {
	case string(world.Named):
		return "named in the prompt"
	case string(world.Announced):
		return "announced, not named"
	}
	return "not mentioned"
}

// read returns the table of what agents read and whether they updated their answers. Two systems
// are columns next to their tests. If there are more, each system is a row.
func (p *Page) read() table.Table {
	w := p.World
	g := table.Table{Caption: fmt.Sprintf("%s in %s: %s and %s. Read: a tool showed the new content in time.",
		words.Counted(w.Objects, "change"), words.Counted(w.Updates, "update"), changesWords(w.Effects.Files, "file"), changesWords(w.Effects.Chats, "chat"))}
	if len(w.Systems) > ChosenMost {
		p.readTall(&g)
		return g
	}
	list := p.followed()
	g.Cols = []table.Col{{Key: "what", Title: "What"}}
	for i, s := range list {
		mark := fmt.Sprintf("%d", i+1)
		g.Cols = append(g.Cols, table.Col{Key: "rate_" + mark, Label: p.name(s.Name), Unit: "%", Num: true},
			table.Col{Key: "count_" + mark, Unit: "count", Num: true})
	}
	tested := len(p.Tests) > 0
	if tested {
		g.Caption += fmt.Sprintf(" Exact McNemar test; Holm over %s.", words.Counted(len(p.Tests), "test"))
		g.Cols = append(g.Cols, table.Col{Key: "difference", Label: "Difference", Unit: "points", Num: true},
			table.Col{Key: "ci", Label: "95 % CI", Num: true}, table.Col{Key: "p", Label: "p", Num: true}, table.Col{Key: "p_holm", Label: "p, Holm", Num: true})
	}
	for _, r := range readRows() {
		row, n := table.Row{Cells: []table.Cell{table.Words(r.label)}}, 0
		if r.inside {
			row.Cells[0] = row.Cells[0].Coloured("in")
		}
		for _, s := range list {
			c := r.of(s)
			n += c.N
			row.Cells = append(row.Cells, rated(c)...)
		}
		if tested {
			row.Cells = append(row.Cells, testCells(p.Tests, r.test)...)
		}
		if n > 0 {
			g.Rows = append(g.Rows, row)
		}
	}
	return g
}

// testCells returns four cells: the difference between two systems, its interval, and the
// unadjusted and adjusted p-value. They are blank if there is no test with the id.
func testCells(tests []compare.Group, id string) []table.Cell {
	for i := range tests {
		if t := &tests[i]; t.ID == id && t.Diff != nil {
			diff := table.Points(t.Diff)
			if t.Holm == nil || *t.Holm >= compare.Alpha {
				diff = diff.Coloured("faint")
			}
			var ci *[2]float64
			if t.CI != nil {
				ci = &[2]float64{t.CI.Lo, t.CI.Hi}
			}
			return []table.Cell{diff, table.Words(views.PointsRange(ci)).Coloured("num ci"), table.RightWords(views.PValue(t.P)), table.RightWords(views.PValue(t.Holm))}
		}
	}
	blank := table.Words(" ")
	return []table.Cell{blank, blank, blank, blank}
}

func (p *Page) readTall(g *table.Table) {
	g.Cols = []table.Col{{Key: "system", Label: "System"}}
	var rows []readRow
	for _, r := range readRows() {
		if !r.inside && slices.ContainsFunc(p.World.Systems, func(s WorldSystem) bool { return r.of(&s).N > 0 }) {
			rows = append(rows, r)
			g.Cols = append(g.Cols, table.Col{Key: r.test, Label: r.label, Unit: "%", Num: true}, table.Col{Key: r.test + "_n", Unit: "count", Num: true})
		}
	}
	for i := range p.World.Systems {
		s := &p.World.Systems[i]
		row := table.Row{Cells: []table.Cell{table.Words(p.name(s.Name)).Link(s.URL).Coloured(p.mark(s.Run))}}
		for _, r := range rows {
			row.Cells = append(row.Cells, rated(r.of(s))...)
		}
		g.Rows = append(g.Rows, row)
	}
}

// changesWords formats the number of changes of a kind by effect.
func changesWords(e results.WorldEffect, noun string) string {
	var parts []string
	for _, x := range []struct {
		n    int
		word string
	}{{e.New, "new"}, {e.Replaced, "replaced"}, {e.Appended, "appended"}, {e.Inserted + e.Deleted, "edited"}} {
		if x.n > 0 {
			parts = append(parts, words.Count(x.n)+" "+x.word)
		}
	}
	text := words.Counted(e.Total(), noun)
	switch len(parts) {
	case 0:
		return text
	case 1:
		_, word, _ := strings.Cut(parts[0], " ")
		return text + " " + word
	}
	return text + " (" + strings.Join(parts, ", ") + ")"
}

// missed returns the table of answers by the chosen systems that are still based on facts from
// before an update.
func (p *Page) missed() table.Table {
	g := table.Table{Cols: []table.Col{{Key: "round", Label: words.Capital(p.Of.Words.Task)}, {Key: "system", Label: "System"},
		{Key: "answer", Label: "The answer"}, {Key: "option", Label: "Option"}, {Key: "before", Label: "True before the update"},
		{Key: "after", Label: "True after it"}}}
	for _, s := range p.followed() {
		for _, m := range s.answers().Misses {
			what := "missed new answer"
			switch {
			case !m.Answered:
				what = "no answer"
			case m.Stale:
				what = "kept old answer"
			}
			g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(m.Scenario + " " + m.Task).Link(link.Trial(s.Run, m.Scenario, m.Task)),
				table.Words(p.name(s.Name)).Coloured(p.mark(s.Run)), table.Words(what), table.Words(m.Option), table.Words(m.Before), table.Words(m.After)}})
		}
	}
	g.Caption = "Options about a reversed fact that were answered as before the update, or not at all"
	return g
}
