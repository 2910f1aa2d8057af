package richtext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"
)

type Line struct {
	ID     string // anchor id; empty for no anchor
	Number string // line number as displayed, padded; empty for no number
	Text   string
	Class  string
	Marks  [][2]int // highlighted byte ranges of Text
	After  string   // note after a truncated line; may be empty
}

// Lines renders numbered, linked lines in terminal colours.
func Lines(list []Line) templ.Component {
	return component(func(o *out) {
		var p textStyle
		for i := range list {
			l := &list[i]
			o.raw(`<span class="ln`)
			if l.Class != "" {
				o.raw(" ", l.Class)
			}
			if l.ID != "" {
				o.raw(`" id="`, l.ID)
			}
			o.raw(`">`)
			switch {
			case l.Number == "":
			case l.ID == "" || l.Text == "":
				o.raw(`<i>`, l.Number, `</i>`)
			default:
				o.raw(`<a href="#`, l.ID, `">`, l.Number, `</a>`)
			}
			at := 0
			for _, m := range l.Marks {
				p = o.ansi(l.Text[at:m[0]], p)
				o.raw("<mark>")
				p = o.ansi(l.Text[m[0]:m[1]], p)
				o.raw("</mark>")
				at = m[1]
			}
			p = o.ansi(l.Text[at:], p)
			if l.After != "" {
				o.raw(`<i>… `, l.After, `</i>`)
			}
			o.raw("</span>\n")
		}
	})
}

// lineWeight is the approximate HTML size in bytes of the markup around a line.
const lineWeight = 80

// Weigh returns an upper estimate of the HTML size in bytes of a text rendered as lines. It stops
// soon after reaching most, to stay cheap.
func Weigh(text string, most int) int {
	sum := lineWeight
	for i := 0; i < len(text) && sum <= most; {
		w, size := weight(text[i:])
		sum += w
		i += size
	}
	return sum
}

func weight(s string) (w, size int) {
	const mark = 96 // size of <span class="ctl" title="...">...</span>
	c := s[0]
	switch {
	case c == '\n':
		return 1 + lineWeight, 1
	case c == '\t':
		return 1, 1
	case c < 0x20 || c == 0x7f:
		return mark, 1
	case c == '<' || c == '>' || c == '&' || c == '"' || c == '\'':
		return 5, 1
	case c < utf8.RuneSelf:
		return 1, 1
	}
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 || !unicode.IsGraphic(r) || unicode.In(r, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point) {
		return mark, size
	}
	return size, size
}

// CountLines returns the number of lines. A final newline does not start another line.
func CountLines(text string) int {
	if text == "" {
		return 0
	}
	return strings.Count(text, "\n") + btoi(!strings.HasSuffix(text, "\n"))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
