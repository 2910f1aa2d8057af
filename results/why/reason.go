package why

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// Said is a text of a judge: a raw record of the trial that a verifier left.
type Said struct {
	Record string
	Text   string
}

// rule is one way to find why a trial did not pass; the first that finds anything
// counts. The ids are those of docs/why.md.
type rule struct {
	id   string
	find func(*session, *Turn, *results.Why) *saying
}

// rules stand in the order in which they are asked.
var rules = []rule{
	{"impossible", (*session).impossible},
	{"denied", (*session).denied},
	{"ended", (*session).ended},
	{"options", (*session).chose},
	{"judge", (*session).judged},
	{"checker", (*session).complained},
	{"named", (*session).namedFailures},
	{"checks", (*session).failedChecks},
	{"refused", (*session).refused},
	{"silent", (*session).silent},
	{"loop", (*session).looped},
	{"calls", (*session).neverWorked},
}

// RuleUnknown is the rule of what no other bears.
const RuleUnknown = "unknown"

// reason is why a trial did not pass; nil if it passed or was not judged.
func (s *session) reason(t *Turn, w *results.Why) *results.Reason {
	if !Asks(&t.Trial.Trial) {
		return nil
	}
	for _, r := range rules {
		if found := r.find(s, t, w); found != nil {
			return found.reason(r.id)
		}
	}
	return Unknown(&t.Trial.Trial)
}

// Asks reports whether a trial is one of which it is asked why it did not pass.
func Asks(t *results.Trial) bool {
	return t.Status != results.Passed && t.Status != results.NotJudged && t.Attempts <= 1
}

// ByTrial tells by trial why those did not pass that were asked; none of the others, nor
// any of a run that nobody has looked at.
func ByTrial(trials []results.StoredTrial, known results.RunReasons) map[int64]results.TrialReason {
	m := map[int64]results.TrialReason{}
	if !known.Looked {
		return m
	}
	for i := range trials {
		if t := &trials[i]; Asks(&t.Trial) {
			m[t.ID] = results.TrialReason{Trial: t.ID, Kind: results.ReasonUnknown}
		}
	}
	for _, x := range known.Trials {
		if _, asked := m[x.Trial]; asked {
			m[x.Trial] = x
		}
	}
	return m
}

// Unknown says what is known of a trial of which the records do not say why it did
// not pass; nil where that is not asked.
func Unknown(t *results.Trial) *results.Reason {
	if !Asks(t) {
		return nil
	}
	known := "it ended as “" + strings.ReplaceAll(string(t.Status), "_", " ") + "”"
	if t.Score != nil {
		known = "its score is " + strconv.FormatFloat(*t.PointsOrScore()*100, 'f', 2, 64) + " %"
	}
	switch text := strings.TrimSpace(t.Details.ErrorText); {
	case text != "":
		known = "“" + brief(firstLine(text)) + "”"
	case t.StepsTotal == 0 && len(t.Checks) == 0:
		known += ", and neither a trace nor a check is recorded"
	}
	return &results.Reason{Sentence: "The records do not say why; " + known + ".", Kind: results.ReasonUnknown, Rule: RuleUnknown}
}

// saying is a sentence that is being made.
type saying struct {
	text   strings.Builder
	kind   results.ReasonKind
	likely bool
	places []results.ReasonPlace
}

// say begins a sentence.
func say(kind results.ReasonKind, format string, a ...any) *saying {
	x := &saying{kind: kind}
	return x.and(format, a...)
}

// and goes on with a sentence.
func (x *saying) and(format string, a ...any) *saying {
	fmt.Fprintf(&x.text, format, a...)
	return x
}

// link says where words of the sentence can be seen.
func (x *saying) link(words string, p results.ReasonPlace) *saying {
	p.Words = words
	x.places = append(x.places, p)
	return x
}

// step goes on with the words of a step, which lead there: "step 4", or "step 4 of q7".
func (x *saying) step(t *Turn, c *results.Cause) *saying {
	words := stepWords(t, c)
	return x.and("%s", words).link(words, results.ReasonPlace{Step: c})
}

func stepWords(t *Turn, c *results.Cause) string {
	words := "step " + strconv.Itoa(c.Step)
	if c.Task != t.Trial.Task {
		words += " of " + c.Task
	}
	return words
}

func (x *saying) probably() *saying {
	x.likely = true
	return x
}

// sentenceMost bounds a sentence, in runes.
const sentenceMost = 600

func (x *saying) reason(id string) *results.Reason {
	text := strings.TrimRightFunc(words1(x.text.String()), func(r rune) bool { return unicode.IsSpace(r) || r == '.' || r == ';' })
	first, n := utf8.DecodeRuneInString(text)
	if strings.HasPrefix(text, "all ") || strings.HasPrefix(text, "it ") || strings.HasPrefix(text, "its ") {
		text = string(unicode.ToUpper(first)) + text[n:]
	}
	if utf8.RuneCountInString(text) > sentenceMost {
		text = string([]rune(text)[:sentenceMost]) + "…"
	}
	r := &results.Reason{Sentence: text + ".", Kind: x.kind, Rule: id, Likely: x.likely}
	if strings.HasSuffix(text, ".”") || strings.HasSuffix(text, "…") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		r.Sentence = text
	}
	for _, p := range x.places {
		if p.Words = words1(p.Words); strings.Contains(r.Sentence, p.Words) && p.Words != "" {
			r.Places = append(r.Places, p)
		}
	}
	return r
}

