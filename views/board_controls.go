package views

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// setting is what the controls are set to: the way of scoring, then over what
// and over whom.
func (p boardParts) setting() sentence {
	var s sentence
	if p.Several {
		s.strong(ConventionLabel(p.Convention.Label))
		s.add(", " + p.Headline.Label)
	} else {
		s.strong(p.Headline.Label)
	}
	if over := p.over(); over != "" {
		s.add(" on " + over)
	}
	if p.Framework != "" {
		s.add(", all in " + ui.Plain(p.Framework))
	}
	s.add("; " + words.Plural(p.Total, "system", "systems"))
	if p.Ranked > 0 {
		s.add(fmt.Sprintf(", %s ranked", words.Count(p.Ranked)))
	}
	if only := p.only(); only != "" {
		s.add("; " + only + ": ")
		s.strong(words.Count(p.Shown) + " shown")
	}
	if p.Sorted != "" {
		s.add("; table sorted by " + p.Sorted)
	}
	s.add(".")
	return s
}

// over is what the numbers of the board are over.
func (p boardParts) over() string {
	if p.Size.Tasks == 0 {
		return ""
	}
	text := ""
	if n := p.leftOut(); n > 0 {
		text = words.Count(p.Size.Tasks-n) + " of "
	}
	text += nounCount(p.Size.Tasks, p.Benchmark.Words.Task, "task")
	if p.Size.Scenarios > 1 {
		text += " in " + nounCount(p.Size.Scenarios, p.Benchmark.Words.Scenario, "scenario")
	}
	return text
}

// only is what the filters leave; empty without any.
func (p boardParts) only() string {
	q := p.Query
	var parts []string
	if q.Framework != "" {
		parts = append(parts, "framework "+ui.Plain(q.Framework))
	}
	if q.Group != "" {
		parts = append(parts, "group "+ui.Plain(q.Group))
	}
	if q.Evidence != "" {
		parts = append(parts, words.EvidenceWord(results.Evidence(q.Evidence)))
	}
	if q.Part != "" {
		parts = append(parts, "name with “"+ui.Plain(q.Part)+"”")
	}
	return strings.Join(parts, ", ")
}

// unrankedLine names the runs that stand below the ranking.
func (p boardParts) unrankedLine() sentence {
	var s sentence
	s.strong(words.Count(p.Off) + " not ranked")
	s.add(": ")
	var names []string
	for _, g := range p.Unranked {
		for _, l := range g.Rows {
			if len(names) == namedAtOnce && p.Off > namedAtOnce+1 {
				s.add(strings.Join(names, ", ") + " and " + words.Count(p.Off-namedAtOnce) + " more")
				return s
			}
			names = append(names, l.Label+" ("+l.whyShort(nounOr(p.Benchmark.Words.Task, "task"))+")")
		}
	}
	s.add(strings.Join(names, ", "))
	return s
}

// whyShort is why a run is not ranked, in a few words.
func (l BoardLine) whyShort(task string) string {
	switch {
	case len(l.Objections) > 0:
		return "set aside"
	case !l.Complete && l.Counts != nil:
		return words.Count(l.Counts.Scored) + " of " + nounCount(l.Counts.Expected, task, task)
	}
	return "no value"
}
