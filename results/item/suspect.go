package item

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Reason is one reason to doubt a task.
type Reason struct {
	Code string `json:"code"` // for programs
	Text string `json:"text"` // a sentence for people
}

// Codes of reasons.
const (
	BrokenChecker = "checker_broken" // the checker's own code cannot run
	UnnamedKey    = "unnamed_key"    // the checker wants a name that nobody gave
	GoldConflict  = "gold_conflict"  // gold, options and feedback disagree
	ToldContrary  = "told_contrary"  // the agent was told the opposite of the verdict
	NoVerdict     = "no_verdict"     // records without a readable verdict
	Nobody        = "nobody"         // no system scores anything
	Everybody     = "everybody"      // every system passes it
	Reversed      = "reversed"       // better systems fail it, weaker ones pass
)

// Evidence is what is known of a task when it is judged.
type Evidence struct {
	Task     *results.Task
	Given    string // prompts up to this task and feedback on earlier ones
	Scores   []SystemScore
	Passed   int // of Scores
	Findings []Finding
	// Runs in which something was odd.
	ToldContrary []string // told the opposite of the verdict
	GoldDiffers  []string // recorded another solution than the dataset's
	NoVerdict    []string
}

// reversal is the correlation with the rest below which a task is called
// reversed. Item analysis calls items below 0.2 poor and negative ones suspect
// of a wrong key (Ebel and Frisbie, Essentials of Educational Measurement,
// 1991, chapter 13); -0.2 leaves out what is noise around zero.
const reversal = -0.2

// Doubts lists the reasons to doubt a task, the gravest first. Judgements that
// compare systems need at least four of them.
func Doubts(e Evidence) []Reason {
	var list []Reason
	add := func(code, format string, args ...any) {
		list = append(list, Reason{code, fmt.Sprintf(format, args...)})
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
	if names := Unnamed(e.Findings, e.Given); e.Given != "" && len(names) > 0 {
		add(UnnamedKey, "The checker asks for %s, which no prompt up to here and no earlier feedback names; a file of the workspace may.",
			quoteList(names))
	}
	if r, m, ok := ItemRest(e.Scores); ok && m >= least && r < reversal {
		add(Reversed, "Systems that do better elsewhere do worse here: correlation with the rest %s over %d systems.", minus(r), m)
	}
	if len(e.NoVerdict) > 0 {
		add(NoVerdict, "%s left no readable verdict.", runs(len(e.NoVerdict)))
	}
	if len(e.ToldContrary) > 0 {
		add(ToldContrary, "In %s the agent was afterwards told the opposite of the verdict, or nothing after a failure.", runs(len(e.ToldContrary)))
	}
	n := len(e.Scores)
	switch {
	case n < least:
	case best(e.Scores) == 0:
		add(Nobody, "None of %d systems scores anything on it.", n)
	case e.Passed == n:
		add(Everybody, "All %d systems pass it, so it separates none.", n)
	}
	return list
}

// Weight ranks reasons: what cannot be passed first, then what may be wrong,
// then what only tells no systems apart.
func (r Reason) Weight() int {
	switch r.Code {
	case BrokenChecker:
		return 100
	case UnnamedKey, GoldConflict:
		return 50
	case Reversed:
		return 20
	case NoVerdict, ToldContrary:
		return 5
	}
	return 1
}

// Grave reports whether a reason speaks of a fault, not only of a task that
// tells no systems apart.
func (r Reason) Grave() bool { return r.Code != Everybody && r.Code != Nobody }

// best is the highest score of any system.
func best(list []SystemScore) float64 {
	x := 0.0
	for _, s := range list {
		x = max(x, s.Score)
	}
	return x
}

// minus writes a correlation with a true minus sign.
func minus(r float64) string { return strings.Replace(fmt.Sprintf("%.2f", r), "-", "\u2212", 1) }

func runs(n int) string {
	if n == 1 {
		return "1 run"
	}
	return fmt.Sprintf("%d runs", n)
}

func quoteList(names []string) string {
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = "'" + n + "'"
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
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
