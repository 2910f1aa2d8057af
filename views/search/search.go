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

// searchParts is what the template of the full-text search shows.
type searchParts struct {
	Meta       ui.Meta
	Line       string // as it was typed
	Notes      []string
	Reason     string // why nothing was searched
	Search     *searchreport.Search
	Keep       []ui.Pair // what the form keeps beside the line
	Chips      []SearchChip
	Then       []SearchChip // what can be asked for after the hits
	Home       string       // the page without anything
	Everywhere string       // the same line without what is set beside it; empty if nothing is
	Narrowed   bool         // by a field, in the line or beside it
	Trial      string       // the one trace that is searched; empty: all
	TrialURL   string
	Calls      bool // calls are asked for, so hits show theirs
	Lists      []ui.Tab
	Orders     []ui.Tab
	Groups     []SearchGroup // the hits, where they are listed by trial
	Parts      []SearchPart
	Facets     []SearchFacet
	Pager      *ui.Pager
	FirstPage  string // set where the page lies behind the last hit
}

// SearchFilesPage is the search of a site of files.
func SearchFilesPage(f views.Frame) templ.Component {
	return searchFilesPage(f.Meta("Search", "Every page and every step of the traces in this copy of the site.", "/search", "", ui.Crumb{Label: "Search"}))
}

// SearchChip is a part of the search, and the address that is without it.
type SearchChip struct{ Name, Value, Without string }

// SearchGroup is a trial with the first steps of it that were found.
type SearchGroup struct {
	Head  searchreport.SearchHit
	Steps []searchreport.SearchHit
}

// SearchPart says what a part of the line finds alone, and the line without it.
type SearchPart struct{ Part, Alone, Without, URL string }

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
func (p searchParts) heading() string {
	if p.Trial != "" {
		return "Search in " + p.Trial
	}
	return "Search"
}

// lead says what the page shows.
func (p searchParts) lead() string {
	if p.Reason != "" {
		return "Every step of every trace: the text of prompts, answers, reasoning, tool calls and what they returned, and what each call did."
	}
	return p.counted() + " " + p.Asked() + "."
}

// counted is the number of steps, and of the trials that they are in.
func (p searchParts) counted() string {
	n := words.Count(p.Search.Total) + " steps"
	switch {
	case p.Search.Stopped && p.Search.Total == 0:
		n = "No step that was read"
	case p.Search.Stopped:
		n = "At least " + n
	case p.Search.Capped:
		n = "More than " + n
	case p.Search.Total == 0:
		n = "No step"
	case p.Search.Total == 1:
		n = "1 step"
	}
	of := " of all traces"
	switch {
	case p.Trial != "":
		of = " of this trace"
	case p.Narrowed && len(p.Terms()) > 0:
		of = " of those chosen"
	case p.Search.Trials != nil && p.Search.Total > 0:
		of = " in " + words.Plural(*p.Search.Trials, "trial", "trials")
		if p.Search.Capped {
			of = " in " + words.Count(*p.Search.Trials) + " trials and more"
		}
	case p.Search.Total == 0:
		of = " of any trace"
	}
	return n + of
}

// Terms are those that the hits are asked for.
func (p searchParts) Terms() []search.Term {
	stages := p.Search.Request.Text.Stages()
	return stages[len(stages)-1].Terms
}

// Asked says what the hits have.
func (p searchParts) Asked() string {
	one := p.Search.Total < 2 && !p.Search.Capped
	switch terms := p.Terms(); {
	case len(p.Search.Request.Text.Then) > 0 && one:
		return "ends the sequence"
	case len(p.Search.Request.Text.Then) > 0:
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
func (p searchParts) orderNote() string {
	switch {
	case p.Search.Total < 2:
		return ""
	case p.Search.Order == search.ByStep:
		return "In the order of the trace."
	case p.hasRegex():
		return "What a regular expression finds is not ranked: the newest run comes first, its last step first."
	case p.Search.Capped:
		return "So many steps are not ranked: the newest run comes first, its last step first."
	case p.Search.Order == search.ByNewest && len(p.Orders) > 0 && p.Orders[0].Current:
		return "Too many steps hold these words to rank them: the newest run comes first, its last step first."
	case p.Search.Order == search.ByRelevance && len(p.Search.Light) > 0:
		light := make([]string, len(p.Search.Light))
		for i, t := range p.Search.Light {
			light[i] = "“" + ui.Plain(t) + "”"
		}
		return "Ranked by the other words, because very many steps hold " + views.ListInWords(light, "or") + ": " + rankNote(p.Search.Ranking) + "."
	case p.Search.Order == search.ByRelevance:
		return "Ranked by " + rankNote(p.Search.Ranking) + "."
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

func (p searchParts) hasRegex() bool {
	return slices.ContainsFunc(p.Search.Request.Text.Terms, func(t search.Term) bool { return t.Regex })
}

// meantURL is the address of the search with a word that may have been meant.
func (p searchParts) meantURL(m searchreport.SearchMeant) string {
	return link.To(link.With(p.Search.Request.State, "q", m.Line), "search")
}

// countedNote says what the counts of the facets are over.
func (p searchParts) countedNote() string {
	if p.Search.Capped || p.Search.Counted < p.Search.Total {
		return "Counts over the newest " + words.Count(p.Search.Counted) + " hits."
	}
	return "Counts over all " + words.Count(p.Search.Counted) + " hits."
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
func (p searchParts) facetLabel(facet, value string) string {
	switch facet {
	case "benchmark":
		return views.Name(p.Search.Called, value)
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
func (p searchParts) scenarioTitle(id string) string {
	title := id
	for _, b := range p.Search.Benchmarks {
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
