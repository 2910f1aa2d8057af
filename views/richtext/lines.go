package richtext

import (
	"regexp"
	"strings"

	"github.com/a-h/templ"
)

// LinesOf is a stretch of text whose lines have addresses.
type LinesOf struct {
	Text   string
	Prefix string // of the ids, before the line's number; empty for no addresses
	First  int    // number of the line in which the text begins
	Inside bool   // it begins inside that line, whose address is elsewhere
	Plain  bool   // a stretch that is one line by itself needs no number
	Log    bool   // lines that tell of an error are marked
	Chosen [2]int // first and last line of what an address has chosen; 0: none
}

// badLine is a line of a log that tells of an error, by its level or its words.
var badLine = regexp.MustCompile(`\b(?:ERROR|FATAL|CRITICAL|PANIC|ERR)\b|(?i:\b\w*(?:error|exception)\b ?:|\[error\]|\blevel=(?:error|fatal)|\bfatal:|\bpanic:|^Traceback \()`)

// Lines shows text line by line with the number of each as a link to it.
// Colours of terminals are obeyed.
func Lines(l LinesOf) templ.Component {
	return component(func(o *out) {
		var p textStyle
		n := l.First
		text := strings.TrimSuffix(l.Text, "\n")
		for i, line := range strings.Split(text, "\n") {
			number := itoa(n + i)
			o.raw(`<span class="ln`)
			if l.Plain {
				o.raw(" one")
			}
			if l.Log && badLine.MatchString(line) {
				o.raw(" bad")
			}
			if at := n + i; at >= l.Chosen[0] && at <= l.Chosen[1] {
				o.raw(" sel")
			}
			o.raw(`"`)
			if l.Prefix != "" && !(i == 0 && l.Inside) {
				id := l.Prefix + number
				o.raw(` id="`, id, `">`)
				if !l.Plain {
					o.raw(`<a href="#`, id, `">`, number, `</a>`)
				}
			} else {
				o.raw(">")
			}
			p = o.ansi(line, p)
			o.raw("</span>")
		}
	})
}
