package views

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// minedView draws a report.MinedCase.
type minedView struct {
	*report.MinedCase
	frame Frame
}

// MinedCasePage shows a case that a rule found, with its rule and its trials.
func MinedCasePage(f Frame, x *report.MinedCase) templ.Component { return minedPage(minedView{x, f}) }

func (d minedView) meta() ui.Meta {
	m := caseMeta(d.frame, d.Title, d.Finding, d.Slug, caseCrumbs(d.About, d.Title)...)
	m.CardAlt = MinedCard(d.MinedCase, CardPlace{}).Alt()
	m.Scripted = d.About.Scripted
	return m
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
	*report.WrittenCase
	frame Frame
}

// WrittenCasePage shows a written case with the evidence of the database.
func WrittenCasePage(f Frame, x *report.WrittenCase) templ.Component {
	return writtenPage(writtenView{x, f})
}

// name is what the case's benchmark is called: by its id if the database does
// not have it.
func (d writtenView) name() string {
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
	m := caseMeta(d.frame, d.Title, d.Title+": a case study of "+d.name()+".", d.Slug, crumbs...)
	m.CardAlt = WrittenCard(d.WrittenCase, CardPlace{}).Alt()
	m.Scripted = d.About != nil && d.About.Scripted
	return m
}

// lead is the first line of a written case.
func (d writtenView) lead() string {
	text := "A case study of " + d.name()
	if len(d.Dimensions) > 0 {
		text += " about " + strings.Join(d.Dimensions, " and ")
	}
	return text + ". The tables below are read from the database as it is now."
}

func caseMeta(f Frame, title, description, slug string, crumbs ...ui.Crumb) ui.Meta {
	m := f.Meta(title, description, link.Case(slug), link.API(nil, "cases", slug), crumbs...)
	m.Card = link.Card(nil, "cases", slug)
	return m
}

func caseCrumbs(b results.Benchmark, title string) []ui.Crumb {
	return CrumbsBelow(b, viewCrumb(b, "cases"), ui.Crumb{Label: ui.Plain(title)})
}
