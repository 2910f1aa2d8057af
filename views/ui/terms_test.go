package ui

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"

	"github.com/a-h/templ"
)

// TestTerms holds that a page explains the site's words which stand there, where the
// page wants it, and not those of a record's text.
func TestTerms(t *testing.T) {
	for _, c := range []struct{ name, main, want string }{
		{"none", "<p>It was reprinted.</p>", "<p>It was reprinted.</p>"},
		{"behind one that it is a part of", "<p>Reprinted, printed_x, printed</p>", "<p>Reprinted, printed_x, printed</p>[What “printed” means]"},
		{"at the end", "<p>One is <b>Printed</b>.</p>", "<p>One is <b>Printed</b>.</p>[What “printed” means]"},
		{"where the page wants it", "<p>two set\naside</p>" + termsHere + "<p>one in doubt</p>",
			"<p>two set\naside</p>[What “in doubt” and “set aside” mean]<p>one in doubt</p>"},
		{"a word over tags", "<p>No answer can <b>pass</b></p>", "<p>No answer can <b>pass</b></p>[What “no answer can pass” means]"},
		{"a mark and no word", "<p>x</p>" + termsHere, "<p>x</p>"},
		{"a record's text", `<div class="txt lines"><div>printed</div>in doubt</div><pre>printed</pre>`,
			`<div class="txt lines"><div>printed</div>in doubt</div><pre>printed</pre>`},
		{"after a record's text", `<div class="txt"><div>in doubt</div></div><p>printed</p>`,
			`<div class="txt"><div>in doubt</div></div><p>printed</p>[What “printed” means]`},
		{"an attribute", `<p title="printed">x</p>`, `<p title="printed">x</p>`},
	} {
		got := render(t, explainedOf(c.main))
		if before, fold, ok := strings.Cut(got, `<details class="fold terms">`); ok {
			_, fold, _ = strings.Cut(fold, "<summary>")
			title, rest, _ := strings.Cut(fold, "</summary>")
			_, after, _ := strings.Cut(rest, "</details>")
			got = before + "[" + title + "]" + after
		}
		must.Equal(t, c.want, got, "%s", c.name)
	}
}

func explainedOf(main string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		return explained().Render(templ.WithChildren(context.Background(), templ.Raw(main)), w)
	})
}
