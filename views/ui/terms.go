package ui

import (
	"bytes"
	"context"
	"io"
	"slices"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/words"
)

// term is a word of this site and what it means.
type term struct {
	word, means string // the word in small letters
}

var terms = []term{
	{"printed", "The number stands in a paper or on a site, and no records of the run came with it. It is shown as it is written there, " +
		"without an interval or a rank: without records nothing can be recomputed."},
	{"no answer can pass", "The check fails whatever the agent does, so a failure here says nothing about the agent. Its own page gives the reason."},
	{"in doubt", "Something in the records suggests that the fault lies not with the agent but with what it was given: the check, " +
		"the reference solution or what the agent is told may be wrong. It is a reason to look, not a proof."},
	{"set aside", "Something in the run's own records speaks against ranking it (an objection): they contradict each other, a later run " +
		"corrects it, or it is not a system's own run. Its numbers are shown, and its page says what was found."},
}

// asked is the question that a fold of terms answers.
func asked(terms []term) string {
	list := make([]string, len(terms))
	for i, t := range terms {
		list[i] = "“" + t.word + "”"
	}
	if len(list) == 1 {
		return "What " + list[0] + " means"
	}
	return "What " + words.List(list) + " mean"
}

const termsHere = "<!--terms-->"

// Terms is where a page explains those of this site's words that stand on it; without
// it they are explained at the page's end.
func Terms() templ.Component { return templ.Raw(termsHere) }

// explained is its children with a fold that explains the words which stand in them.
func explained() templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		main := templ.GetBuffer()
		defer templ.ReleaseBuffer(main)
		if err := templ.GetChildren(ctx).Render(templ.ClearChildren(ctx), main); err != nil {
			return err
		}
		before, after, _ := bytes.Cut(main.Bytes(), []byte(termsHere))
		if _, err := w.Write(before); err != nil {
			return err
		}
		if found := termsIn(main.Bytes()); len(found) > 0 {
			if err := termsFold(found).Render(ctx, w); err != nil {
				return err
			}
		}
		_, err := w.Write(after)
		return err
	})
}

// termsIn are the terms that stand in a page's own text: what records, code and
// dropped elements hold does not count.
func termsIn(html []byte) []term {
	var text plainText
	for len(html) > 0 {
		at := bytes.IndexByte(html, '<')
		if at < 0 {
			at = len(html)
		}
		text.add(html[:at])
		html = html[at:]
		end := bytes.IndexByte(html, '>')
		if end < 0 {
			break
		}
		tag := html[1:end]
		html = html[end+1:]
		if name := tagName(tag); quotes(name, tag) {
			html = pastEnd(html, name)
		}
	}
	var found []term
	for _, t := range terms {
		if text.has(t.word) {
			found = append(found, t)
		}
	}
	return found
}

// plainText is text in small letters, with one space where there is white space or a tag.
type plainText []byte

func (t *plainText) add(piece []byte) {
	for _, c := range piece {
		switch {
		case c == ' ' || c >= '\t' && c <= '\r':
			t.space()
		case c >= 'A' && c <= 'Z':
			*t = append(*t, c+'a'-'A')
		default:
			*t = append(*t, c)
		}
	}
	t.space()
}

func (t *plainText) space() {
	if n := len(*t); n == 0 || (*t)[n-1] != ' ' {
		*t = append(*t, ' ')
	}
}

// has reports whether words stand there whole; text begins and ends with a space.
func (t plainText) has(words string) bool {
	for rest := []byte(t); ; {
		at := bytes.Index(rest, []byte(words))
		if at < 0 {
			return false
		}
		end := at + len(words)
		if !(at > 0 && ofWord(rest[at-1])) && !(end < len(rest) && ofWord(rest[end])) {
			return true
		}
		rest = rest[end-1:] // words are longer than a sign, and the last is kept for what is before
	}
}

func ofWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z'
}

func tagName(tag []byte) string {
	if at := bytes.IndexAny(tag, " \t\n/"); at > 0 {
		tag = tag[:at]
	}
	return string(tag)
}

var (
	quotingTags    = []string{"pre", "code", "script", "style", "textarea"}
	quotingClasses = []string{"steps", "txt", "md", "js", "mono", "fn", "path", "arg"}
)

// quotes reports whether an element holds what records say.
func quotes(name string, tag []byte) bool {
	if slices.Contains(quotingTags, name) {
		return true
	}
	_, class, found := bytes.Cut(tag, []byte(` class="`))
	class, _, closed := bytes.Cut(class, []byte(`"`))
	if !found || !closed {
		return false
	}
	for c := range bytes.FieldsSeq(class) {
		if slices.Contains(quotingClasses, string(c)) {
			return true
		}
	}
	return false
}

// pastEnd is what follows the end of an element whose beginning has been read.
func pastEnd(html []byte, name string) []byte {
	for depth := 1; depth > 0; {
		at := bytes.IndexByte(html, '<')
		if at < 0 {
			return nil
		}
		html = html[at+1:]
		switch {
		case tagIs(html, "/"+name):
			depth--
		case tagIs(html, name):
			depth++
		}
	}
	return html[bytes.IndexByte(html, '>')+1:]
}

func tagIs(html []byte, name string) bool {
	rest, ok := bytes.CutPrefix(html, []byte(name))
	return ok && len(rest) > 0 && bytes.IndexByte([]byte(" \t\n>"), rest[0]) >= 0
}
