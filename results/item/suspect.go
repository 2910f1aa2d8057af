package item

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Signal is one sign that a task is faulty.
type Signal struct {
	Code string `json:"code"` // for programs
	Text string `json:"text"` // a sentence for people
}

// Codes of reasons.
const (
	BrokenChecker = "checker_broken" // the checker's own code cannot run
	GoldConflict  = "gold_conflict"  // gold, options and feedback disagree
	Reversed      = "reversed"       // better systems fail it, weaker ones pass
)

// Evidence is what is known of a task when it is judged.
type Evidence struct {
	Task        *results.Task
	Tasks       int // of the benchmark: tests are adjusted over them
	Scores      []SystemScore
	Passed      int      // of Scores
	GoldDiffers []string // runs that recorded another solution than the dataset's
}

// Signals lists the signals that a task is faulty, the gravest first: what the dataset or the
// records prove, and signals that a test over systems bears out. That nobody or
// everybody passes a task is no such signal.
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

// Weight ranks reasons: what cannot be passed first, then what may be wrong.
func (r Signal) Weight() int {
	switch r.Code {
	case BrokenChecker:
		return 100
	case GoldConflict:
		return 50
	}
	return 20
}

// minus writes a correlation with a true minus sign.
func minus(r float64) string { return strings.Replace(fmt.Sprintf("%.2f", r), "-", "\u2212", 1) }

func runs(n int) string {
	if n == 1 {
		return "1 run"
	}
	return fmt.Sprintf("%d runs", n)
}

// saysOf finds what an option's feedback says of it: "B is incorrect
// because", or "Incorrect:" at its start.
var saysOf = regexp.MustCompile(`^\s*(?:(?:Option )?([A-Z]) is )?([Cc]orrect|[Ii]ncorrect|[Ww]rong|not correct)\b`)

// conflicts are contradictions inside the dataset's own description of a
// multi-choice task.
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
