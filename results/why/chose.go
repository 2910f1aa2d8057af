package why

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// chose explains a multiple-choice failure by the correct options that the agent missed and the
// wrong options that it chose.
func (s *session) chose(t *Turn, w *results.Explanation) *sentence {
	if t.Trial.Kind != results.KindMultiChoice || t.Trial.Selected == nil {
		return nil
	}
	var omitted, extra []string
	var lead *results.FailedCheck
	for i := range w.Failed {
		c := &w.Failed[i]
		if c.Fault == "omitted" {
			omitted = append(omitted, c.Option)
		} else {
			extra = append(extra, c.Option)
		}
		if lead == nil || accessRank(c) > accessRank(lead) {
			lead = c
		}
	}
	if lead == nil {
		return nil
	}
	x := say(results.ReasonOption, "")
	switch {
	case len(omitted) == 1 && len(extra) == 1 && len(t.Trial.Selected) == 1:
		x.and("It chose %s; %s is correct", extra[0], omitted[0])
	case len(extra) == 0:
		x.and("It missed %s, which %s correct", optionNames(omitted), plural(len(omitted), "is", "are"))
	case len(omitted) == 0:
		x.and("It chose %s, which %s not correct", list(extra, 9, ""), plural(len(extra), "is", "are"))
	default:
		x.and("It missed %s and wrongly chose %s", optionNames(omitted), list(extra, 9, ""))
	}
	size := quoteMost + 2
	if lead.Access != "" && lead.Access != results.AccessUnstated {
		size = quoteMost - 2
	}
	other := s.answered(t, w.Failed, x, size)
	if t.Trial.ToolCalls == 0 {
		x.also(say("", "it made no call in this %s", t.word()))
	}
	if other {
		return x
	}
	on := ""
	if len(w.Failed) > 1 {
		on = "for " + lead.Option + ", "
	}
	return x.also(s.accessed(t, lead, on, max(6, min(quoteMost, wordsMost-10-countWords(x.text.String()[x.head:])))))
}

// answered adds what the answer says of one of the options, preferably of one that it judges
// differently from its choice; in that case other is set.
func (s *session) answered(t *Turn, failed []results.FailedCheck, y *sentence, size int) (other bool) {
	var c *results.FailedCheck
	for i := range failed {
		if x := &failed[i]; x.Wrote != nil && !other && (c == nil || contrary(x)) {
			c, other = x, contrary(x)
		}
	}
	if c == nil {
		return false
	}
	text := c.Wrote.Quote
	if !strings.HasPrefix(text, c.Option+",") {
		text = strings.TrimLeft(strings.TrimPrefix(text, c.Option), " .:)—–-")
	}
	if other {
		text, _, _ = strings.Cut(text, ": ")
	}
	x := say("", "of %s its answer says “%s” (", c.Option, quote(text, size)).step(t, c.Wrote).and(")")
	switch {
	case other && c.Fault == "omitted":
		x.and(" but chooses only %s", list(t.Trial.Selected, 9, ""))
	case other:
		x.and(" but chooses it")
	}
	y.also(x)
	return other
}

// contrary reports whether the answer judges an option differently from its choice.
func contrary(c *results.FailedCheck) bool {
	if c.Wrote == nil {
		return false
	}
	return c.Fault == "omitted" && isCorrect.MatchString(c.Wrote.Quote) || c.Fault == "extra" && notCorrect.MatchString(c.Wrote.Quote)
}

// Judgements at the start of what an answer says of an option.
var (
	isCorrect  = regexp.MustCompile(`^[A-Z]\W{0,3}(?:is )?(?:[Ff]ully |[Aa]lso )?(?:[Cc]orrect|[Tt]rue|[Ss]upported|[Vv]alid|[Cc]ompliant|✓|✅|✔)`)
	notCorrect = regexp.MustCompile(`^[A-Z]\W{0,3}(?:is )?(?:[Nn]ot |[Ii]ncorrect|[Ff]alse|[Ww]rong|[Uu]nsupported|[Nn]on-|✗|❌|✘)`)
)

func optionNames(labels []string) string {
	return plural(len(labels), "option ", "options ") + list(labels, 9, "")
}

