package days

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Page is the page that shows a benchmark day by day, with the changes made by updates and how
// agents handled them.
type Page struct {
	*Days
	World  *World           // environment changes; nil if unknown
	Chosen []string         // slugs of at most two runs shown in the tracks
	Asked  bool             // true if the runs were chosen in the request
	Tests  []compare.Group  // paired tests of the two chosen runs
	Tracks []*WorldScenario // scenarios in dataset order, with the activity of the chosen runs

	frame  views.Frame
	shared string
}

// ChosenMost is the maximum number of systems that the page shows update by update.
const ChosenMost = 2

// Leaders returns the run slugs of the first n ranked systems; if none is ranked, of the first n.
func Leaders(v *views.Bench, n int) []string {
	var ranked, rest []string
	for _, row := range v.RowsWithRun() {
		if row.Complete && row.Rank != nil {
			ranked = append(ranked, *row.Run)
		} else {
			rest = append(rest, *row.Run)
		}
	}
	if len(ranked) == 0 {
		ranked = rest
	}
	return ranked[:min(n, len(ranked))]
}

// Show renders the page as HTML.
func (p *Page) Show(f views.Frame) templ.Component {
	p.frame = f
	var systems []results.System
	for i := range p.Series {
		systems = append(systems, p.Series[i].System)
	}
	if p.World != nil {
		for i := range p.World.Systems {
			systems = append(systems, p.World.Systems[i].System)
		}
	}
	p.shared = views.SharedFramework(systems)
	return daysPage(p)
}

func (p *Page) meta() ui.Meta {
	q := p.values()
	if p.Asked {
		q["systems"] = p.Chosen
	}
	return p.frame.BenchMeta(p.Of, "days", "Days", p.lead(), q)
}

func (p *Page) values() url.Values {
	return link.With(url.Values{}, p.Rows.Key, p.Rows.Value())
}

// asked returns the query parameters that select the same runs on a scenario's page.
func (p *Page) asked() url.Values {
	if !p.Asked {
		return nil
	}
	return url.Values{"run": p.Chosen}
}

func (p *Page) pager() *ui.Pager {
	return p.Rows.Pager("systems with records", func(key, value string) string {
		return link.To(link.With(p.values(), key, value), "b", p.Of.ID, "days")
	})
}

func (p *Page) name(label string) string { return ui.Plain(views.WithoutFramework(label, p.shared)) }

func (p *Page) mark(run string) string {
	if at := slices.Index(p.Chosen, run); at >= 0 {
		return fmt.Sprintf("mk mk%d", at+1)
	}
	return ""
}

// noun returns the noun for tasks of a kind. It includes the kind if the benchmark has several.
func (p *Page) noun(kind string) string {
	if len(p.TaskKinds) > 1 {
		return strings.ReplaceAll(words.KindWord(kind), " ", "-") + " " + words.Many(p.Of.Words.Task)
	}
	return words.Many(p.Of.Words.Task)
}

func (p *Page) system(run string) *WorldSystem {
	if p.World == nil {
		return nil
	}
	at := slices.IndexFunc(p.World.Systems, func(s WorldSystem) bool { return s.Run == run })
	if at < 0 {
		return nil
	}
	return &p.World.Systems[at]
}

func (p *Page) followed() []*WorldSystem {
	var list []*WorldSystem
	for _, run := range p.Chosen {
		if s := p.system(run); s != nil {
			list = append(list, s)
		}
	}
	return list
}

func (p *Page) lead() string {
	systems := words.Counted(len(p.systemsPlotted()), "system")
	switch p.Kind {
	case days.WorkDays:
		text := fmt.Sprintf("Scores of %s by working day, over the %s that last exactly three", systems, words.Many(p.Of.Words.Task))
		if p.Total == 0 {
			text += ", as reported by the paper"
		}
		return text + "."
	case days.ScenarioDays:
		return fmt.Sprintf("Pass rates of %s on %d days. Each day has its own %s: compare the systems, not the days.",
			systems, len(p.Days.Days), words.Many(p.Of.Words.Task))
	case days.NoDays:
		return "The " + words.Many(p.Of.Words.Task) + " of " + p.Of.Name + " are not ordered in days."
	}
	return strings.TrimSpace(p.effectWords() + " " + p.readWords())
}

