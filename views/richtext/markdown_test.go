package richtext

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/must"
)

func render(t testing.TB, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, c.Render(context.Background(), &b))
	return b.String()
}

func TestMarkdown(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"emphasis", "a *b* **c**", `<div class="md"><p>a <em>b</em> <strong>c</strong></p>` + "\n</div>"},
		{"heading", "# T\n\n### U", `<div class="md"><p class="mh">T</p>` + "\n" + `<p class="mh mh3">U</p>` + "\n</div>"},
		{"raw html is text", "<b onclick=x()>hi</b>", `<div class="md"><p>&lt;b onclick=x()&gt;hi&lt;/b&gt;</p>` + "\n</div>"},
		{"script block is text", "<script>\nalert(1)\n</script>", `<div class="md"><div class="txt">&lt;script&gt;` + "\nalert(1)\n&lt;/script&gt;</div>\n</div>"},
		{"script link", "[x](javascript:alert(1))", `<div class="md"><p>x <span class="mi">(javascript:alert(1))</span></p>` + "\n</div>"},
		{"relative link", "[x](/runs)", `<div class="md"><p>x <span class="mi">(/runs)</span></p>` + "\n</div>"},
		{"host link", "[x](//evil.test)", `<div class="md"><p>x <span class="mi">(//evil.test)</span></p>` + "\n</div>"},
		{"web link", "[x](https://a.test/b)", `<div class="md"><p><a href="https://a.test/b" rel="nofollow noreferrer">x</a> <span class="mi">(https://a.test/b)</span></p>` + "\n</div>"},
		{"image", "![alt](https://a.test/p.png)", `<div class="md"><p><span class="mi">image: alt (https://a.test/p.png)</span></p>` + "\n</div>"},
		{"bidi", "a\u202eb", `<div class="md"><p>a<span class="ctl" title="U+202E RIGHT-TO-LEFT OVERRIDE">RLO</span>b</p>` + "\n</div>"},
		{"bidi as entity", "a&#x202e;b", `<div class="md"><p>a<span class="ctl" title="U+202E RIGHT-TO-LEFT OVERRIDE">RLO</span>b</p>` + "\n</div>"},
		{"fence", "```py\nx = 1 # <\n```", `<div class="md"><div class="txt mc">x = 1 # &lt;` + "\n</div>\n</div>"},
		{"zero width in fence", "```\na\u200bb\n```", `<div class="md"><div class="txt mc">a<span class="ctl" title="U+200B ZERO WIDTH SPACE">ZWSP</span>b` + "\n</div>\n</div>"},
		{"task list keeps its boxes", "- [x] done", "<div class=\"md\"><ul>\n<li>[x] done</li>\n</ul>\n</div>"},
		{"table", "|a|b|\n|-|-|\n|1|<i>|", "<div class=\"md\"><table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>&lt;i&gt;</td>\n</tr>\n</tbody>\n</table>\n</div>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := render(t, Markdown(tt.text)); got != tt.want {
				t.Errorf("Markdown(%q)\n got %s\nwant %s", tt.text, got, tt.want)
			}
		})
	}
}

// TestMessage holds that lines of a message stay lines, and that nothing else differs.
func TestMessage(t *testing.T) {
	for text, want := range map[string]string{
		"one\ntwo\n\nthree": "<div class=\"md\"><p>one<br>\ntwo</p>\n<p>three</p>\n</div>",
		"- a\n  b":          "<div class=\"md\"><ul>\n<li>a<br>\nb</li>\n</ul>\n</div>",
		"```\na\nb\n```":    "<div class=\"md\"><div class=\"txt mc\">a\nb\n</div>\n</div>",
	} {
		if got := render(t, Message(text)); got != want {
			t.Errorf("Message(%q)\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestMarkdownGuard gives the parser what is known to blow it up: each must be
// shown in a moment and in a bounded amount of HTML.
func TestMarkdownGuard(t *testing.T) {
	const size = 32 << 10
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	hostile := map[string]string{
		"table":         strings.Repeat("|", 10_000) + "\n" + strings.Repeat("-|", 5_000) + "\n" + strings.Repeat("|\n", 5_000),
		"table width":   strings.Repeat("a|", 200) + "\n" + strings.Repeat("-|", 200) + "\n" + strings.Repeat("|\n", 200),
		"brackets":      fill("["),
		"images":        fill("![["),
		"links":         fill("[a]("),
		"emphasis":      fill("*a _b "),
		"stars":         fill("**"),
		"quotes":        fill(">"),
		"quotes apart":  strings.Repeat(strings.Repeat("> ", 150)+"a\n", 100),
		"lists":         fill("- "),
		"deep lists":    deepList(300),
		"backticks":     fill("`a``b"),
		"tags":          fill("<a "),
		"entities":      fill("&#x202e;"),
		"control":       fill("\x01"),
		"references":    fill("[a]: b\n"),
		"html comments": fill("<!-- "),
		"fences":        fill("```py\n"),
		"underscores":   fill("_"),
		"3,900 stars":   strings.Repeat("*a **b ", 1300) + fill("x"),
		"3,900 opens":   strings.Repeat("[", 3900) + strings.Repeat("](a)", 3900),
		"3,900 ticks":   strings.Repeat("` ", 1900),
	}
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			got := render(t, Markdown(text))
			took := time.Since(start)
			t.Logf("%d bytes in %v to %d bytes, parsed %v", len(text), took.Round(time.Millisecond), len(got), Parses(text))
			if took > 5*time.Second { // a bomb takes minutes and gigabytes; the race detector takes seconds
				t.Errorf("took %v", took)
			}
			if len(got) > 5<<20 {
				t.Errorf("made %d bytes of HTML of %d bytes", len(got), len(text))
			}
		})
	}
}

func deepList(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(" ", 2*i) + "- a\n")
		if b.Len() > 32<<10 {
			break
		}
	}
	return b.String()
}
