package world

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// worldScenarioView draws a report.WorldScenario.
type worldScenarioView struct {
	*worldreport.WorldScenario
	Meta   ui.Meta
	Diffs  []worldDiff
	Tracks []worldTrack // of the runs
	Static bool         // the site is written to files
}

// WorldScenarioPage shows a scenario update by update: what changed, how the agent
// was told, and each change in full as far as a page holds it.
func WorldScenarioPage(f views.Frame, w *worldreport.WorldScenario) templ.Component {
	p := worldScenarioView{WorldScenario: w, Static: f.Static}
	b := w.Of
	p.Tracks = p.tracks()
	p.Meta = f.Meta(p.metaTitle(), p.lead(), p.address(w.Scenario, w.Query),
		link.API(w.Query.Values(), "benchmarks", b.ID, "world", "scenarios", w.Scenario),
		views.CrumbsBelow(b, views.ViewCrumb(b, "world"), ui.Crumb{Label: words.Scenario(b, w.Scenario)})...)
	p.Meta.MethodPath = link.Doc("design") + "#world"
	p.Meta.Scripted = b.Scripted
	for i := range w.Runs {
		p.Meta.Scripted = p.Meta.Scripted || w.Runs[i].Scripted
	}
	if w.Texts {
		p.Diffs = worldDiffs(w)
	}
	return worldScenarioPage(p)
}

// metaTitle names the scenario and, of some runs, these.
func (p worldScenarioView) metaTitle() string {
	name, text := words.Scenario(p.Of, p.Scenario), ": the world, "
	if len(p.Runs) == 0 || p.Query.Chosen { // by the page itself
		return ui.TitleOf(name, text+p.Of.Name)
	}
	for i := range p.Runs {
		if i > 0 {
			text += " and "
		}
		text += ui.Plain(p.Runs[i].Name)
	}
	return ui.TitleOf(name, text)
}

func (p worldScenarioView) TitleWords() string {
	if p.Title == "" {
		return p.Scenario
	}
	return p.Title
}

// lead is the sentence of facts at the top; of one run with what it made of them.
func (p worldScenarioView) lead() string {
	text := words.Counted(p.Updates, "update") + ", " + words.Counted(p.Objects, "object") + " changed"
	if len(p.Runs) == 1 && p.Runs[0].Sentence != "" {
		return ui.Plain(p.Runs[0].Name) + ": " + text + "; " + p.Runs[0].Sentence + "."
	}
	e := p.Effects
	var kinds []string
	if n := e.Files.Total(); n > 0 {
		kinds = append(kinds, words.Counted(n, "file"))
	}
	if n := e.Chats.Total(); n > 0 {
		kinds = append(kinds, words.Counted(n, "chat"))
	}
	return text + ": " + strings.Join(kinds, ", ") + "."
}

func (p worldScenarioView) overwritten() (own, apart string) {
	return Overwritten(p.Layout, p.Layouts, p.WorldCounts)
}

func (p worldScenarioView) neighbour(id string) views.Link {
	if id == "" {
		return views.Link{}
	}
	return views.Link{Label: words.Scenario(p.Of, id), Href: p.address(id, p.Query)}
}

func epochName(e worldreport.WorldEpoch) string {
	if e.Update == 0 {
		return "Start"
	}
	return fmt.Sprintf("Update %d", e.Update)
}

func epochID(e worldreport.WorldEpoch) string { return fmt.Sprintf("update-%d", e.Update) }

// epochRounds says over which rounds an epoch goes.
func epochRounds(e worldreport.WorldEpoch) string {
	switch n := len(e.Rounds); n {
	case 0:
		return ""
	case 1:
		return e.Rounds[0]
	default:
		return e.Rounds[0] + " to " + e.Rounds[n-1]
	}
}

// epochWords sums up what changes before an epoch.
func epochWords(e worldreport.WorldEpoch) string {
	var list []string
	for _, kind := range []string{string(world.File), string(world.Chat)} {
		for _, effect := range world.Effects() {
			n, gone := 0, 0
			for _, c := range e.Changes {
				if c.Kind == kind && c.Effect == string(effect) {
					n, gone = n+1, gone+c.Removed
				}
			}
			if n == 0 {
				continue
			}
			text := words.Counted(n, kind) + " " + effectWord(string(effect))
			if kind == string(world.Chat) && gone > 0 {
				text += " (" + words.Counted(gone, "message") + " gone)"
			}
			list = append(list, text)
		}
	}
	return strings.Join(list, ", ")
}

// effectWord says what became of an object.
func effectWord(effect string) string {
	if world.Effect(effect) == world.Deleted {
		return "shortened" // some of its lines are deleted
	}
	return effect
}

// effectSign stands before the name of a changed object, beside the word.
func effectSign(effect string) string {
	switch world.Effect(effect) {
	case world.New:
		return "+"
	case world.Appended:
		return "»"
	}
	return "±"
}

func unitOf(kind string) string {
	if kind == string(world.Chat) {
		return "message"
	}
	return "line"
}

// objectWords says in counts what became of an object; what is gone follows it.
func objectWords(c worldreport.WorldChange) string {
	unit := unitOf(c.Kind)
	text := c.Kind + " " + effectWord(c.Effect) + ": " + words.Counted(c.Added, unit)
	if world.Effect(c.Effect) != world.New {
		text += " new"
	}
	if c.Removed > 0 {
		text += ","
	}
	return text
}

// stateWords says how large the object was and is.
func stateWords(c worldreport.WorldChange) string {
	unit := unitOf(c.Kind)
	if world.Effect(c.Effect) == world.New {
		return words.Counted(c.Added, unit)
	}
	return words.Counted(c.Had, unit) + " before, " + words.Count(c.Added+c.Kept) + " after"
}

// authorDiffers reports whether the authors call a change by another word than what
// the harness makes of the object.
func authorDiffers(c worldreport.WorldChange) bool {
	switch c.Author {
	case world.ActionAppend:
		return world.Effect(c.Effect) != world.Appended
	case world.ActionNew:
		return world.Effect(c.Effect) != world.New
	case "replace":
		return world.Effect(c.Effect) != world.Replaced
	}
	return false
}
