package views

import (
	"github.com/clawatlas/clawatlas/results/words"
)

// Term is a word of this site and what it means.
type Term struct{ Word, Means string }

// Printed explains figures without records.
func Printed() Term {
	return Term{"printed", "The number stands in a paper or on a site, and no records of the run came with it. It is shown as it is written there, " +
		"without an interval or a rank: without records nothing can be recomputed."}
}

// InDoubt explains tasks that something speaks against; task is the benchmark's word.
func InDoubt(task string) Term {
	return Term{"in doubt", "Something in the records suggests that the " + NounOr(task, "task") +
		" itself is faulty, not the agent: its check, its solution or what the agent is told. It is a cause to look, not a proof."}
}

// NoAnswerCanPass explains tasks whose check is shown to be faulty.
func NoAnswerCanPass(task string) Term {
	return Term{"no answer can pass", "The check of the " + NounOr(task, "task") +
		" fails whatever the agent does, so a failure here says nothing about the agent. The reason stands on its page."}
}

// SetAside explains runs that something speaks against.
func SetAside() Term {
	return Term{"set aside", "Something in the run's own records speaks against ranking it (an objection): they contradict each other, a later run " +
		"corrects it, or it is no system's own run. Its numbers are shown, and its page says what was found."}
}

// asked is the question that a fold of terms answers.
func asked(terms []Term) string {
	list := make([]string, len(terms))
	for i, t := range terms {
		list[i] = "“" + t.Word + "”"
	}
	if len(list) == 1 {
		return "What " + list[0] + " means"
	}
	return "What " + words.List(list) + " mean"
}
