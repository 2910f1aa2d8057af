package ui

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results/must"
)

// A page has one address, whatever way led to it: what changes its content stays,
// what its Path has already does not stand twice, and order, windows of a trace
// and searches within it go.
func TestCanonical(t *testing.T) {
	for _, x := range []struct{ path, asked, want string }{
		{"/b/x", "", "https://atlas.example/b/x"},
		{"/b/x", "page=2&sort=-tcr&dir=desc", "https://atlas.example/b/x?page=2"},
		{"/b/x?convention=report", "convention=report&group=a", "https://atlas.example/b/x?convention=report&group=a"},
		{"/compare?a=1&b=2", "b=2&a=1", "https://atlas.example/compare?a=1&b=2"},
		{"/runs/r/s/t?attempt=2", "from=41&find=words&match=3", "https://atlas.example/runs/r/s/t?attempt=2"},
		{"/b/x", "q=a%26b%3D%22%3E", "https://atlas.example/b/x?q=a%26b%3D%22%3E"},
	} {
		asked := must.Get(url.ParseQuery(x.asked))(t)
		ctx := At(t.Context(), Request{Origin: "https://atlas.example", Query: asked})
		must.Equal(t, x.want, (Meta{Path: x.path}).canonical(ctx), "%s, asked for %s", x.path, x.asked)
	}
	if got := (Meta{Path: "/b/x"}).canonical(t.Context()); got != "/b/x" {
		t.Errorf("without a place: %s", got)
	}
}

// What is shared says what it is in the room that there is, and an address that no
// other site could follow is left out.
func TestCard(t *testing.T) {
	render := func(m Meta, p Request) string {
		var b strings.Builder
		must.Do(t, Page(m).Render(At(t.Context(), p), &b))
		return b.String()
	}
	m := Meta{Title: `A "run" <b>`, Description: "One & all.", Path: "/runs/x"}
	page := render(m, Request{Origin: "https://atlas.example"})
	for _, want := range []string{
		`<meta name="description" property="og:description" content="One &amp; all.">`, `<meta property="og:title" content="A &#34;run&#34; &lt;b&gt;">`,
		`<meta property="og:url" content="https://atlas.example/runs/x">`, `<meta property="og:type" content="website">`,
		`<meta property="og:site_name" content="ClawAtlas">`, `<meta name="twitter:card" content="summary_large_image">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if page = render(m, Request{}); strings.Contains(page, "og:url") || !strings.Contains(page, "og:title") {
		t.Error("a page of no known site has an address of its own, or no title")
	}
	if page = render(Meta{Title: "Not Found"}, Request{Origin: "https://atlas.example"}); strings.Contains(page, "og:") {
		t.Error("a page without an address is made for sharing")
	}
	long := Meta{Title: strings.Repeat("wörter ", 20)}.cardTitle()
	if n := utf8.RuneCountInString(long); n > titleLongest || n < titleLongest/2 || !strings.HasSuffix(long, "wörter…") {
		t.Errorf("a long title is %q, %d characters", long, n)
	}
	if one := (Meta{Title: strings.Repeat("語", 90)}).cardTitle(); utf8.RuneCountInString(one) != titleLongest || !utf8.ValidString(one) {
		t.Errorf("a title without spaces is %q", one)
	}
}
