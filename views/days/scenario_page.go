package days

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// scenarioPage shows how the updates change one scenario and how the runs react.
type scenarioPage struct {
	*WorldScenario
	frame  views.Frame
	shared string
}

// Show returns the page for HTML rendering.
func (x *WorldScenario) Show(f views.Frame) scenarioPage {
	var systems []results.System
	for i := range x.Runs {
		systems = append(systems, x.Runs[i].System)
	}
	return scenarioPage{x, f, views.SharedFramework(systems)}
}

func (p scenarioPage) name(label string) string {
	return ui.Plain(views.WithoutFramework(label, p.shared))
}

func (p scenarioPage) meta() ui.Meta {
	b := p.Of
	name := words.Scenario(b, p.Scenario)
	m := p.frame.Meta(ui.TitleOf(name, ", days of "+b.Name), p.lead(), link.Days(b.ID, p.Scenario),
		link.API(nil, "benchmarks", b.ID, "world", "scenarios", p.Scenario), views.CrumbsBelow(b, views.ViewCrumb(b, "days"), ui.Crumb{Label: name})...)
	m.Scripted, m.CSVPath = b.Scripted, p.frame.Table(nil, "b", b.ID, "days", p.Scenario)
	return m
}

func (p scenarioPage) lead() string {
	text := fmt.Sprintf("%s change %s.", words.Counted(len(p.Epochs)-1, "update"), objects(p.Effects.Files.Total(), p.Effects.Chats.Total()))
	for i := range p.Runs {
		r := &p.Runs[i]
		var said []string
		if n := r.Noticed; n != nil {
			said = append(said, fmt.Sprintf("read %d of %d", n.Files.K+n.Chats.K, n.Files.N+n.Chats.N))
		}
		if r.Revised != nil {
			said = append(said, fmt.Sprintf("updated %d of %d answers", r.Revised.First.K, r.Revised.First.N))
		}
		if len(said) > 0 {
			text += " " + p.name(r.Name) + " " + strings.Join(said, " and ") + "."
		}
	}
	return text
}

// objects formats the numbers of files and chats, without chats if there are none.
func objects(files, chats int) string {
	var list []string
	if files > 0 || chats == 0 {
		list = append(list, words.Counted(files, "file"))
	}
	if chats > 0 {
		list = append(list, words.Counted(chats, "chat"))
	}
	return strings.Join(list, " and ")
}

// head summarises the changes made by an update.
func (e *WorldEpoch) head() string {
	var list []results.WorldChange
	for i := range e.Changes {
		list = append(list, results.WorldChange{WorldObject: results.WorldObject{Kind: e.Changes[i].Kind}, Effect: e.Changes[i].Effect})
	}
	n := results.CountWorld(list).Effects
	var parts []string
	if n.Files.Total() > 0 {
		parts = append(parts, changesWords(n.Files, "file"))
	}
	if n.Chats.Total() > 0 {
		parts = append(parts, changesWords(n.Chats, "chat"))
	}
	return strings.Join(parts, ", ")
}

