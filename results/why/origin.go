package why

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Origin finds where a value was first seen before a call; nil stands for the end of
// the trace. It is false for a value that chance repeats, of which nothing is said.
func (h *History) Origin(value string, call *results.Cause) (results.Origin, bool) {
	if !follows(value) {
		return results.Origin{}, false
	}
	list, own, find := h.before(h.shown, call), h.before(h.own, call), finder(value)
	if plainWord.MatchString(value) && slices.ContainsFunc(list, func(x shown) bool { return firstStated(x.text, value) >= 0 }) {
		find = func(text string) (int, string) { return firstStated(text, value), value }
	}
	o, place := results.Origin{Partial: h.Partial}, h.places+1
	for i := range list {
		at, form := find(list[i].text)
		if at < 0 {
			continue
		}
		if o.Texts++; o.First == nil {
			place = list[i].place
			o.First = causeAt(&list[i], at, form)
			o.Line = strings.Count(list[i].text[:at], "\n") + 1
			o.Heading = headingAbove(&list[i], at)
		}
	}
	for _, x := range own {
		if x.place > place {
			break
		}
		if at, form := find(x.text); at >= 0 {
			o.Own = causeAt(&x, at, form)
			break
		}
	}
	return o, true
}

// finder finds the first place in a text of one of the ways in which a value is written.
func finder(value string) func(text string) (at int, form string) {
	forms := formsOf(value)
	return func(text string) (int, string) { return firstForm(text, forms) }
}

// causeAt is the place of a value in a text.
func causeAt(x *shown, at int, form string) *results.Cause {
	c := x.at
	c.Quote, c.Rule, c.Likely = lineAt(x.text, at), results.RuleValue, true
	if !strings.Contains(c.Quote, form) {
		c.Quote = form
	}
	return &c
}

// firstForm is the first place in a text of one of the ways in which a value is written.
func firstForm(text string, forms []string) (at int, form string) {
	at = -1
	for _, f := range forms {
		if n := index(text, f); n >= 0 && (at < 0 || n < at) {
			at, form = n, f
		}
	}
	return at, form
}

// firstStated is the first place where a plain word, which prose repeats by chance,
// stands as a value or a name: in quotes, as a cell, or before a sign of what it is.
func firstStated(text, word string) int {
	for from := 0; ; {
		n := index(text[from:], word)
		if n < 0 {
			return -1
		}
		at := from + n
		from = at + len(word)
		if at > 0 && strings.IndexByte("\"'`|,*", text[at-1]) >= 0 || strings.HasSuffix(text[:at], "| ") || from < len(text) && strings.IndexByte("=:", text[from]) >= 0 {
			return at
		}
	}
}

// formsOf are the ways in which a value may be written: a number with and without
// commas, without a fraction of zeros, and in thousands.
func formsOf(value string) []string {
	forms := []string{value}
	add := func(s string) {
		if follows(s) && !slices.Contains(forms, s) {
			forms = append(forms, s)
		}
	}
	plain := value
	if grouped.MatchString(value) {
		plain = strings.ReplaceAll(value, ",", "")
		add(plain)
	}
	if !decimal.MatchString(plain) {
		return forms
	}
	for _, s := range []string{plain, zeros.ReplaceAllString(plain, "")} {
		add(s)
		whole, rest, dot := strings.Cut(s, ".")
		if dot {
			rest = "." + rest
		}
		if n := len(whole); n > 3 && n <= 9 {
			for i := n - 3; i > 0; i -= 3 {
				whole = whole[:i] + "," + whole[i:]
			}
			add(whole + rest)
		}
		if k, ok := strings.CutSuffix(s, "000"); ok && !dot && k != "" {
			add(k + "K")
			add(k + "k")
		}
	}
	return forms
}

var (
	plainWord = regexp.MustCompile(`^[a-z]+$`)
	grouped   = regexp.MustCompile(`^\d{1,3}(?:,\d{3})+(?:\.\d+)?$`)
	zeros     = regexp.MustCompile(`\.0+$`)
)

// headingMost bounds how far up a heading is looked for, in bytes.
const headingMost = 64 << 10

// headingAbove is the last heading of a Markdown file above a place in it; empty for
// other texts, where a line with such a sign may be a comment.
func headingAbove(x *shown, at int) string {
	if ext := path.Ext(x.at.File); ext != ".md" && ext != ".markdown" {
		return ""
	}
	text := x.text[max(0, at-headingMost):at]
	text = text[:strings.LastIndexByte(text, '\n')+1]
	for {
		text = strings.TrimSuffix(text, "\n")
		if text == "" {
			return ""
		}
		from := strings.LastIndexByte(text, '\n') + 1
		if m := mdHeading.FindStringSubmatch(text[from:]); m != nil {
			return cut(strings.ToValidUTF8(m[1], ""))
		}
		text = text[:from]
	}
}

var mdHeading = regexp.MustCompile(`^#{1,6}\s+(\S.*?)\s*$`)

// valuesMost bounds the values of one complaint.
const valuesMost = 4

// values says where what the checker asks for was first seen, and what was written
// instead: the value that it found, or those of the line that has the field.
func (s *session) values(c *results.Complaint) []results.ValueOrigin {
	if c.Wrote == nil {
		return nil
	}
	var list []results.ValueOrigin
	add := func(value string, asked bool) {
		if len(list) == valuesMost || slices.ContainsFunc(list, func(v results.ValueOrigin) bool { return v.Value == value }) {
			return
		}
		if o, ok := s.Origin(value, c.Wrote); ok {
			list = append(list, results.ValueOrigin{Value: value, Asked: asked, Origin: o})
		}
	}
	add(c.Expected, true)
	if c.Got != "" {
		add(c.Got, false)
		return list
	}
	for _, v := range Values(c.Wrote.Quote, IsData(c.Wrote.File)) {
		if v != c.Field {
			add(v, false)
		}
	}
	return list
}
