package richtext

import (
	"strings"
	"testing"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/must"
)

// colours shows lines as Lines does, without their numbers.
func colours(text string) templ.Component {
	return component(func(o *out) {
		var p textStyle
		for i, line := range strings.Split(text, "\n") {
			if i > 0 {
				o.raw("\n")
			}
			p = o.ansi(line, p)
		}
	})
}

func TestANSI(t *testing.T) {
	const esc = `<span class="ctl" title="escape sequence that is not obeyed">ESC`
	tests := []struct{ name, text, want string }{
		{"plain", "a<b", "a&lt;b"},
		{"colour", "\x1b[31mred\x1b[0m plain", `<span class="a1">red</span> plain`},
		{"bright and bold", "\x1b[1;92mok", `<span class="a2 aw">ok</span>`},
		{"empty is reset", "\x1b[4mx\x1b[my", `<span class="au">x</span>y`},
		{"256 colours", "\x1b[38;5;196mx", `<span class="a1">x</span>`},
		{"true colour", "\x1b[38;2;10;20;250mx", `<span class="a4">x</span>`},
		{"grey of 256", "\x1b[38;5;240mx", `<span class="a8">x</span>`},
		{"black is readable", "\x1b[30;40mx", `<span class="a8 ag">x</span>`},
		{"concealed is shown", "\x1b[8mx", "x"},
		{"over lines", "\x1b[32ma\nb", `<span class="a2">a</span>` + "\n" + `<span class="a2">b</span>`},
		{"cursor", "a\x1b[2Kb\x1b[?25l", "a" + esc + "[2K</span>b" + esc + "[?25l</span>"},
		{"private m", "\x1b[>4;2m", esc + "[&gt;4;2m</span>"},
		{"title", "\x1b]0;t\x07", `<span class="ctl" title="U+001B ESCAPE">ESC</span>]0;t<span class="ctl" title="U+0007 BELL">BEL</span>`},
		{"cut off", "\x1b[31", `<span class="ctl" title="U+001B ESCAPE">ESC</span>[31`},
		{"overwritten", "secret\rshown", `secret<span class="ctl" title="U+000D CARRIAGE RETURN">CR</span>shown`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Same(t, tt.want, render(t, colours(tt.text)), "%q", tt.text)
		})
	}
}

func TestLines(t *testing.T) {
	got := render(t, Lines([]Line{{Text: "a"}, {ID: "L41", Number: "  41"}, {ID: "L42", Number: "  42", Text: "b<c", Class: "k", Marks: [][2]int{{1, 2}}, After: "9 B more"}}))
	want := `<span class="ln">a</span>
<span class="ln" id="L41"><i>  41</i></span>
<span class="ln k" id="L42"><a href="#L42">  42</a>b<mark>&lt;</mark>c<i>… 9 B more</i></span>
`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
