package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// minedView draws a report.MinedCase.
type minedView struct {
	*MinedCase
	frame views.Frame
}

// MinedCasePage shows a case that a rule found, with its rule and its trials.
func MinedCasePage(f views.Frame, x *MinedCase) templ.Component {
	return minedPage(minedView{x, f})
}

func (d minedView) meta() ui.Meta {
	title := d.Title
	if i := strings.LastIndex(title, ": "); i > 0 {
		title = ui.TitleOf(title[:i], title[i:])
	}
	m := caseMeta(d.frame, title, d.Finding, d.Slug, caseCrumbs(d.About, d.Title)...)
	m.Scripted = d.About.Scripted
	return m
}

// ruleURL leads to what else the rule found.
func (d minedView) ruleURL() templ.SafeURL {
	return templ.SafeURL(link.Benchmark(d.Benchmark, "cases") + "#" + d.Rule)
}

// when is the day on which a run began; empty if no record says.
func (d minedView) when(run string) string {
	if at := d.Dates[run]; at != nil {
		return words.Date(at)
	}
	return ""
}

// shows is what a quoted trial shows, as the rule says it.
func (d minedView) shows(q QuotedTrial) string {
	for _, t := range d.Trials {
		if t.Run == q.Run && t.Task == q.Task && t.Attempt == q.Attempt && (d.Rule == "asymmetric-revision" || len(t.Proof) > 0) {
			return t.What + "."
		}
	}
	return ""
}

// quoted reports whether a trial is among those whose record is quoted.
func (d minedView) quoted(t results.CaseRef) bool {
	return slices.ContainsFunc(d.Quoted, func(q QuotedTrial) bool {
		return t.Run == q.Run && t.Task == q.Task && t.Attempt == q.Attempt
	})
}

// quoteLabel says what a quote is.
func quoteLabel(b results.Benchmark, what string) string {
	switch what {
	case "kept":
		return "Earlier"
	case "before":
		return "The " + b.Words.Task + " before"
	case "told":
		return "Told"
	case "asked":
		return "Asked"
	case "call":
		return "Call"
	case "answered":
		return "Answered"
	case "checked":
		return "Verdict"
	}
	return "Exception"
}

// quotePlace names where a quote stands.
func quotePlace(x CaseQuote) string {
	if x.Step > 0 {
		return fmt.Sprintf("Step %d", x.Step)
	}
	return "The trial"
}

// proofWords say what a place is that proves a case.
func proofWords(p results.CaseProof) string {
	switch p.What {
	case world.ProofChanged:
		return "changed:"
	case world.ProofOpened:
		return "opened"
	case world.ProofRan:
		return "ran"
	case world.ProofCalled:
		return "called"
	case world.ProofClaimed:
		return "claims"
	case world.ProofWritten:
		return "wrote"
	case world.ProofHolds:
		return "holds since the change:"
	case world.ProofListed:
		return fmt.Sprintf("listed %d of %d sessions:", p.Shown, p.Exist)
	case world.ProofNoCall:
		return "no call of the round could have shown it"
	}
	return p.What
}

// writtenView draws a report.WrittenCase.
type writtenView struct {
	*WrittenCase
	frame views.Frame
}

// WrittenCasePage shows a written case with the evidence of the database.
func WrittenCasePage(f views.Frame, x *WrittenCase) templ.Component {
	return writtenPage(writtenView{x, f})
}

// Name is what the case's benchmark is called: by its id if the database does
// not have it.
func (d writtenView) Name() string {
	if d.About == nil {
		return d.Benchmark
	}
	return d.About.Name
}

func (d writtenView) meta() ui.Meta {
	crumbs := []ui.Crumb{{Label: d.Title}}
	if d.About != nil {
		crumbs = caseCrumbs(*d.About, d.Title)
	}
	m := caseMeta(d.frame, d.Title, d.Title+": a case study of "+d.Name()+".", d.Slug, crumbs...)
	m.Scripted = d.About != nil && d.About.Scripted
	return m
}

// byline says what the page rests on: the runs that it quotes, with their dates.
func (d writtenView) byline() string {
	var quoted []string
	for _, b := range d.Blocks {
		if b.Evidence == nil {
			continue
		}
		for _, s := range b.Evidence.Systems {
			if !slices.Contains(quoted, s.Name) {
				quoted = append(quoted, s.Name)
			}
		}
	}
	switch n := len(quoted); {
	case n == 0:
		return " · written, from published figures"
	case n <= 2:
		return " · written, with records of " + strings.Join(quoted, " and ")
	default:
		return fmt.Sprintf(" · written, with records of %d systems", n)
	}
}

func caseMeta(f views.Frame, title, description, slug string, crumbs ...ui.Crumb) ui.Meta {
	return f.Meta(title, description, link.Case(slug), "", crumbs...)
}

func caseCrumbs(b results.Benchmark, title string) []ui.Crumb {
	return views.CrumbsBelow(b, views.ViewCrumb(b, "cases"), ui.Crumb{Label: ui.Plain(title)})
}
