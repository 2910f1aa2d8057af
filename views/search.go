package views

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// searchParts is what the template of the full-text search shows.
type searchParts struct {
	Meta       ui.Meta
	Line       string // as it was typed
	Terms      []search.Term
	Notes      []string
	Reason     string // why nothing was searched
	Search     *report.Search
	Form       SearchForm
	Chips      []SearchChip
	Home       string // the page without anything
	Everywhere string // the same words without filters; empty if there are none
	Narrowed   bool   // by a filter, beside the line or in it
	Trial      string // the one trace that is searched; empty: all
	TrialURL   string
	Orders     []ui.Tab
	Facets     []SearchFacet
	Pager      *ui.Pager
	FirstPage  string // set where the page lies behind the last hit
}

// SearchForm is the form above the hits.
type SearchForm struct {
	Line       string
	Benchmarks []ui.Choice
	Statuses   []ui.Choice
	Roles      []ui.Choice
	Tool       string
	Failed     bool
	Keep       []ui.Pair
}

// SearchChip is a filter that is set, and how to get rid of it.
type SearchChip struct{ Name, Value, Without string }

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
		return "Full text of every step of every trace: prompts, answers, reasoning, tool calls and what they returned."
	}
	many, one, none := " steps of all traces hold ", "1 step of all traces holds ", "No step of any trace holds "
	switch {
	case p.Trial != "":
		many, one, none = " steps of this trace hold ", "1 step of this trace holds ", "No step of this trace holds "
	case p.Narrowed:
		many, one, none = " steps of those chosen hold ", "1 step of those chosen holds ", "No step of those chosen holds "
	}
	n := words.Count(p.Search.Total) + many
	switch {
	case p.Search.Stopped && p.Search.Total == 0:
		n = "No step that was read holds "
	case p.Search.Stopped:
		n = "At least " + n
	case p.Search.Capped:
		n = "More than " + n
	case p.Search.Total == 0:
		n = none
	case p.Search.Total == 1:
		n = one
	}
	return n + termsInWords(p.Terms) + "."
}

// termsInWords says how the search line was understood.
func termsInWords(terms []search.Term) string {
	var with, without []string
	for _, t := range terms {
		text := "“" + ui.Plain(t.Text) + "”"
		if t.Prefix {
			text = "words from “" + ui.Plain(t.Text) + "…”"
		}
		if t.Regex {
			text = "/" + ui.Plain(t.Text) + "/"
		}
		if t.Not {
			without = append(without, text)
		} else {
			with = append(with, text)
		}
	}
	s := listInWords(with, "and")
	if len(without) > 0 {
		s += " without " + listInWords(without, "or")
	}
	return s
}

func listInWords(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + last + " " + list[len(list)-1]
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
		return "Ranked by the other words, because very many steps hold " + listInWords(light, "or") + "."
	}
	return ""
}

func (p searchParts) hasRegex() bool {
	return slices.ContainsFunc(p.Terms, func(t search.Term) bool { return t.Regex })
}

// meantURL is the address of the search with a word that may have been meant.
func (p searchParts) meantURL(m report.SearchMeant) string {
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
	case "failed":
		return "failed steps only"
	case "status":
		return "outcome"
	}
	return name
}

// facetTitle heads a facet.
func facetTitle(name string) string {
	switch name {
	case "benchmark":
		return "Benchmark"
	case "run":
		return "Run"
	case "scenario":
		return "Scenario"
	case "status":
		return "Outcome of the trial"
	case "role":
		return "Role"
	case "tool":
		return "Tool called"
	}
	return "Steps with a failure"
}

// facetLabel is one value of a facet for people.
func facetLabel(name, value string) string {
	switch name {
	case "status":
		return words.StatusWord(results.Status(value))
	case "failed":
		return "failed"
	}
	return value
}

// hitTools is the names of the tools that a step calls, each once with its
// count.
func hitTools(h report.SearchHit) []string {
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
func hitSnippet(h report.SearchHit) templ.Component {
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
func statusesOf(hits []report.SearchHit) []results.Status {
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
