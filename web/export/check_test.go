package export

import (
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestCheckLinks has one link of each kind that fails, beside those that work.
func TestCheckLinks(t *testing.T) {
	page := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	files := fstest.MapFS{
		"index.html": page(`<a href="b/x/index.html#t">1</a><a href="b/x/index.html#u">2</a><a href="/b/x/index.html">3</a><a href="b/x">4</a><a href="b/x/">4</a><a href="b/x/index.html?sort=a">5</a>` +
			`<a href="#top">6</a><img src="none.png" srcset="a.png 1x, b.png 2x"><a href="https://else.where/none">7</a><a href="https://a.example/atlas/b/x/index.html">8</a><meta content="https://a.example/atlas/none.png">`),
		"b/x/index.html":    page(`<h1 id="t">x</h1><form action="../../index.html"></form><form action="../../search/index.html"></form><i data-step-url="{n}.html"></i><b data-step-url="n/{n}.html"></b>`),
		"b/x/1.html":        page(`<a href="../../../index.html">above the root</a>`),
		"search/index.html": page(`<form action="index.html"></form>`),
		"a.css":             page(`b { background: url("none.svg"); } i { background: url(a.svg) }`),
		"a.svg":             page(`<svg><a xlink:href="index.html"></a><a href="none.html"></a></svg>`),
		"sitemap.xml":       page(`<loc>https://a.example/atlas/index.html</loc><loc>https://a.example/atlas/b</loc>`),
		"changes.atom":      page(`<link href="https://a.example/atlas/none"/>`),
		"404.html":          page(`<a href="/atlas/index.html">home</a><a href="/none.html">home</a>`),
		"a.png":             page(""),
	}
	got, _ := must.Get2(CheckLinks(files, "https://a.example/atlas/"))(t)
	want := []Broken{
		{"404.html", "/none.html", ToNothing},
		{"a.css", "none.svg", ToNothing},
		{"a.svg", "none.html", ToNothing},
		{"b/x/1.html", "../../../index.html", ToNothing},
		{"b/x/index.html", "../../index.html", ToServer},
		{"b/x/index.html", "n/1.html", ToNothing},
		{"changes.atom", "https://a.example/atlas/none", ToNothing},
		{"index.html", "#top", ToNoPlace},
		{"index.html", "/b/x/index.html", FromRoot},
		{"index.html", "b.png", ToNothing},
		{"index.html", "b/x", ToDirectory},
		{"index.html", "b/x/", ToDirectory},
		{"index.html", "b/x/index.html#u", ToNoPlace},
		{"index.html", "b/x/index.html?sort=a", ToQuery},
		{"index.html", "https://a.example/atlas/none.png", ToNothing},
		{"index.html", "none.png", ToNothing},
		{"sitemap.xml", "https://a.example/atlas/b", ToDirectory},
	}
	must.Same(t, want, got, "what was got")
}
