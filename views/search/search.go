package search

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/link"
	searchreport "github.com/clawatlas/clawatlas/results/report/search"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// searchView draws a report.Search.
type searchView struct {
	*searchreport.Search
	frame views.Frame
}

// SearchFilesPage is the search of a site of files.
func SearchFilesPage(f views.Frame) templ.Component {
	return searchFilesPage(f.Meta("Search", "Every page and every step of the traces in this copy of the site.", "/search", "",
		ui.Crumb{Label: "Search"}))
}

// SearchChip is a part of the search, and the address that is without it.
type SearchChip struct{ Name, Value, Without string }

// SearchGroup is a trial with the first steps of it that were found.
type SearchGroup struct {
	Head  searchreport.SearchHit
	Steps []searchreport.SearchHit
}

// SearchFacet counts the hits by one property.
type SearchFacet struct {
	Name   string
	Values []SearchFacetValue
	More   int
}

// SearchFacetValue leads to the hits with one value.
type SearchFacetValue struct {
	Value string
	Count int
	Href  string
}

// heading is the page's first line.
func (p searchView) heading() string {
	if p.Request.InTrial() {
		return "Search in " + p.trial()
	}
	return "Search"
}

// lead says what the page shows.
func (p searchView) lead() string {
	if p.Request.Text.Reason != "" {
		return "Every step of every trace: the text of prompts, answers, reasoning, tool calls and what they returned, and what each call did."
	}
	return p.counted() + " " + p.Asked() + "."
}

// counted is the number of steps, and of the trials that they are in.
func (p searchView) counted() string {
	n := words.Count(p.Total) + " steps"
	switch {
	case p.Stopped && p.Total == 0:
		n = "No step that was read"
	case p.Stopped:
		n = "At least " + n
	case p.Capped:
		n = "More than " + n
	case p.Total == 0:
		n = "No step"
	case p.Total == 1:
		n = "1 step"
	}
	of := " in all traces"
	switch {
	case p.Request.InTrial():
		of = " in this trace"
	case len(p.Request.Filters)+len(p.Request.Text.Fields) > 0 && len(p.Terms()) > 0:
		of = " among those chosen"
	case p.Trials != nil && p.Total > 0:
		of = " in " + words.Plural(*p.Trials, "trial", "trials")
		if p.Capped {
			of = " in " + words.Count(*p.Trials) + " trials and more"
		}
	case p.Total == 0:
		of = " in any trace"
	}
	return n + of
}

// Terms are those that the hits are asked for.
func (p searchView) Terms() []search.Term {
	stages := p.Request.Text.Stages()
	return stages[len(stages)-1].Terms
}

// Asked says what the hits have.
func (p searchView) Asked() string {
	one := p.Total < 2 && !p.Capped
	switch terms := p.Terms(); {
	case len(p.Request.Text.Then) > 0 && one:
		return "ends the sequence"
	case len(p.Request.Text.Then) > 0:
		return "end the sequence, each sequence counted once"
	case !search.Asks(terms) && one:
		return "has the fields"
	case !search.Asks(terms):
		return "have the fields"
	case one:
		return "holds " + views.TermsInWords(terms)
	default:
		return "hold " + views.TermsInWords(terms)
	}
}

// orderNote says why the hits come in this order, where that is not obvious.
func (p searchView) orderNote() string {
	switch {
	case p.Total < 2:
		return ""
	case p.Order == search.ByStep:
		return "In the order of the trace."
	case p.hasRegex():
		return "What a regular expression finds is not ranked: the newest run comes first, its last step first."
	case p.Capped:
		return "So many steps are not ranked: the newest run comes first, its last step first."
	case p.Order == search.ByNewest && p.canRank() && !p.Request.Query.Newest:
		return "Too many steps hold these words to rank them: the newest run comes first, its last step first."
	case p.Order == search.ByRelevance && len(p.Light) > 0:
		light := make([]string, len(p.Light))
		for i, t := range p.Light {
			light[i] = "“" + ui.Plain(t) + "”"
		}
		return "Ranked by the other words, because very many steps hold " + views.ListInWords(light, "or") + ": " + rankNote(p.Ranking) + "."
	case p.Order == search.ByRelevance:
		return "Ranked by " + rankNote(p.Ranking) + "."
	}
	return ""
}

// rankNote says what hits are ranked by.
func rankNote(r search.Ranking) string {
	if r == search.ByNearness {
		return "how often a step has the words and how near to each other, against its length"
	}
	return "how often a step has the words against its length, rare words counting more (BM25)"
}

