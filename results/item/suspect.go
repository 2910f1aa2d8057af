package item

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Signal is evidence that a task is faulty.
type Signal struct {
	Code string `json:"code"` // machine-readable code
	Text string `json:"text"` // sentence for display
}

// Codes of signals.
const (
	BrokenChecker = "checker_broken" // the checker's own code has a syntax error
	GoldConflict  = "gold_conflict"  // the dataset's correct options, option texts and feedback disagree
	Reversed      = "reversed"       // better systems fail the task and weaker ones pass it
)

// Evidence is the data about a task from which Signals derives its result.
type Evidence struct {
	Task        *results.Task
	Tasks       int // number of tasks in the benchmark, by which p-values are adjusted
	Scores      []SystemScore
	Passed      int      // number of systems in Scores that passed
	GoldDiffers []string // runs whose records contain a different solution than the dataset
}

// Signals returns the signals that a task is faulty, the most serious first. Contradictions in the
// dataset or records precede significant tests over systems. A task is not considered faulty only
// because no system, or every system, passes it.
func Signals(e Evidence) []Signal {
	var list []Signal
	add := func(code, format string, args ...any) {
		list = append(list, Signal{code, fmt.Sprintf(format, args...)})
	}
	if text := Broken(e.Task); text != "" {
		add(BrokenChecker, "The checker's own command cannot run, so no answer can pass: %s", text)
	}
	for _, text := range conflicts(e.Task) {
		add(GoldConflict, "%s", text)
	}
	if len(e.GoldDiffers) > 0 {
		add(GoldConflict, "%s recorded another solution than the dataset's.", runs(len(e.GoldDiffers)))
	}
	if r, n, p, ok := reversal(e.Scores, e.Tasks); ok {
		add(Reversed, "Systems that do better elsewhere score lower here: correlation with the rest %s over %d systems, p = %.2g "+
			"(permutation test, Bonferroni over %d tasks).", minus(r), n, p, e.Tasks)
	}
	return list
}

// Weight returns the sort weight of a signal, which is higher for more certain faults.
func (r Signal) Weight() int {
	switch r.Code {
	case BrokenChecker:
		return 100
	case GoldConflict:
		return 50
	}
	return 20
}

// minus formats a correlation with two decimals and a typographic minus sign.
func minus(r float64) string { return strings.Replace(fmt.Sprintf("%.2f", r), "-", "\u2212", 1) }

func runs(n int) string {
	if n == 1 {
		return "1 run"
	}
	return fmt.Sprintf("%d runs", n)
}

// saysOf matches feedback that states whether an option is correct: "B is incorrect because", or
// "Incorrect:" at the start.
var saysOf = regexp.MustCompile(`^\s*(?:(?:Option )?([A-Z]) is )?([Cc]orrect|[Ii]ncorrect|[Ww]rong|not correct)\b`)

// conflicts returns descriptions of the contradictions between the options and their feedback in a
// multiple-choice task.
func conflicts(t *results.Task) []string {
	if t == nil || len(t.Options) == 0 {
		return nil
	}
	var list []string
	gold := 0
	for _, o := range t.Options {
		if o.Gold {
			gold++
		}
		m := saysOf.FindStringSubmatch(o.Feedback)
		if m == nil {
			continue
		}
		if m[1] != "" && m[1] != o.Label {
			list = append(list, fmt.Sprintf("The feedback on option %s speaks of option %s.", o.Label, m[1]))
		}
		if word := strings.ToLower(m[2]); (word == "correct") != o.Gold {
			list = append(list, fmt.Sprintf("The feedback calls option %s %s, the solution says the opposite.", o.Label, word))
		}
	}
	switch gold {
	case 0:
		list = append(list, "No option is gold.")
	case len(t.Options):
		list = append(list, "Every option is gold.")
	}
	return list
}
