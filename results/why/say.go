package why

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// sentence is a failure reason under construction: first what happened, then the details.
type sentence struct {
	kind   results.ReasonKind
	text   strings.Builder
	head   int // length in bytes of the part that states what happened; 0 while that part is unfinished
	likely bool
	places []results.ReasonLink
}

// say returns a new sentence that states what happened.
func say(kind results.ReasonKind, format string, a ...any) *sentence {
	x := &sentence{kind: kind}
	fmt.Fprintf(&x.text, format, a...)
	return x
}

// and appends text.
func (x *sentence) and(format string, a ...any) *sentence {
	fmt.Fprintf(&x.text, format, a...)
	return x
}

// then appends a detail to the sentence. The text before the first call is the statement of what
// happened.
func (x *sentence) then(format string, a ...any) *sentence {
	if x.head == 0 {
		x.head = x.text.Len()
		return x.and(". "+format, a...)
	}
	return x.and("; "+format, a...)
}

// also appends a clause as a detail, unless the sentence would be too long.
func (x *sentence) also(clause *sentence) *sentence {
	said := 0
	if x.head > 0 {
		said = countWords(x.text.String()[x.head:])
	}
	if clause == nil || said+countWords(clause.text.String()) > wordsMost {
		return x
	}
	x.places = append(x.places, clause.places...)
	x.likely = x.likely || clause.likely
	text := clause.text.String()
	if x.head == 0 && plainStart.MatchString(text) {
		text = words.Capital(text)
	}
	return x.then("%s", text)
}

// plainStart matches a text that begins with a lower-case word, which may be capitalised.
var plainStart = regexp.MustCompile(`^[a-z]+[ ,]`)

// link records that words in the sentence link to the evidence p.
func (x *sentence) link(words string, p results.ReasonLink) *sentence {
	p.Words = oneLine(words)
	x.places = append(x.places, p)
	return x
}

// step appends "step 4", or "step 4 of q7" for a different task, as a link to the step.
func (x *sentence) step(t *Turn, c *results.StepRef) *sentence {
	said := "step " + strconv.Itoa(c.Step)
	if c.Task != t.Trial.Task {
		said += " of " + c.Task
	}
	return x.and("%s", said).link(said, results.ReasonLink{Step: c})
}

func (x *sentence) probably() *sentence {
	x.likely = true
	return x
}

// Maximum number of words of a sentence and of a quotation.
const (
	wordsMost = 30
	quoteMost = 12
)

// wideWord is the number of Chinese, Japanese or Korean characters that count as one word.
const wideWord = 3

func countWords(s string) int { return len(strings.Fields(s)) + wide(s)/wideWord }

func wide(s string) (n int) {
	for _, r := range s {
		if isWide(r) {
			n++
		}
	}
	return n
}

func (x *sentence) reason(rule string) *results.Reason {
	text := oneLine(x.text.String())
	if x.head == 0 || x.head > len(text) {
		x.head = len(text)
	}
	r := &results.Reason{Head: text[:x.head], Kind: x.kind, Rule: rule, Likely: x.likely}
	if r.Sentence = text; !strings.ContainsAny(text[len(text)-min(len(text), 1):], ".!?") {
		r.Sentence += "."
	}
	for _, p := range x.places {
		if p.Words != "" && strings.Contains(r.Sentence, p.Words) {
			r.Places = append(r.Places, p)
		}
	}
	return r
}

func oneLine(s string) string { return strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ") }

// quote shortens a text to a quotation in one line, with at most the given number of words and
// without the checker's prefix.
func quote(s string, most int) string {
	s = strings.TrimRight(oneLine(failMark.ReplaceAllString(s, "")), " .;:")
	n, at := 0, 0
	for i, r := range s {
		switch {
		case r == ' ':
			n += wideWord
		case isWide(r):
			n++
		}
		if n >= most*wideWord || i > most*14 {
			return strings.TrimRight(s[:at], " ,;:.") + "…"
		}
		if r == ' ' || isWide(r) || at == 0 || i-at > 40 {
			at = i + utf8.RuneLen(r)
		}
	}
	return s
}

func short(s string) string { return quote(s, 6) }

// firstLine returns the first line that has a letter or digit, or the first line.
func firstLine(s string) string {
	s = strings.TrimSpace(s)
	for line := range strings.SplitSeq(s, "\n") {
		if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			return strings.TrimSpace(line)
		}
	}
	return s
}

// list joins names as "a, b and 3 more", with the text mark before and after each name.
func list(names []string, most int, mark string) string {
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
		b.WriteString(mark + n + mark)
	}
	return b.String()
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// CheckName returns the display name of a check: "heartbeat md customized" for
// "S1_heartbeat_md_customized"; empty for an id without meaning.
func CheckName(id string) string {
	switch {
	case id == "exec":
		return ""
	case aRule.MatchString(id):
		return "preference rule " + id
	}
	return inWords(id)
}

// aRule matches the ids of MetaClaw-Bench's preference rules.
var aRule = regexp.MustCompile(`^P\d$`)

// Complaint returns the message of a failed check without the checker's marks. Of an assertion it
// returns only the condition.
func Complaint(c *results.FailedCheck) string {
	text := failMark.ReplaceAllString(c.Text, "")
	return strings.TrimSpace(text[strings.LastIndex(text, "; assert ")+1:])
}

var checkPrefix = regexp.MustCompile(`^(?:test_|S\d+_|check_)`)

// inWords replaces underscores in a check's name with spaces: heartbeat_md_customized becomes
// heartbeat md customized.
func inWords(name string) string {
	if strings.ContainsAny(name, " /") {
		return name
	}
	return strings.ReplaceAll(checkPrefix.ReplaceAllString(name, ""), "_", " ")
}
