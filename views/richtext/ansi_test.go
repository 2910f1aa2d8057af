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
	got := render(t, Lines(LinesOf{Text: "a\n\nb\n", Prefix: "step-2-r1-L", First: 40, Inside: true}))
	want := `<span class="ln">a</span><span class="ln" id="step-2-r1-L41"><a href="#step-2-r1-L41">41</a></span><span class="ln" id="step-2-r1-L42"><a href="#step-2-r1-L42">42</a>b</span>`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestLinesOfLog(t *testing.T) {
	var b strings.Builder
	text := "12:00 [gateway] starting\n12:01 ERROR no config\nError: Cannot find module 'x'\nno errors so far"
	must.Do(t, Lines(LinesOf{Text: text, Prefix: "step-1-L", First: 1, Log: true}).Render(t.Context(), &b))
	if got := strings.Count(b.String(), `"ln bad"`); got != 2 || !strings.Contains(b.String(), `<span class="ln bad" id="step-1-L2">`) {
		t.Errorf("%d lines are marked: %s", got, b.String())
	}
}
