package main

import (
	"fmt"
	"strings"
)

// neverRevises reads everything once, at the beginning, and settles what it
// thinks. When an update is announced it does read what has come, but a belief
// that it holds stays as it is; when none is announced it does not look.
type neverRevises struct{}

func (neverRevises) name() string { return "never-revises" }

func (a neverRevises) play(m *mind, t *turn) string {
	m.learn(t.question)
	if len(m.listing) == 0 {
		changed := list(m, t, "I read the workspace once and make up my mind.")
		readInto(m, t, "", reads(changed))
	} else if strings.Contains(t.question, updateNote) {
		changed := list(m, t, "Something is said to be new.")
		readInto(m, t, fmt.Sprintf("%s new or changed. What I have settled stays settled.", files(len(changed))), reads(changed))
	}
	m.hold()
	switch {
	case t.round.multiChoice():
		letters, _ := weigh(m, t, m.first)
		return "I go by what I found out at the start.\n\n" + box(letters)
	case m.plan.scripts[t.round.ID].path != "":
		s := m.plan.scripts[t.round.ID]
		t.do("", write(s.path, s.careful))
		return s.path + " is written."
	case len(m.plan.papers[t.round.ID].amend) > 0:
		return amend(m, t, m.first)
	}
	a.fetch(m, t)
	path, text := m.compose(m.plan.papers[t.round.ID], one(m.first))
	t.do("", write(path, text))
	return fmt.Sprintf("%s is written, with the figures that I have had from the start.", path)
}

// fetch tries a file that a paper announced, if the round is about it.
func (neverRevises) fetch(m *mind, t *turn) {
	if file, ok := m.first(m.plan.waits[t.round.ID]); ok {
		readInto(m, t, fmt.Sprintf("%s was announced, so it should be there by now.", file), []call{read(file)})
	}
}