// words1 is a text on one line.
func words1(s string) string { return strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ") }

// briefMost bounds what a sentence quotes of a text, in runes.
const briefMost = 220

// brief is a text on one line, cut where it is long for a sentence.
func brief(s string) string { return cutAt(words1(s), briefMost) }

// short is a value in a sentence.
func short(s string) string { return cutAt(words1(s), 80) }

func cutAt(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	runes := []rune(s)[:most]
	if i := strings.LastIndexByte(string(runes), ' '); i > len(string(runes))*2/3 {
		return strings.TrimRight(string(runes)[:i], " ,;:") + "…"
	}
	return string(runes) + "…"
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// list names some of several things: “a”, “b” and 3 more.
func list(names []string, most int, quote bool) string {
	var b strings.Builder
	for i, n := range names {
		if i == most && len(names) > most {
			fmt.Fprintf(&b, " and %d more", len(names)-most)
			break
		}
		switch {
		case i == 0:
		case i == len(names)-1:
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		if quote {
			n = "“" + n + "”"
		}
		b.WriteString(n)
	}
	return b.String()
}

// impossible: no answer can pass the task, as its dataset shows.
func (s *session) impossible(t *Turn, _ *results.Why) *saying {
	if t.Impossible == "" {
		return nil
	}
	return say(results.ReasonChecker, "No answer can pass: %s", brief(t.Impossible))
}

var (
	denies    = regexp.MustCompile(`(?i)\bnot found\b|\b(?:does not|doesn't|must|should) (?:contain|include|cite|mention|reference|have)\b|\bmissing\b`)
	sectional = regexp.MustCompile(`(?i)\b(?:sections?|headings?|first|last|fields?|keys?|entries|rows?|columns?|characters|near)\b|: '`)
	aHeading  = regexp.MustCompile(`['"` + "`" + `](#{1,6} [^'"` + "`" + `]{2,80})['"` + "`" + `]`)
)

// denied: the checker misses what stands in the file as the agent left it, and has no
// other complaint that stands.
func (s *session) denied(t *Turn, w *results.Why) (first *saying) {
	if t.Trial.Status != results.Failed || t.Trial.Kind == results.KindMultiChoice {
		return nil
	}
	for i := range w.Complaints {
		c := &w.Complaints[i]
		if c.Wrote == nil || c.Field != "" || c.Got != "" || !denies.MatchString(c.Text) {
			return nil
		}
		text, known := s.leftIn(c.Wrote)
		value := c.Expected
		heading := aHeading.FindStringSubmatch(c.Text)
		switch {
		case !known:
			return nil
		case heading != nil:
			value = "\n" + heading[1] + "\n"
			text = "\n" + text + "\n"
		case !follows(value) || sectional.MatchString(c.Text) || strings.Count(c.Text, "'")+strings.Count(c.Text, `"`) > 2:
			return nil
		}
		at := index(text, value)
		if at < 0 {
			return nil
		}
		if heading != nil {
			at++
		}
		if first == nil {
			first = s.denial(t, c, text, strings.TrimSpace(value), at)
		}
	}
	return first
}

// denial says where it stands.
func (s *session) denial(t *Turn, c *results.Complaint, text, value string, at int) *saying {
	line := 1 + strings.Count(strings.TrimPrefix(text[:at], "\n"), "\n")
	x := say(results.ReasonChecker, "The checker misses “%s”, which stands in line %d of %s (", short(value), line, c.Wrote.File)
	x.step(t, c.Wrote).probably()
	after, _ := utf8.DecodeRuneInString(text[min(at+len(value), len(text)):])
	if unicode.IsLetter(after) && unicode.IsDigit(rune(value[len(value)-1])) {
		end := at + len(value)
		for end < len(text) && unicode.IsLetter(rune(text[end])) {
			end++
		}
		return x.and("), written as “%s”: its pattern may not take that form", short(text[at:end]))
	}
	return x.and("): it may have read another file, or ask for another form")
}

// leftIn is the text of the file that a cause wrote, as the trial left it.
func (s *session) leftIn(c *results.Cause) (text string, known bool) {
	for i := len(s.touches) - 1; i >= 0; i-- {
		if x := &s.touches[i]; x.Path == c.File && x.Op != files.Remove {
			return x.Text, x.Known
		}
	}
	return "", false
}

// wroteHere lists the files that this trial wrote, the last first.
func (s *session) wroteHere() []*files.Touch {
	var list []*files.Touch
	for i := len(s.touches) - 1; i >= 0 && s.touches[i].Trial == len(s.trials)-1; i-- {
		x := &s.touches[i]
		if x.Op != files.Remove && !slices.ContainsFunc(list, func(y *files.Touch) bool { return y.Path == x.Path }) {
			list = append(list, x)
		}
	}
	return list
}

// here is a place in the trace of this trial.
func here(t *Turn, step int) *results.Cause {
	return &results.Cause{Task: t.Trial.Task, Attempt: t.Trial.Attempt, Step: step, Rule: results.RuleLast}
}

// lastSaid is the last message of the agent that is not empty.
func lastSaid(t *Turn) *results.Step {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		if x := t.Steps[i]; x.Source == results.SourceAgent && strings.TrimSpace(cmp.Or(x.Message, x.Raw)) != "" {
			return x
		}
	}
	return nil
}
