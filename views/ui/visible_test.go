package ui

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/visible"
)

func TestVisible(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain and layout kept", "a\n\tb 漢字 é", "a\n\tb 漢字 é"},
		{"markup escaped", `<script>"&'</script>`, "&lt;script&gt;&#34;&amp;&#39;&lt;/script&gt;"},
		{"bidi override", "a\u202eb", `a<span class="ctl" title="U+202E RIGHT-TO-LEFT OVERRIDE">RLO</span>b`},
		{"escape sequence", "\x1b[31m", `<span class="ctl" title="U+001B ESCAPE">ESC</span>[31m`},
		{"C1", "\u009b", `<span class="ctl" title="U+009B CONTROL SEQUENCE INTRODUCER">CSI</span>`},
		{"zero width", "\u200b", `<span class="ctl" title="U+200B ZERO WIDTH SPACE">ZWSP</span>`},
		{"invalid UTF-8", "\xff", `<span class="ctl" title="byte 0xFF, not UTF-8">\xFF</span>`},
		{"emoji with one selector", "☁️", "☁️"},
		{"second selector hides data", "☁\ufe0f\ufe0f", "☁\ufe0f" + `<span class="ctl" title="U+FE0F VARIATION SELECTOR">VS</span>`},
		{"selector after nothing", "\ufe0f", `<span class="ctl" title="U+FE0F VARIATION SELECTOR">VS</span>`},
		{"tag character that is markup", "\U000e003c", `<span class="ctl" title="U+E003C TAG of &lt;">TAG &lt;</span>`},
		{"hangul filler", "\u3164", `<span class="ctl" title="U+3164 HANGUL FILLER">HF</span>`},
		{"name from Unicode", "\ufff9", `<span class="ctl" title="U+FFF9 INTERLINEAR ANNOTATION ANCHOR">U+FFF9</span>`},
		{"control without a name", "\u0080", `<span class="ctl" title="U+0080 invisible character">U+0080</span>`},
		{"carriage return", "a\r\n", "a" + `<span class="ctl" title="U+000D CARRIAGE RETURN">CR</span>` + "\n"},
		{"arabic number sign is visible", "\u0600", "\u0600"},
		{"replacement character is itself", "\ufffd", "\ufffd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := render(t, Visible(tt.in)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func FuzzVisible(f *testing.F) {
	f.Add("a\u202e<b>\x00\xff")
	f.Fuzz(func(t *testing.T, in string) {
		var b strings.Builder
		must.Do(t, writeVisible(&b, in))
		selector := true
		for _, r := range b.String() {
			if visible.Acts(r, selector) {
				t.Fatalf("%q shows %U unmarked: %q", in, r, b.String())
			}
			selector = visible.IsSelector(r)
		}
		rest := strings.NewReplacer(`<span class="ctl" title="`, "", `</span>`, "").Replace(b.String())
		if strings.Contains(rest, "<") {
			t.Fatalf("%q leaves markup: %q", in, b.String())
		}
	})
}