func (p searchView) hasRegex() bool {
	return slices.ContainsFunc(p.Request.Text.Terms, func(t search.Term) bool { return t.Regex })
}

// meantURL is the address of the search with a word that may have been meant.
func (p searchView) meantURL(m searchreport.SearchMeant) string {
	return link.To(link.With(p.Request.State, "q", m.Line), "search")
}

// countedNote says what the counts of the facets are over.
func (p searchView) countedNote() string {
	if p.Capped || p.Counted < p.Total {
		return "Counts over the newest " + words.Count(p.Counted) + " hits."
	}
	return "Counts over all " + words.Count(p.Counted) + " hits."
}

// chipLabel is the name of a filter for people.
func chipLabel(name string) string {
	switch name {
	case "":
		return "text"
	case "failed":
		return "failed steps only"
	}
	return name
}

// facetTitle heads a facet.
func facetTitle(name string) string {
	switch name {
	case "benchmark":
		return "Benchmark"
	case "model":
		return "Model"
	case "run":
		return "Run"
	case "scenario":
		return "Scenario"
	case "status":
		return "Outcome of the trial"
	case "role":
		return "Role"
	case "day":
		return "Day"
	case "tool":
		return "Tool called"
	case "path":
		return "File named"
	case "exit":
		return "Exit code"
	case "fail":
		return "Kind of failure"
	case "error":
		return "Error"
	case "later":
		return "After a failure"
	}
	return "End of the call"
}

// facetLabel is one value of a facet for people.
func (p searchView) facetLabel(facet, value string) string {
	switch facet {
	case "benchmark":
		return views.Name(p.Called, value)
	case "scenario":
		return p.scenarioTitle(value)
	case "status":
		return words.StatusWord(results.Status(value))
	case "fail":
		return calls.Cause(value).Words()
	case "later":
		if value == search.LaterOK {
			return "same call went well later"
		}
		return "same call never went well"
	case "is":
		if value == search.IsEmpty {
			return "found nothing"
		}
	}
	return value
}

// scenarioTitle is how a scenario is called, if all benchmarks that have a title for
// one of this id have the same; else its id.
func (p searchView) scenarioTitle(id string) string {
	title := id
	for _, b := range p.Benchmarks {
		switch t := words.Scenario(b, id); {
		case t == words.Plain(id) || t == title:
		case title != id:
			return id
		default:
			title = t
		}
	}
	return title
}

// callEnd says how a call ended, where that is not well.
func callEnd(c search.HitCall) string {
	var list []string
	switch c.Outcome {
	case search.IsFailed, search.IsRefused:
		list = append(list, c.Outcome)
	case search.IsEmpty:
		list = append(list, "found nothing")
	}
	if c.Exit != nil {
		list = append(list, "exit "+strconv.Itoa(*c.Exit))
	}
	return strings.Join(list, ", ")
}

// hitTools is the names of the tools that a step calls, each once with its
// count.
func hitTools(h searchreport.SearchHit) []string {
	var names []string
	count := map[string]int{}
	for _, name := range strings.Fields(h.Tools) {
		if count[name] == 0 {
			names = append(names, name)
		}
		count[name]++
	}
	for i, name := range names {
		if n := count[name]; n > 1 {
			names[i] = name + " ×" + words.Count(n)
		}
	}
	return names
}

// hitSnippet shows the text around the matches. It is written without white space
// of the page's own, which a reader could not tell from that of the trace.
func hitSnippet(h searchreport.SearchHit) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		text, at := h.Snippet, 0
		for _, m := range h.Marks {
			if err := ui.Visible(text[at:m[0]]).Render(ctx, w); err != nil {
				return err
			}
			if _, err := io.WriteString(w, "<mark>"); err != nil {
				return err
			}
			if err := ui.Visible(text[m[0]:m[1]]).Render(ctx, w); err != nil {
				return err
			}
			if _, err := io.WriteString(w, "</mark>"); err != nil {
				return err
			}
			at = m[1]
		}
		return ui.Visible(text[at:]).Render(ctx, w)
	})
}

// statusesOf lists the statuses that the hits carry, for the legend.
func statusesOf(hits []searchreport.SearchHit) []results.Status {
	var list []results.Status
	for _, s := range results.Statuses() {
		for i := range hits {
			if hits[i].Status == s {
				list = append(list, s)
				break
			}
		}
	}
	return list
}

func systemOf(h search.Hit) results.System {
	return results.System{Model: h.Model, Framework: h.Framework, Variant: h.Variant}
}
