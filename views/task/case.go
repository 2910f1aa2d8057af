package task

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// meta frames the page of a case that a rule found.
func (m *MinedCase) meta(f views.Frame) ui.Meta {
	meta := f.Meta(m.Title, m.Finding, link.Case(m.Slug), "", caseCrumbs(m.About, m.Title)...)
	meta.Scripted = m.About.Scripted
	return meta
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

// name is what the case's benchmark is called: by its id if the database does not have it.
func (x *WrittenCase) name() string {
	if x.About == nil {
		return x.Benchmark
	}
	return x.About.Name
}

func (x *WrittenCase) meta(f views.Frame) ui.Meta {
	crumbs := []ui.Crumb{{Label: x.Title}}
	if x.About != nil {
		crumbs = caseCrumbs(*x.About, x.Title)
	}
	m := f.Meta(x.Title, x.Title+": a case study of "+x.name()+".", link.Case(x.Slug), "", crumbs...)
	m.Scripted = x.About != nil && x.About.Scripted
	return m
}

func caseCrumbs(b results.Benchmark, title string) []ui.Crumb {
	return views.CrumbsBelow(b, views.ViewCrumb(b, "cases"), ui.Crumb{Label: ui.Plain(title)})
}
