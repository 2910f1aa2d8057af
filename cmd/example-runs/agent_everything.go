package main

import "fmt"

// selectsEverything ticks every option and puts every value to paper that any
// paper gives. It reads what the question names and leaves the choosing to
// whoever reads its answers.
type selectsEverything struct{}

func (selectsEverything) name() string { return "selects-everything" }

func (selectsEverything) play(m *mind, t *turn) string {
	m.learn(t.question)
	readInto(m, t, "I read what the question names.", reads(unread(m, t)))
	if t.round.multiChoice() {
		return "There is something to be said for each of them, and nobody should miss one.\n\n" + box(t.round.letters())
	}
	if s := m.plan.scripts[t.round.ID]; s.path != "" {
		t.do("", write(s.path, s.broad))
		return s.path + " is written. It prints all there is, so that nothing is lost."
	}
	m.seen["the question"] = t.round.Question
	path, text := m.compose(m.plan.papers[t.round.ID], m.every)
	t.do("", write(path, text))
	return fmt.Sprintf("%s is written. Where papers disagree it has a line for each of them.", path)
}