func (p *Page) systemsPlotted() (names []string) {
	for i := range p.Series {
		names = views.AppendNew(names, p.Series[i].Name)
	}
	return names
}

// effectWords returns a sentence about the tested effects of the first update, with Holm correction
// over all of them.
func (p *Page) effectWords() string {
	var raw []float64
	var parts []string
	type tested struct {
		name, kind string
		days.FirstUpdate
	}
	var list []tested
	for _, kind := range p.TaskKinds {
		for _, s := range p.Systems {
			if e := s.FirstUpdate[kind]; e.P != nil && e.Bounded() {
				list, raw = append(list, tested{p.name(s.Name), kind, e}), append(raw, *e.P)
			}
		}
	}
	for i, holm := range stats.Holm(raw) {
		if e := list[i]; e.Separated(holm) {
			more := "more"
			if *e.Diff < 0 {
				more = "fewer"
			}
			parts = append(parts, fmt.Sprintf("%s passes %s %s (%s points, 95 %% CI %s)", e.name, more, p.noun(e.kind), signed(*e.Diff),
				signed(e.CI[0])+" to "+signed(e.CI[1])))
		}
	}
	switch {
	case len(list) == 0:
		return ""
	case len(parts) > 3:
		return fmt.Sprintf("After the first update, %d of %d pass rates differ significantly from before.", len(parts), len(list))
	case len(parts) > 0:
		return "After the first update, " + words.List(parts) + "."
	case len(p.Systems) == 1:
		return "Pass rates do not change detectably after the first update."
	case len(p.Systems) == 2:
		return "Pass rates do not change detectably after the first update, for either system."
	}
	return "Pass rates do not change detectably after the first update (" + words.Counted(len(p.Systems), "system") + ")."
}

func signed(v float64) string {
	v *= 100
	if text := words.Fixed(&v, 1); v < 0.05 {
		return text
	} else {
		return "+" + text
	}
}

func (p *Page) readWords() string {
	if p.World == nil {
		return ""
	}
	var parts []string
	for _, s := range p.followed() {
		var said []string
		if n := s.Noticed; n != nil {
			var read []string
			for _, x := range []struct {
				of   *world.NoticedKind
				noun string
			}{{&n.Files, "files"}, {&n.Chats, "chats"}} {
				if x.of.N > 0 {
					read = append(read, fmt.Sprintf("%d of %d changed %s", x.of.K, x.of.N, x.noun))
				}
			}
			said = append(said, "read "+strings.Join(read, " and "))
		}
		if r := s.Revised; r != nil && r.First.N > 0 {
			said = append(said, fmt.Sprintf("updated %d of %d answers", r.First.K, r.First.N))
		}
		if len(said) > 0 {
			parts = append(parts, p.name(s.Name)+" "+strings.Join(said, " and "))
		}
	}
	if len(parts) == 0 {
		return fmt.Sprintf("%s change %s.", words.Counted(p.World.Updates, "update"),
			objects(p.World.Effects.Files.Total(), p.World.Effects.Chats.Total()))
	}
	return strings.Join(parts, "; ") + "."
}

// unread explains why the page cannot show what the agents read. It is empty if it can.
func (p *Page) unread() string {
	switch {
	case p.World == nil && p.Kind == days.Phases:
		return "What each update changes is not known without the dataset's texts."
	case p.World == nil || len(p.World.Systems) == 0:
		return ""
	case !slices.ContainsFunc(p.World.Systems, func(s WorldSystem) bool { return s.Noticed != nil }):
		return "What the agents read is not known without the dataset's texts and traces."
	}
	return ""
}

// notPlotted lists the runs that are not plotted, with reasons.
func (p *Page) notPlotted() string {
	var list []string
	for _, a := range p.NotDrawn {
		list = append(list, a.Name+" ("+a.Note+")")
	}
	return words.List(list)
}
