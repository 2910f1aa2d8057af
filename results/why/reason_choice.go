package why

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// chose: options that are right and were left out, and others that were chosen.
func (s *session) chose(t *Turn, w *results.Why) *saying {
	if t.Trial.Kind != results.KindMultiChoice || t.Trial.Selected == nil {
		return nil
	}
	var omitted, extra []string
	for _, o := range t.Task.Options {
		switch chosen := slices.Contains(t.Trial.Selected, o.Label); {
		case o.Gold && !chosen:
			omitted = append(omitted, o.Label)
		case chosen && !o.Gold:
			extra = append(extra, o.Label)
		}
	}
	if len(omitted)+len(extra) == 0 {
		return nil
	}
	wrong := append(slices.Clone(omitted), extra...)
	x := say(results.ReasonOption, "It ")
	if len(omitted) == 1 && len(extra) == 1 && len(t.Trial.Selected) == 1 {
		x.and("chose %s; %s is correct", extra[0], omitted[0])
		omitted, extra = nil, nil
	}
	are := func(list []string) string {
		if len(list) == 1 {
			return "is"
		}
		return "are"
	}
	if len(omitted) > 0 {
		x.and("missed %s %s, which %s correct", map[bool]string{true: "option", false: "options"}[len(omitted) == 1], list(omitted, 9, false), are(omitted))
	}
	if len(extra) > 0 {
		if len(omitted) > 0 {
			x.and(", and ")
		}
		x.and("chose %s, which %s not correct", list(extra, 9, false), are(extra))
	}
	said := 0
	for _, label := range wrong {
		i := slices.IndexFunc(t.Task.Options, func(o results.Option) bool { return o.Label == label })
		if said < 2 && s.decides(x, t, w, &t.Task.Options[i]) {
			said++
		}
	}
	if said == 0 && len(s.reads) > 0 && t.Trial.ToolCalls == 0 {
		x.and("; it opened nothing before it answered")
	}
	return x
}

// decides says what decides an option: the dataset's own words on it, else the
// passage that says most about it; and whether the agent opened what they name.
func (s *session) decides(x *saying, t *Turn, w *results.Why, o *results.Option) bool {
	why := explained(t.Task, o)
	if quote := cutAt(words1(why), 400); why != "" && strings.Contains(x.text.String(), quote) {
		return false // it is said already
	} else if why != "" {
		x.and("; on %s the benchmark says “%s”", o.Label, quote)
	}
	named := namedFiles(why)
	if len(named) == 0 {
		named = namedFiles(o.Text)
	}
	if len(named) > 0 {
		s.openedOf(x, t, named)
		return true
	}
	for i := range w.Complaints {
		c := &w.Complaints[i]
		if c.Option != o.Label {
			continue
		}
		if c.Read != nil && c.Read.File != "" {
			x.and("; the line nearest to %s was shown in %s (", o.Label, c.Read.File).step(t, c.Read).and(")")
			if why == "" {
				x.and(": “%s”", cutAt(words1(c.Read.Quote), 140))
			}
			x.probably()
			return true
		}
	}
	return why != ""
}

// openedOf says of the first file that the words name and the agent did not open,
// else of the last that it did, where it was opened.
func (s *session) openedOf(x *saying, t *Turn, named []string) {
	var seen *files.Touch
	for _, name := range named {
		got, failed := s.opening(name)
		switch {
		case got != nil:
			seen = got
		case failed != nil:
			x.and("; ").and("%s could not be opened (", name).step(t, s.causeOf(failed)).and(")")
			return
		case !s.showedName(name):
			x.and("; %s was never opened", name)
			return
		}
	}
	if seen != nil {
		at := s.causeOf(seen)
		x.and("; it had opened %s (", seen.Path).step(t, at).and(")")
		s.forgot(x, t, at, nil, "")
	}
}

// opening is the last call that showed a file, and the last that failed to.
func (s *session) opening(name string) (got, failed *files.Touch) {
	for i := len(s.reads) - 1; i >= 0; i-- {
		x := &s.reads[i]
		if !files.Match(x.Path, name) {
			continue
		}
		if !x.Failed {
			return x, nil
		}
		if failed == nil {
			failed = x
		}
	}
	return nil, failed
}

