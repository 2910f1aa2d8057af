package world

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

// Verdict is what became of one rule in one exam.
type Verdict string

// The verdicts on a rule. Not reached means that the check of the content, which
// is joined with && and comes first, had failed: nobody looked at the rule.
const (
	Kept       Verdict = "kept"
	Lost       Verdict = "lost"
	NotReached Verdict = "not_reached"
)

// rulesOption is how commands name the rules that they check.
var rulesOption = regexp.MustCompile(`check_preferences\S*\s.*?--rules[ =]([A-Za-z0-9_,]+)`)

// RulesIn are the rules that a command checks; none if it names none.
func RulesIn(command string) []string {
	m := rulesOption.FindStringSubmatch(command)
	if m == nil {
		return nil
	}
	return strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' })
}

// ruleLine is what a checker says of one rule. A rule that is named elsewhere in a
// line, as in "FAILED: no section of that name (P3/P5)", is said nothing of. In
// the form with numbers all files have to pass.
var ruleLine = regexp.MustCompile(`(?m)^[ \t]*(?:([A-Za-z]+[0-9]+): (?:(PASSED)\b|([0-9]+)/([0-9]+) passed\b)|FAILED: ([A-Za-z]+[0-9]+):)`)

// Verdicts reads what an exam found of its rules. An exam that was passed has kept
// them all: the command ends with their check. Otherwise only the checker's own
// line on a rule says what became of it.
func Verdicts(rules []string, passed bool, stdout string) []Verdict {
	said := map[string]Verdict{}
	for _, m := range ruleLine.FindAllStringSubmatch(stdout, -1) {
		switch {
		case m[5] != "":
			said[m[5]] = Lost
		case m[4] == "0":
			// It found no file to look at.
		case m[2] != "" || m[3] == m[4]:
			said[m[1]] = Kept
		default:
			said[m[1]] = Lost
		}
	}
	list := make([]Verdict, len(rules))
	for i, rule := range rules {
		v, ok := said[rule]
		switch {
		case ok:
			list[i] = v
		case passed:
			list[i] = Kept
		default:
			list[i] = NotReached
		}
	}
	return list
}

// PreferenceRound is a round at which preferences are checked. The check of an exam is the
// round's own; the one of a reminded round stands beside it, and its rules are said again
// where they were not followed.
type PreferenceRound struct {
	results.TaskName
	Exam  bool
	Rules []string // of an exam
}

// PreferenceRounds lists them in the dataset's order. The rules of an exam are those that
// its command names, or else the annotation; an exam of which neither says them is left out.
func PreferenceRounds(a *Annotation, tasks []results.Task) []PreferenceRound {
	exams := map[results.TaskName]Exam{}
	if a != nil {
		for _, e := range a.Exams {
			exams[e.Round.TaskName] = e
		}
	}
	var list []PreferenceRound
	for i := range tasks {
		t := &tasks[i]
		if t.Facts.Pref != nil {
			list = append(list, PreferenceRound{TaskName: t.Name()})
		}
		if !t.Facts.SilentPref {
			continue
		}
		rules := RulesIn(t.Facts.Command)
		if rules == nil {
			rules = exams[t.Name()].Rules
		}
		if rules != nil {
			list = append(list, PreferenceRound{TaskName: t.Name(), Exam: true, Rules: rules})
		}
	}
	return list
}

// Preferences says how a run keeps the rules of its user.
type Preferences struct {
	Kept       int        `json:"kept"`        // rules that exams found kept, counted once for each exam
	Reached    int        `json:"reached"`     // rules that exams looked at: kept and lost
	NotReached int        `json:"not_reached"` // rules of exams of which the content had failed first, so that nobody looked at them
	Exams      days.Count `json:"exams"`       // exams passed, with content and rules
	Reminded   days.Count `json:"reminded"`    // checks beside a round that found the rules followed; where not, the next question says them again
}

// PreferencesOf counts what a run did at the rounds. Details are needed of exams alone. Of
// several attempts the first that has a verdict counts; a round without one counts nowhere.
func PreferencesOf(rounds []PreferenceRound, trials []results.StoredTrial, details map[int64]results.TrialDetails) (p Preferences) {
	first := map[results.TaskName]*results.StoredTrial{}
	for i := range trials {
		t := &trials[i]
		if first[t.TaskName()] == nil && (t.Score != nil || t.PrefPassed != nil) {
			first[t.TaskName()] = t
		}
	}
	for _, r := range rounds {
		t := first[r.TaskName]
		switch {
		case t == nil:
		case r.Exam && t.Score != nil:
			p.exam(r.Rules, t, details[t.ID].Verdict)
		case !r.Exam && t.PrefPassed != nil:
			p.Reminded.Add(*t.PrefPassed)
		}
	}
	return p
}

// exam counts one exam and its rules.
func (p *Preferences) exam(rules []string, t *results.StoredTrial, checker *results.CheckerVerdict) {
	passed, stdout := *t.Score >= 1, ""
	if checker != nil {
		stdout = checker.Stdout
	}
	p.Exams.Add(passed)
	for _, v := range Verdicts(rules, passed, stdout) {
		switch v {
		case NotReached:
			p.NotReached++
			continue
		case Kept:
			p.Kept++
		}
		p.Reached++
	}
}
