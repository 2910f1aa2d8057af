package richtext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"
)

// Line is a line of a text with its address.
type Line struct {
	ID     string // empty for none
	Number string // as it is shown, padded; empty for none
	Text   string
	Class  string
	Marks  [][2]int // byte ranges of Text that are marked
	After  string   // what is said of a line that is cut
}

// Lines shows text line by line with the number of each as a link to it. Colours of
// terminals are obeyed.
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

// lineWeight is what the address of one line costs in HTML.
const lineWeight = 80

// Weigh estimates from above how many bytes of HTML a text becomes, with an
// address for each line. It stops soon after most, so that a text of any size
// costs no more to weigh than it may weigh.
func Weigh(text string, most int) int {
	sum := lineWeight
	for i := 0; i < len(text) && sum <= most; {
		w, size := weight(text[i:])
		sum += w
		i += size
	}
	return sum
}

// weight is what the first character of s becomes, and its size.
func weight(s string) (w, size int) {
	const mark = 96 // <span class="ctl" title="...">...</span>
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

// CountLines counts the lines of a text; a line end at its end begins no line.
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