// showedName reports whether a command of the agent names a file, which it may have
// opened in a way that is not known.
func (s *session) showedName(name string) bool {
	base := name[strings.LastIndexByte(name, '/')+1:]
	return slices.ContainsFunc(s.own, func(x shown) bool { return x.at.Call > 0 && strings.Contains(x.text, base) })
}

func (s *session) causeOf(x *files.Touch) *results.Cause {
	at := s.trials[x.Trial]
	return &results.Cause{Task: at.Task, Attempt: at.Attempt, Step: x.Step, Call: x.Call, CallID: x.CallID,
		File: x.Path, By: x.By, Rule: results.RuleNamed}
}

// explainedLeast is how many runes an explanation has that says more than its option.
const explainedLeast = 12

var (
	verdictWord = regexp.MustCompile(`(?i)^\s*(?:[A-Z] is (?:correct|incorrect|wrong|right|false|true)(?: because)?|(?:in)?correct|wrong|right|正确|错误|不正确)\s*[.:：,，。!！]?\s*`)
	nextLabel   = regexp.MustCompile(`(?:^|[\s。；;，,.）)])([A-Z])(?:\s*(?:is (?:false|true|wrong|incorrect|correct)|不正确|错误|正确))?\s*[:：]\s*`)
	sentenceEnd = regexp.MustCompile(`[。；;]|\. `)
	headLabels  = regexp.MustCompile(`^\s*([A-Z](?:\s*[,、]\s*[A-Z])*)(?:\s+|\b)([^\s.:：].{6,})$`)
	judgedLabel = regexp.MustCompile(`\s[A-Z] (?:is (?:in)?correct|is false|is wrong|不正确|错误)`)
	asideLabel  = regexp.MustCompile(`[(（]([A-Z](?:\s*[,、]\s*[A-Z])*)(?: wrong| is [^()（）]{1,60})?[)）]`)
)

// explained is what the dataset says of an option beside the option itself.
func explained(task *results.Task, o *results.Option) string {
	own := strings.TrimSpace(verdictWord.ReplaceAllString(o.Feedback, ""))
	if says(own, o.Text) {
		return own
	}
	for _, text := range []string{task.Facts.FeedbackIncorrect, task.Facts.FeedbackCorrect} {
		part := partOf(text, o.Label)
		if part == "" && !nextLabel.MatchString(text) && !asideLabel.MatchString(text) { // it is about all of them
			part = strings.TrimSpace(verdictWord.ReplaceAllString(text, ""))
		}
		if says(part, o.Text) {
			return part
		}
	}
	return ""
}

func says(part, option string) bool {
	return utf8.RuneCountInString(part) >= explainedLeast && !strings.Contains(words1(option), strings.TrimRight(words1(part), ".。")) &&
		!strings.HasPrefix(words1(part), words1(option))
}

// hasLabel reports whether a list of letters, such as "A, B", has one.
func hasLabel(list, label string) bool {
	return slices.Contains(strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == '、' || r == ' ' }), label)
}

// partOf is the part of a text on all options that is about one: what follows its
// letter and a colon, or the clause that ends with the letter in brackets.
func partOf(text, label string) string {
	marks := nextLabel.FindAllStringSubmatchIndex(text, -1)
	for i, m := range marks {
		if text[m[2]:m[3]] != label {
			continue
		}
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		if next := judgedLabel.FindStringIndex(text[m[1]:end]); next != nil {
			end = m[1] + next[0]
		}
		return strings.TrimSpace(text[m[1]:end])
	}
	from := 0
	for _, m := range asideLabel.FindAllStringSubmatchIndex(text, -1) {
		if hasLabel(text[m[2]:m[3]], label) {
			part := text[from:m[0]]
			if i := strings.LastIndexAny(part, "!。"); i >= 0 {
				part = part[i+1:]
			}
			return strings.Trim(strings.TrimPrefix(strings.TrimLeft(part, " ,.;，。；!"), "and "), " ")
		}
		from = m[1]
	}
	for _, part := range sentenceEnd.Split(text, -1) {
		m := headLabels.FindStringSubmatch(part)
		if m != nil && hasLabel(m[1], label) && !strings.HasPrefix(m[2], "are ") {
			return strings.TrimSpace(m[2])
		}
	}
	return ""
}
