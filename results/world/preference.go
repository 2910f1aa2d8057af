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

// PreferenceRound is a round at which preferences are checked. The check of an
// exam is the round's own; the one of a reminded round stands beside it, and its
// rules are said again where they were not followed.
type PreferenceRound struct {
	results.TaskName
	Exam    bool
	Rules   []string          // may be empty for a reminded round
	Words   map[string]string // of the rules, as the scenario's checker says them; nil: not known
	Wording Wording           // of an exam; empty: not known
}

// PreferenceRounds lists them in the dataset's order. The rules of an exam are
// those that its command names, or else the annotation; an exam of which neither
// says them is left out.
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
		p := PreferenceRound{TaskName: t.Name(), Words: t.Facts.RuleWords}
		if t.Facts.Pref != nil {
			p.Rules = RulesIn(t.Facts.Pref.Command)
			list = append(list, p)
		}
		if !t.Facts.SilentPref {
			continue
		}
		e := exams[t.Name()]
		if p.Exam, p.Wording, p.Rules = true, e.Wording, RulesIn(t.Facts.Command); p.Rules == nil {
			p.Rules = e.Rules
		}
		if p.Rules != nil {
			list = append(list, p)
		}
	}
	return list
}

// PreferenceOutcomes are what a run did at such rounds. A round without a verdict is
// in neither.
type PreferenceOutcomes struct {
	Exams    map[results.TaskName]ExamOutcome
	Reminded map[results.TaskName]bool // whether the check beside the round was passed
}

// ExamOutcome is the verdict on an exam.
type ExamOutcome struct {
	Passed bool
	Stdout string // of its checker; empty: it wrote nothing, or none was kept
}

// Preferences says how a run keeps the rules of its user. Rules are numbered anew
// in each scenario, so that figures of one rule are of one scenario.
type Preferences struct {
	Kept       int            `json:"kept"`        // rules that exams found kept, counted once for each exam
	Reached    int            `json:"reached"`     // rules that exams looked at: kept and lost
	NotReached int            `json:"not_reached"` // rules of exams of which the content had failed first, so that nobody looked at them
	Exams      days.Count     `json:"exams"`       // exams passed, with content and rules
	Reminded   days.Count     `json:"reminded"`    // checks beside a round that found the rules followed; where not, the next question says them again
	Wordings   []WordedRules  `json:"wordings"`    // the reached rules by how much the exam's question says of them
	Scenarios  []ScenarioRule `json:"scenarios"`   // by scenario and rule; P3 of one scenario is another rule than P3 of the next
	LostIn     []LostRule     `json:"lost"`        // rules that exams found lost
}

// WordedRules counts rules by the wording of their exam.
type WordedRules struct {
	Wording Wording `json:"wording"` // how much the question says of the rules; empty: not known
	Kept    int     `json:"kept"`    // found kept
	Reached int     `json:"reached"` // looked at
}

// ScenarioRule counts one rule in one scenario.
type ScenarioRule struct {
	Scenario   string     `json:"scenario"`        // slug
	Rule       string     `json:"rule"`            // as the scenario's checker numbers it
	Words      string     `json:"words,omitempty"` // what it asks for, as the scenario's checker says it; absent if the dataset came without its checkers
	Kept       int        `json:"kept"`            // exams that found it kept
	Lost       int        `json:"lost"`            // exams that found it lost
	NotReached int        `json:"not_reached"`     // exams that failed before they looked at it
	Reminded   days.Count `json:"reminded"`        // checks beside a round in which it stands, alone or with others, that were passed
}

// LostRule is a rule that an exam found lost.
type LostRule struct {
	Scenario string `json:"scenario"` // slug
	Task     string `json:"task"`     // slug of the exam
	Rule     string `json:"rule"`     // as the scenario's checker numbers it
}

// OutcomesOf reads what a run did at the rounds from its trials and their details,
// which are needed of exams alone. Of several attempts the first that has a verdict
// counts.
func OutcomesOf(rounds []PreferenceRound, trials []results.StoredTrial, details map[int64]results.TrialDetails) PreferenceOutcomes {
	o := PreferenceOutcomes{Exams: map[results.TaskName]ExamOutcome{}, Reminded: map[results.TaskName]bool{}}
	first := map[results.TaskName]*results.StoredTrial{}
	for i := range trials {
		t := &trials[i]
		if first[t.TaskName()] == nil && (t.Score != nil || t.PrefPassed != nil) {
			first[t.TaskName()] = t
		}
	}
	for i := range rounds {
		t := first[rounds[i].TaskName]
		switch {
		case t == nil:
		case rounds[i].Exam && t.Score != nil:
			e := ExamOutcome{Passed: *t.Score >= 1}
			if v := details[t.ID].Verdict; v != nil {
				e.Stdout = v.Stdout
			}
			o.Exams[rounds[i].TaskName] = e
		case !rounds[i].Exam && t.PrefPassed != nil:
			o.Reminded[rounds[i].TaskName] = *t.PrefPassed
		}
	}
	return o
}