// accessRank returns the rank of the check's Access value. A higher rank explains the failure
// better.
func accessRank(c *results.FailedCheck) int {
	return slices.Index([]string{"", results.AccessUnstated, results.AccessShown, results.AccessCut, results.AccessUnopened, results.AccessRefused}, c.Access)
}

// accessed returns a sentence on whether the agent read the source of an option. It returns nil if
// neither the source nor the access is known.
func (s *session) accessed(t *Turn, c *results.FailedCheck, on string, most int) *sentence {
	x := say("", "%s", on)
	switch c.Access {
	case results.AccessRefused:
		if x.and("%s could not be opened (", c.File).step(t, c.Read).and(")"); c.Source != nil {
			x.and("; %s was never opened", sourceName(c.Source.File))
		}
		return x
	case results.AccessUnopened:
		if c.Source == nil {
			return x.and("%s was never opened", sourceName(c.File))
		}
		return x.and("%s, which says “%s”, was never opened", sourceName(c.Source.File), sourceQuote(c, most))
	case results.AccessCut:
		return x.and("%s says “%s”, which its last reading (", sourceName(c.Source.File), sourceQuote(c, most)).step(t, c.Read).and(") did not show")
	case results.AccessShown:
		where := "the result of " + c.Read.Tool
		switch {
		case c.Read.File != "":
			where = path.Base(c.Read.File)
		case c.Read.Call == 0 && c.Read.Tool != "":
			where = "the correct " + c.Read.Tool
		case c.Read.Call == 0:
			where = "the prompt"
		}
		return x.and("%s says “%s” (", where, quoteAround(c.Read.Quote, termsFrom(c.Text, 3), most)).step(t, c.Read).and(")")
	case results.AccessUnstated:
		switch {
		case c.Read != nil:
			x.and("it had read %s (", path.Base(c.File)).step(t, c.Read).and("), but ")
		case c.File != "":
			return x.and("%s, named by the benchmark, did not exist yet", c.File)
		}
		if x.and("probably no text that it was shown "); t.Sources != nil && len(t.sources()) > 0 {
			x.and("and no source in the environment ")
		}
		return x.and("states it")
	}
	if c.Read != nil && c.File != "" {
		return x.and("it had read %s (", path.Base(c.File)).step(t, c.Read).and(")")
	}
	return nil
}

var messageHead = regexp.MustCompile(`^\[[^\]]*\]\s*`)

// sourceQuote returns an excerpt of the source line around the words of the option.
func sourceQuote(c *results.FailedCheck, most int) string {
	return quoteAround(messageHead.ReplaceAllString(c.Source.Quote, ""), termsFrom(c.Text, 3), most)
}

// bareLine removes table and JSON punctuation from both ends of a line, and all "**".
func bareLine(s string) string {
	return strings.Trim(strings.ReplaceAll(s, "**", ""), " \t|*#>-\"',{}")
}

var sessionID = regexp.MustCompile(`_?[0-9a-f]{8}-[0-9a-f-]{27}\.jsonl$`)

// sourceName returns the base name of a file. For a chat it omits the session id.
func sourceName(p string) string {
	if base := path.Base(p); sessionID.MatchString(base) {
		return "the chat " + sessionID.ReplaceAllString(base, "")
	}
	return path.Base(p)
}

var labelMark = regexp.MustCompile(`(?:^|[\s。；;，,.）)(])([A-Z])\s*[:：]`)

// labelAside matches the start of an option label in parentheses, such as "(A" in "(A)".
var labelAside = regexp.MustCompile(`\([A-Z]\b`)

// explained returns the dataset's explanation of an option: the option's own feedback if it names
// files, otherwise the section of the task's feedback after the option's label.
func explained(task *results.Task, o *results.Option) string {
	if len(namedFiles(o.Feedback)) > 0 {
		return o.Feedback
	}
	for _, text := range []string{task.Facts.FeedbackIncorrect, task.Facts.FeedbackCorrect} {
		marks := labelMark.FindAllStringSubmatchIndex(text, -1)
		for i, m := range marks {
			end := len(text)
			if i+1 < len(marks) {
				end = marks[i+1][0]
			}
			if text[m[2]:m[3]] == o.Label {
				return text[m[1]:end]
			}
		}
		if len(marks) == 0 && text != "" && !labelAside.MatchString(text) {
			return text
		}
	}
	return ""
}
