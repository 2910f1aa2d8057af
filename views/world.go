package views

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// worldView draws a report.World.
type worldView struct {
	*report.World
	Meta  ui.Meta
	Made  worldSystems // of the changes by systems
	Pager *ui.Pager    // of the systems; nil if they have one page
}

// WorldPage shows what updates change in a benchmark, how agents are told, and
// leads to the scenarios.
func WorldPage(f Frame, w *report.World) templ.Component {
	p := worldView{World: w}
	if w.Stages == nil {
		p.Made = newWorldSystems(w)
	}
	p.Pager = PagerOf(w.Window, "systems with records", func(key, value string) string {
		return link.To(link.With(nil, key, value), "b", w.Benchmark, "world")
	})
	p.Meta = f.BenchMeta(w.Of, "world", "World", p.lead(), link.With(nil, w.Window.Key, w.Window.Value()))
	if w.Stages != nil {
		return worldStagesPage(worldStagesView{p})
	}
	return worldPage(p)
}

func (p worldView) lead() string {
	if p.Stages != nil {
		return stagesLead(p)
	}
	if len(p.Scenarios) == 0 {
		return "What the updates of " + p.Of.Name + " change is not known."
	}
	e := p.Effects
	return fmt.Sprintf("%s in %s change %s: %s and %s.", words.Counted(p.Updates, "update"), words.Counted(len(p.Scenarios), p.Of.Words.Scenario),
		words.Counted(p.Objects, "object"), words.Counted(e.Files.Total(), "file"), words.Counted(e.Chats.Total(), "chat"))
}

// overwritten says what becomes of chats that their authors call appended.
func (p worldView) overwritten() string { return overwritten(p.WorldCounts) }

func overwritten(n report.WorldCounts) string {
	replaced := n.Effects.Chats.Replaced
	if replaced == 0 {
		return ""
	}
	text := fmt.Sprintf("The harness replaces %s of %s: %s gone", words.Count(replaced), words.Counted(n.Effects.Chats.Total(), "changed chat"), messagesAre(n.Messages.Gone))
	if n.Messages.Emptied > 0 {
		text += ", and of " + words.Counted(n.Messages.Emptied, "chat") + " nothing earlier is left"
	}
	text += "."
	switch called := n.Appended.Replaced; {
	case called == replaced && called == 1:
		text += " The dataset’s authors call it appended."
	case called == replaced:
		text += " The dataset’s authors call all " + words.Count(called) + " of them appended."
	case called > 0:
		text += " The dataset’s authors call " + words.Count(called) + " of them appended."
	}
	return text
}

func messagesAre(n int) string { return words.Plural(n, "earlier message is", "earlier messages are") }

// kinds is the table of both kinds of objects: what became of them and how the
// agent is told. They are never added up.
func (p worldView) kinds() Grid {
	g := Grid{Caption: "What updates do to objects, and how the question tells of it", Fit: true,
		Cols: []Col{{Key: "kind", Label: "Objects"}, {Key: "changes", Label: "Changes", Num: true}, {Key: "new", Label: "New", Num: true}, {Key: "replaced", Label: "Replaced", Num: true}, {Key: "appended", Label: "Appended", Num: true}},
		Note: "Named: the question or an option has the object’s name. Announced: it says only that something has changed. An object counts as often as an update changes it."}
	e, t := p.Effects, p.Told
	inside := e.Files.Inserted+e.Files.Deleted+e.Chats.Inserted+e.Chats.Deleted > 0
	if inside {
		g.Cols = append(g.Cols, Col{Key: "inserted", Label: "Inserted", Num: true}, Col{Key: "deleted", Label: "Lines deleted", Num: true})
	}
	g.Cols = append(g.Cols, Col{Key: "named", Label: "Named", Num: true}, Col{Key: "announced", Label: "Announced", Num: true}, Col{Key: "silent", Label: "Silent", Num: true})
	for _, x := range []struct {
		name string
		e    report.WorldEffect
		t    report.WorldTelling
	}{{"Files", e.Files, t.Files}, {"Chats", e.Chats, t.Chats}} {
		cells := []Cell{Words(x.name), Whole(x.e.Total()), Whole(x.e.New), Whole(x.e.Replaced), Whole(x.e.Appended)}
		if inside {
			cells = append(cells, Whole(x.e.Inserted), Whole(x.e.Deleted))
		}
		g.Rows = append(g.Rows, GridRow{Cells: append(cells, Whole(x.t.Named), Whole(x.t.Announced), Whole(x.t.Silent))})
	}
	return g
}

// list is the table of scenarios.
func (p worldView) list() Grid {
	g := Grid{Caption: words.Capital(words.Many(p.Of.Words.Scenario)) + " whose world changes",
		Cols: []Col{{Key: "scenario", Label: words.Capital(p.Of.Words.Scenario)}, {Key: "updates", Label: "Updates", Num: true}, {Key: "files", Label: "Files changed", Num: true},
			{Key: "files_named", Label: "Files named", Num: true}, {Key: "chats", Label: "Chats changed", Num: true}, {Key: "chats_named", Label: "Chats named", Num: true},
			{Key: "replaced", Label: "Chats replaced", Num: true}, {Key: "gone", Label: "Messages gone", Num: true}, {Key: "added", Label: "Messages new", Num: true}}}
	for _, r := range p.Scenarios {
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{
			scenarioNamed(p.Of, r.ID).Link(link.World(p.Benchmark, r.ID)), Whole(r.Updates), Whole(r.Effects.Files.Total()), Whole(r.Told.Files.Named),
			Whole(r.Effects.Chats.Total()), Whole(r.Told.Chats.Named), Whole(r.Effects.Chats.Replaced), Whole(r.Messages.Gone), Whole(r.Messages.Added)}})
	}
	return g
}

// WorldTables are for CSV: the changes, one a row, and the stages where no change is
// known one by one.
func WorldTables(w *report.World) []Grid {
	if w.Stages != nil {
		return []Grid{worldStagesTable(w.Stages), worldStagesView{worldView{World: w}}.stages()}
	}
	g := Grid{}
	for _, key := range []string{"scenario", "round", "updates", "kind", "name", "path", "effect", "author", "told", "removed", "added", "kept", "had"} {
		g.Cols = append(g.Cols, Col{Key: key})
	}
	for i := range w.Worlds {
		for _, c := range w.Worlds[i].Changes {
			g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(w.Worlds[i].Scenario), Words(c.Round), Words(strings.Join(c.Updates, " ")), Words(c.Kind), Words(c.Name), Words(c.Path),
				Words(c.Effect), Words(c.Author), Words(c.Told), Whole(c.Removed), Whole(c.Added), Whole(c.Kept), Whole(c.Had)}})
		}
	}
	return []Grid{g}
}
