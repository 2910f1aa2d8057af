package richtext

import "github.com/a-h/templ"

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
