package export

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`

// served answers from a map of addresses, as escaped, to bodies that begin
// with their type.
type served map[string]string

func (s served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kind, body, ok := strings.Cut(s[r.URL.EscapedPath()], "\n")
	if !ok {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, policy+`<a href="/p">home</a>`)
		return
	}
	w.Header().Set("Content-Type", kind)
	if kind == "text/short" {
		w.Header().Set("Content-Length", "1000")
	}
	fmt.Fprint(w, body)
}

func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	got := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		got[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestWrite follows links of every kind and turns them into ways from file to file.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	rep, err := Write(t.Context(), served{
		"/": "text/html\n" + policy + `<link rel="canonical" href="/?q=1"><a class="x" href="/p">P</a><a href="#here">here</a><a href="https://else.where/">out</a>` +
			`<form action="/search"><input name="q"></form><a href="/search?q=x">found</a><img src="/raw/a%25b.png"><p data-x="/p">/p href="/p"</p>`,
		"/p":             "text/html\n" + policy + `<a href="/">home</a><a href="/p/steps/1#s">1</a><div data-step-url="/p/steps/{n}"></div><a href="/raw/a.html">raw</a><a href="/p?sort=x">sorted</a><a href="//else.where/x">out</a>`,
		"/p/steps/1":     "text/html\n" + policy + `<a href="/p?x">p</a><a href="/p#s&amp;t">p</a>`,
		"/raw/a.html":    "text/plain; charset=utf-8\n<script>alert(1)</script>",
		"/raw/a%25b.png": "image/png\nPNG",
	}, dir)
	if err != nil || len(rep.Failed) != 0 {
		t.Fatalf("%v, %+v", err, rep)
	}
	raw := "raw/a-html-" + digest("/raw/a.html") + ".txt"
	png := "raw/a-b-png-" + digest("/raw/a%25b.png") + ".png"
	want := map[string]string{
		".nojekyll": "",
		"404.html":  policy + `<a href="/p/index.html">home</a>`,
		"index.html": policy + `<a class="x" href="p/index.html">P</a><a href="#here">here</a><a href="https://else.where/">out</a>` +
			`<a>found</a><img src="` + png + `"><p data-x="/p">/p href="/p"</p>`,
		"p/index.html":         policy + `<a href="../index.html">home</a><a href="steps/1/index.html#s">1</a><div data-step-url="steps/{n}/index.html"></div><a href="../` + raw + `">raw</a><a>sorted</a><a href="//else.where/x">out</a>`,
		"p/steps/1/index.html": policy + `<a>p</a><a href="../../index.html#s&amp;t">p</a>`,
		raw:                    "<script>alert(1)</script>",
		png:                    "PNG",
	}
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if rep.Files != len(want) {
		t.Errorf("%d files are reported, want %d", rep.Files, len(want))
	}
}

// TestWriteFailures shows that what cannot be written costs only itself.
func TestWriteFailures(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	rep, err := Write(t.Context(), served{
		"/":      "text/html\n" + policy + `<a href="/gone">1</a><a href="/bare">2</a><a href="/short">3</a><a href="/good">4</a><a href="/%zz">5</a>`,
		"/bare":  "text/html\n<script>alert(1)</script>",
		"/short": "text/short\ncut",
		"/good":  "text/plain\nwhole",
	}, dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []Failure{
		{"/gone", "the site links to it but answers 404 Not Found"},
		{"/bare", "the page does not carry the policy that keeps records from acting"},
		{"/short", "3 of 1000 bytes came"},
		{"/p", "the site links to it but answers 404 Not Found"},
	}
	if diff := cmp.Diff(want, rep.Failed); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	good := "good-" + digest("/good") + ".txt"
	files := map[string]string{".nojekyll": "", "404.html": policy + `<a>home</a>`, good: "whole",
		"index.html": policy + `<a>1</a><a>2</a><a>3</a><a href="` + good + `">4</a><a href="/%zz">5</a>`}
	if diff := cmp.Diff(files, tree(t, dir)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
