package world

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

// Verdict is the result of one rule of an exam.
type Verdict string

// Verdicts on a rule. "Not reached" means that the rule was not checked, because the content check,
// which precedes it with &&, failed.
const (
	Kept       Verdict = "kept"
	Lost       Verdict = "lost"
	NotReached Verdict = "not_reached"
)

var rulesOption = regexp.MustCompile(`check_preferences\S*\s.*?--rules[ =]([A-Za-z0-9_,]+)`)

// RulesIn returns the ids of the rules that a command checks; empty if it names none.
func RulesIn(command string) []string {
	m := rulesOption.FindStringSubmatch(command)
	if m == nil {
		return nil
	}
	return strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' })
}

// ruleLine matches the checker's verdict on one rule. It does not match a rule mentioned elsewhere
// in a line, as in "FAILED: no section of that name (P3/P5)". If the verdict is a pair of numbers,
// such as 2/3, all files must pass.
var ruleLine = regexp.MustCompile(`(?m)^[ \t]*(?:([A-Za-z]+[0-9]+): (?:(PASSED)\b|([0-9]+)/([0-9]+) passed\b)|FAILED: ([A-Za-z]+[0-9]+):)`)

// Verdicts returns the verdict on each rule of an exam. If the exam was passed, all rules were
// kept, because the command ends with their check. Otherwise a verdict is taken only from the
// checker's line about the rule.
func Verdicts(rules []string, passed bool, stdout string) []Verdict {
	said := map[string]Verdict{}
	for _, m := range ruleLine.FindAllStringSubmatch(stdout, -1) {
		switch {
		case m[5] != "":
			said[m[5]] = Lost
		case m[4] == "0":
			// No file was found, so nothing was checked.
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

// PreferenceRound is a round after which preferences are checked. In an exam, the check is a part
// of the round's own check. In other rounds it is an additional check, after which the next
// question repeats the rules that were not followed.
type PreferenceRound struct {
	results.TaskName
	Exam  bool
	Rules []string // ids of the rules, for an exam
}

// PreferenceRounds returns the rounds in the order of the dataset. The rules of an exam are taken
// from its command, otherwise from the annotation. An exam without rules is omitted.
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

// Preferences counts how often a run follows its user's rules.
type Preferences struct {
	Kept       int        `json:"kept"`        // number of rules kept, summed over exams
	Reached    int        `json:"reached"`     // number of rules that were checked, summed over exams
	NotReached int        `json:"not_reached"` // number of rules that were not checked because the content check failed, summed over exams
	Exams      days.Count `json:"exams"`       // exams passed, including content and rules
	Reminded   days.Count `json:"reminded"`    // additional checks in which the rules were followed
}

// PreferencesOf counts a run's results in the given rounds. details need only contain exams. It
// uses the first attempt with a verdict and ignores rounds without one.
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
