package home

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
)

// layoutOf is the layout in which the world is kept.
func layoutOf(list []results.WorldLayout) string {
	if len(list) == 0 {
		return ""
	}
	return list[0].Layout
}

// overwritten says what updates leave of chats, layout by layout.
func (x *Finding) overwritten(list []results.WorldLayout) {
	own := &list[0]
	x.Noun, x.N = "changed chat", own.Effects.Chats.Total()
	x.Title = "Updates of " + x.Name + " overwrite chats that they should continue"
	if own.Appended.Replaced == 0 {
		x.Title = "Updates of " + x.Name + " overwrite chats"
	}
	x.Fact = words.Capital(words.InLayout(own.Layout) + words.LayoutChats(own) + ".")
	if n := own.Appended.Replaced; n > 0 {
		x.Rest = " The dataset’s authors call " + words.Count(n) + " of these chats appended."
	}
	if apart := words.LayoutsApart(list); apart != "" {
		x.Rest += " " + apart + " So scores of two harnesses are scores in two worlds."
	}
	x.About = "Counted in the dataset’s own files, as its harness applies them; no run is involved, so there is no interval. " +
		"A message vanishes if nothing in the later chat says the same."
	x.Holds = "It holds while one in four of 10 changed chats or more is overwritten."
	for i := range list {
		e := &list[i].Effects.Chats
		k, n := e.Replaced, e.Total()
		x.Rows = append(x.Rows, FindingRow{Label: words.Layout(list[i].Layout), Count: &k, Out: &n, URL: link.Benchmark(x.Benchmark, "days")})
	}
	x.evidence("What each update changes", link.Benchmark(x.Benchmark, "days"))
	x.evidence("How the world is replayed", link.Doc("design")+"#world")
}

// apart adds to a swing between harnesses that they do not run the same world.
func (x *Finding) apart(list []results.WorldLayout) {
	if list == nil {
		return
	}
	apart := words.LayoutsApart(list)
	first := words.Capital(words.InLayout(list[0].Layout) + words.LayoutChats(&list[0]) + ".")
	x.Rest += " The harnesses do not run the same world: " + strings.ToLower(first[:1]) + first[1:] + " " + apart
	x.evidence("What each update changes, by layout", link.Benchmark(x.Benchmark, "days"))
}
