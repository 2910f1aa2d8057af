package main

import (
	"fmt"
	"slices"
	"strings"
)

// thoroughReader looks at the whole workspace in every round, reads all that is
// new or changed, believes the paper that overrules the others, keeps the file
// rules it was told and looks its own work over. What it cannot do is what its
// patterns and sums do not cover: a numeral in Chinese, a day off that stands
// in a chat, a time zone behind a time, the key that a form calls usual.
type thoroughReader struct{}

func (thoroughReader) name() string { return "thorough-reader" }

func (a thoroughReader) play(m *mind, t *turn) string {
	m.learn(t.question)
	if changed := list(m, t, "First a look at what is in the workspace."); len(changed) > 0 {
		readInto(m, t, fmt.Sprintf("%s new or changed, and I read all that is.", files(len(changed))), reads(changed))
	}
	if probes := m.plan.probes[t.round.ID]; len(probes) > 0 {
		t.do("One thing I want to be sure of.", probes...)
	}
	switch {
	case t.round.multiChoice():
		letters, reasons := weigh(m, t, m.weightiest)
		return strings.Join(reasons, "\n") + "\n\n" + box(letters)
	case m.plan.scripts[t.round.ID].path != "":
		return a.program(m, t)
	case len(m.plan.papers[t.round.ID].amend) > 0:
		return amend(m, t, m.weightiest)
	}
	path, text := m.compose(m.plan.papers[t.round.ID], one(m.weightiest))
	t.do("", write(path, text))
	t.do("Reading it over once.", read(path))
	return fmt.Sprintf("%s is written. Where papers disagree I went by the one that overrules the others.", path)
}

func (thoroughReader) program(m *mind, t *turn) string {
	s := m.plan.scripts[t.round.ID]
	t.do("", write(s.path, s.careful))
	if tried := t.do("I try it before I hand it over.", shellCall(s.try)); tried[0].failed {
		return fmt.Sprintf("%s is written, but it did not run here: %s", s.path, tried[0].text)
	}
	return fmt.Sprintf("%s is written and tried.", s.path)
}

// amend changes lines of a paper that was written in an earlier round.
func amend(m *mind, t *turn, l look) string {
	p := m.plan.papers[t.round.ID]
	path, ok := m.written[p.name]
	if !ok {
		return fmt.Sprintf("I have no %s to correct.", p.name)
	}
	old := t.do("I read the file before I change it.", read(path))[0].text
	m.seen["the question"] = t.round.Question
	var edits []replacement
	for _, line := range strings.Split(old, "\n") {
		key, _, _ := strings.Cut(line, ":")
		if !slices.Contains(p.amend, key) {
			continue
		}
		for _, now := range m.fill(p.lines, one(l)) {
			if strings.HasPrefix(now, key+":") && now != line {
				edits = append(edits, replacement{line, now})
			}
		}
	}
	if len(edits) == 0 {
		return fmt.Sprintf("Nothing in %s has to change.", path)
	}
	t.do("", edit(path, edits...))
	return fmt.Sprintf("%s is corrected, %d lines changed.", path, len(edits))
}