// changes returns a table of the files and chats that an update changed, and whether each run read
// the changes.
func (p scenarioPage) changes(e *WorldEpoch) table.Table {
	g := table.Table{Caption: fmt.Sprintf("Changed by update %d", e.Update), Cols: []table.Col{{Key: "object", Label: "Changed"},
		{Key: "kind", Label: "What"}, {Key: "told", Label: "In the prompt"}}}
	for i := range p.Runs {
		if p.Runs[i].Noticed != nil {
			g.Cols = append(g.Cols, table.Col{Key: "read_" + p.Runs[i].Run, Label: p.name(p.Runs[i].Name) + " read"})
		}
	}
	if p.Texts {
		g.Cols = append(g.Cols, table.Col{Key: "before", Label: "Text before"}, table.Col{Key: "after", Label: "Text after"})
	}
	for i := range e.Changes {
		c := &e.Changes[i]
		name := table.Words(c.Name)
		if p.Texts {
			name = name.Link(link.ChangeText(p.Benchmark, p.Scenario, c.Number, "diff"))
		}
		row := table.Row{ID: link.WorldAnchor(c.Number), Cells: []table.Cell{name, table.Words(effectWords(c)), table.Words(toldWord(c.Told))}}
		for k := range p.Runs {
			if p.Runs[k].Noticed != nil {
				row.Cells = append(row.Cells, lookCell(p.Runs[k].Epochs[e.Update].look(c.Number)))
			}
		}
		if p.Texts {
			row.Cells = append(row.Cells, textCell(c.Was, c.Before), textCell(c.Size, c.After))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func textCell(size *int64, href string) table.Cell {
	if size == nil {
		return table.Words("")
	}
	return table.Words(words.Bytes(*size)).Link(href)
}

// look returns how the run read a change; nil if unknown.
func (e *WorldRunEpoch) look(change int) *WorldLook {
	for i := range e.Looked {
		if e.Looked[i].Change == change {
			return &e.Looked[i]
		}
	}
	return nil
}

// lookCell describes how much of a change a run read, and how much later.
func lookCell(l *WorldLook) table.Cell {
	if l == nil {
		return table.Words("")
	}
	cell := table.Words(lookWords(l)).Link(l.URL)
	if l.Rounds != nil && *l.Rounds > 0 {
		cell = cell.Noted(words.Counted(*l.Rounds, "round") + " later")
	}
	return cell
}

// answers returns a table of the answers given after an update to questions about facts that
// updates reverse.
func (p scenarioPage) answers(at int) table.Table {
	g := table.Table{Caption: fmt.Sprintf("Answers after update %d about facts that updates reverse", p.Epochs[at].Update),
		Cols: []table.Col{{Key: "round", Label: words.Capital(p.Of.Words.Task)}, {Key: "before", Label: "True before the update"}, {Key: "after", Label: "True after it"}}}
	for i := range p.Runs {
		g.Cols = append(g.Cols, table.Col{Key: "answer_" + p.Runs[i].Run, Label: p.name(p.Runs[i].Name)})
		for k := range p.Runs[i].Epochs[at].Beliefs {
			b := &p.Runs[i].Epochs[at].Beliefs[k]
			if i == 0 {
				g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(b.Task).Link(link.Task(p.Benchmark, p.Scenario, b.Task)),
					table.Words(b.Before), table.Words(b.After)}})
			}
			if k < len(g.Rows) {
				g.Rows[k].Cells = append(g.Rows[k].Cells, table.Words(b.word()).Link(b.URL))
			}
		}
	}
	return g
}

// word describes the run's answer.
func (b *WorldBelief) word() string {
	switch {
	case !b.Judged:
		return "no verdict"
	case !b.Answered:
		return "✕ no answer"
	case b.Right:
		return "✓ updated"
	case b.Stale.K < b.Stale.N:
		return "✕ kept old answer"
	}
	return "✕ missed new answer"
}

// Table returns the changes of all updates as one table, for CSV.
func (p scenarioPage) Table() table.Table {
	all := table.Table{}
	for i := range p.Epochs {
		g := p.changes(&p.Epochs[i])
		if all.Cols == nil {
			all.Cols = append([]table.Col{{Key: "update"}, {Key: "round"}}, g.Cols...)
		}
		for _, r := range g.Rows {
			cells := []table.Cell{table.Whole(p.Epochs[i].Update), table.Words(p.Epochs[i].Round)}
			all.Rows = append(all.Rows, table.Row{Cells: append(cells, r.Cells...)})
		}
	}
	return all
}

// strip returns the verdicts of the run's checks after an update.
func (r *WorldRun) strip(at int) fingerprint.Row {
	e := &r.Epochs[at]
	s := fingerprint.Row{Label: ui.Plain(r.Name), Unordered: true}
	for i := range e.Checks {
		c := &e.Checks[i]
		s.Cells = append(s.Cells, fingerprint.Cell{Label: c.Task, Status: c.Status, Href: c.URL, Update: i == 0 && e.Update > 0, Pref: c.Pref})
	}
	return s
}
