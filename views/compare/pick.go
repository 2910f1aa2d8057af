package compare

import (
	"net/url"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// ComparePickPage asks which runs are to be compared.
func ComparePickPage(f views.Frame, p *comparereport.ComparePick) templ.Component {
	meta := f.Meta("Compare two runs", "Choose two runs of one benchmark and see whether the difference between them is more than chance.",
		p.Query.Link("benchmark", p.Query.Benchmark), "", ui.Crumb{Label: "Benchmarks", Href: "/"}, ui.Crumb{Label: "Compare"})
	return comparePickPage(meta, p)
}

func pickLead(p *comparereport.ComparePick) string {
	if len(p.Of) > 0 && len(p.Of[0].Pairs) > 0 {
		return "Who passed what, and whether the difference between two runs is more than chance."
	}
	return "Choose two runs of one benchmark: the page then shows who passed what, whether the difference is more than chance, and the traces " +
		"side by side."
}

// pickForm chooses two runs; chosen is A already, or nil.
func pickForm(of comparereport.PickOf, chosen *comparereport.CompareSide) ui.Filter {
	a := ui.Field{Name: "a", Label: "A", Kind: ui.Select, Choices: []ui.Choice{{Label: "choose a run"}}}
	b := ui.Field{Name: "b", Label: "B", Kind: ui.Select, Choices: []ui.Choice{{Label: "choose a run"}}}
	for _, r := range of.Runs {
		first := chosen != nil && r.Run == chosen.Run
		a.Choices = append(a.Choices, ui.Choice{Value: r.Run, Label: r.Label, Selected: first})
		if !first {
			b.Choices = append(b.Choices, ui.Choice{Value: r.Run, Label: r.Label})
		}
	}
	return ui.Filter{Action: "/compare", Submit: "Compare", Fields: []ui.Field{a, b}}
}

// pickMatrix leads to all runs of a benchmark against each other; empty if they
// are too few or too many.
func pickMatrix(of comparereport.PickOf) string {
	if of.Total <= 2 || of.Total > comparereport.MatrixRuns {
		return ""
	}
	all := url.Values{}
	for _, r := range of.Runs {
		all.Add("run", r.Run)
	}
	return link.To(all, "compare")
}

// pickAbout says how many runs can be chosen.
func pickAbout(of comparereport.PickOf) string {
	if len(of.Pairs) > 0 {
		text := words.Counted(of.Standing, "system") + " on the board with judged records."
		if of.Total < of.Standing {
			text += " The first " + words.Count(of.Total) + " are compared with each other here; any two are where the program runs."
		}
		return text
	}
	text := words.Counted(of.Total, "run") + " with records."
	if len(of.Runs) < of.Total {
		text += " The newest " + words.Count(len(of.Runs)) + " are offered."
	}
	return text
}
