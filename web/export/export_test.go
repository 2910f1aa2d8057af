package export

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/must"
)

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`

// served answers from a map of addresses, as escaped, to bodies that begin
// with their type.
type served map[string]string

func (s served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kind, body, ok := strings.Cut(s[r.URL.RequestURI()], "\n")
	tag := fmt.Sprintf("%q", digest(body))
	if !ok {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, policy+`<a href="/p">home</a>`)
		return
	}
	if to, leads := strings.CutPrefix(kind, "to "); leads {
		http.Redirect(w, r, to, http.StatusFound)
		return
	}
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if strings.Contains(r.URL.Path, "/raw/") {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
	}
	w.Header().Set("Content-Type", kind)
	if kind == "text/short" {
		w.Header().Set("Content-Length", "1000")
	}
	fmt.Fprint(w, body)
}

// write exports into a directory.
func write(t *testing.T, site http.Handler, dir string, opt Options) Report {
	t.Helper()
	return must.Get(Write(t.Context(), site, dir, opt))(t)
}

func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	got := map[string]string{}
	for name, data := range must.Files(t, os.DirFS(dir)) {
		if !strings.HasPrefix(name, unfinished) {
			got[name] = string(data)
		}
	}
	return got
}

// TestWrite follows links of every kind and turns them into ways from file to file.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	rep := write(t, served{
		"/": "text/html\n" + policy + `<link rel="alternate" href="/?q=1"><a class="x" href="/p">P</a><a href="#here">here</a><a href="https://else.where/">out</a>` +
			`<form action="/search"><input name="q"></form><a href="/search?q=x">found</a><img src="/raw/a%25b.png"><p data-x="/p">/p href="/p"</p>`,
		"/p": "text/html\n" + policy + `<a href="/">home</a><a href="/p/steps/1#s">1</a><div data-step-url="/p/steps/{n}"></div><a href="/raw/a.html">raw</a>` +
			`<a href="/p?sort=x&amp;dir=asc">sorted</a><a href="/p?format=csv&amp;x=">table</a><a href="//else.where/x">out</a>` +
			`<form action="/p"><select name="show"></select><a href="/p">in</a></form><a href="/api/v1/p">twin</a><a href="/old">moved</a><a href="/p.svg">drawn</a>`,
		"/p?dir=asc&sort=x": "text/html\n" + policy + `<a href="/p?sort=x">other order</a><a href="/p?sort=x&amp;show=y">two choices</a>`,
		"/p?format=csv":     "text/csv\na,b",
		"/p.svg":            `image/svg+xml` + "\n" + `<svg><a href="/p"></a></svg>`,
		"/p/steps/1":        "text/html\n" + policy + `<a href="/p?q">p</a><a href="/p#s&amp;t">p</a>`,
		"/old":              "to /p#moved\n",
		"/search":           "text/html\n" + policy + `<form action="/search"></form>`,
		"/api/v1/p":         "application/json\n{\"url\":\"/p\"}",
		"/raw/a.html":       "text/plain; charset=utf-8\n<script>alert(1)</script>",
		"/raw/a%25b.png":    "image/png\nPNG",
	}, dir, Options{})
	if want := []Failure{{"/p?sort=x", "the site links to it but answers 404 Not Found"}}; !cmp.Equal(want, rep.Failed) {
		t.Errorf("failed: %+v", rep.Failed)
	}
	raw, png := "raw/a-html-"+digest("a.html")+".txt", "raw/a-b-png-"+digest("a%b.png")+".png"
	sorted := "p/dir-asc-sort-x-" + digest("dir=asc&sort=x") + ".html"
	want := map[string]string{
		".nojekyll": "",
		"404.html":  policy + `<a href="/p/index.html">home</a>`,
		"index.html": policy + `<a class="x" href="p/index.html">P</a><a href="#here">here</a><a href="https://else.where/">out</a>` +
			`<form action="search/index.html"><input name="q"></form><a>found</a><img src="` + png + `"><p data-x="/p">/p href="/p"</p>`,
		"p/index.html": policy + `<a href="../index.html">home</a><a href="steps/1/index.html#s">1</a><div data-step-url="steps/{n}/index.html"></div><a href="../` + raw + `">raw</a>` +
			`<a href="` + strings.TrimPrefix(sorted, "p/") + `">sorted</a><a href="../p.csv">table</a><a href="//else.where/x">out</a>` +
			`<a href="../api/v1/p.json">twin</a><a href="index.html#moved">moved</a><a href="../p.svg">drawn</a>`,
		sorted:                 policy + `<a>other order</a><a>two choices</a>`,
		"p.csv":                "a,b",
		"p.svg":                `<svg><a href="p/index.html"></a></svg>`,
		"p/steps/1/index.html": policy + `<a href="../../index.html">p</a><a href="../../index.html#s&amp;t">p</a>`,
		"search/index.html":    policy + `<form action="index.html"></form>`,
		"search/docs-0.js":     `clawatlasDocs(0,[["index.html","",""],["p/index.html","",""],["p/steps/1/index.html","",""]])` + "\n",
		"api/v1/p.json":        `{"url":"/p"}`,
		raw:                    "<script>alert(1)</script>",
		png:                    "PNG",
	}
	must.Same(t, want, tree(t, dir), "what was got")
	if rep.Files != len(want) || rep.Written != len(want) {
		t.Errorf("%+v, want %d files", rep, len(want))
	}
}

// TestWriteBase writes whole addresses where the site says what it is called, in
// attributes and in what people read.
func TestWriteBase(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	write(t, served{
		"/": "text/html\n" + policy + `<link rel="canonical" href="` + Origin + `/"><meta content="` + Origin + `/card.png"><meta content="` + Origin + `/none?q=x"><pre>url = {` + Origin + `/p?a=1&amp;b=2},</pre><a href="/p">p</a>` +
			`<p>See ` + Origin + `/p.</p><a href="/changes.atom">feed</a>`,
		"/p":            "text/html\n" + policy,
		"/card.png":     "image/png\nPNG",
		"/robots.txt":   "text/plain\nSitemap: " + Origin + "/sitemap.xml\n",
		"/sitemap.xml":  "application/xml\n<loc>" + Origin + "/p</loc>",
		"/changes.atom": "application/atom+xml\n" + `<link href="` + Origin + `/p"/>`,
	}, dir, Options{Base: "https://a.example/atlas/"})
	got := tree(t, dir)
	for file, want := range map[string]string{
		"index.html": policy + `<link rel="canonical" href="https://a.example/atlas/index.html"><meta content="https://a.example/atlas/card.png"><pre>url = {https://a.example/atlas/p?a=1&amp;b=2},</pre><a href="p/index.html">p</a>` +
			`<p>See https://a.example/atlas/p/index.html.</p><a href="changes.atom">feed</a>`,
		"robots.txt":   "Sitemap: https://a.example/atlas/sitemap.xml\n",
		"sitemap.xml":  "<loc>https://a.example/atlas/p/index.html</loc>",
		"changes.atom": `<link href="https://a.example/atlas/p/index.html"/>`,
		"404.html":     policy + `<a href="/atlas/p/index.html">home</a>`,
	} {
		if got[file] != want {
			t.Errorf("%s:\n%s\nwant\n%s", file, got[file], want)
		}
	}
	if broken, total, err := CheckLinks(os.DirFS(dir), "https://a.example/atlas/"); err != nil || len(broken) > 0 || total < 7 {
		t.Errorf("%d links, broken: %v, %v", total, broken, err)
	}
}

// TestWriteAgain changes some pages of a site and shows that the other files are
// not touched, stale ones go, and what is not ours stays.
func TestWriteAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	site := served{
		"/":          "text/html\n" + policy + `<a href="/p">p</a><a href="/q">q</a><a href="/gone/deep">g</a><a href="/late">l</a>`,
		"/p":         "text/html\n" + policy + `<a href="/q">q</a>`,
		"/q":         "text/html\n" + policy + `one`,
		"/gone/deep": "text/html\n" + policy + `<a href="/p">p</a>`,
	}
	first := write(t, site, dir, Options{})
	times := stamps(t, dir)
	if rep := write(t, site, dir, Options{}); rep.Written != 0 || rep.Removed != 0 || rep.Files != first.Files || !cmp.Equal(times, stamps(t, dir)) {
		t.Errorf("nothing has changed: %+v", rep)
	}
	site["/q"] = "text/html\n" + policy + `two`
	site["/"] = "text/html\n" + policy + `<a href="/p">p</a><a href="/q">q</a><a href="/late">l</a>`
	site["/late"] = "text/html\n" + policy
	own := filepath.Join(dir, "CNAME")
	must.Do(t, os.WriteFile(own, []byte("a.example"), 0o600))
	rep := write(t, site, dir, Options{Workers: 1})
	if rep.Written != 3 || rep.Removed != 1 {
		t.Errorf("%+v, want / and /q and /late written and one removed", rep)
	}
	now := stamps(t, dir)
	for _, file := range []string{"p/index.html", "404.html", ".nojekyll"} {
		if now[file] != times[file] {
			t.Errorf("%s was touched", file)
		}
	}
	if got := tree(t, dir); got["q/index.html"] != policy+"two" || got["CNAME"] == "" || got["index.html"] != policy+`<a href="p/index.html">p</a><a href="q/index.html">q</a><a href="late/index.html">l</a>` {
		t.Errorf("%v", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "gone")); err == nil {
		t.Error("the directory of a page that is gone is left")
	}
	// What a page leads to has changed its name, or somebody has changed a file.
	site["/q"] = "text/csv\na"
	must.Do(t, os.WriteFile(filepath.Join(dir, "late", "index.html"), []byte("else"), 0o600))
	rep = write(t, site, dir, Options{})
	if got := tree(t, dir); rep.Written != 4 || got["p/index.html"] != policy+`<a href="../q.csv">q</a>` || got["late/index.html"] != policy {
		t.Errorf("%+v, %v", rep, got)
	}
}

// TestWriteInterrupted leaves an export in the middle; the next one ends as if
// nothing had been.
func TestWriteInterrupted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	site := served{"/": "text/html\n" + policy + `<a href="/p">p</a>`, "/p": "text/html\n" + policy}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Write(ctx, site, dir, Options{Workers: 1, Progress: func(done, _ int) {
		if done == 2 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	if got := tree(t, dir); len(got) > 0 {
		t.Errorf("before everything is rendered there is %v", got)
	}
	asked := asking{site, map[string]int{}}
	if rep := write(t, asked, dir, Options{}); rep.Written != rep.Files {
		t.Errorf("%+v", rep)
	}
	if asked.sent["/"] != 0 {
		t.Error("what was rendered is rendered again")
	}
}

// asking counts the answers of a site that are more than "not modified".
type asking struct {
	served
	sent map[string]int
}

func (a asking) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rec := httptest.NewRecorder()
	a.served.ServeHTTP(rec, r)
	if rec.Code != http.StatusNotModified {
		a.sent[r.URL.RequestURI()]++
	}
	maps.Copy(w.Header(), rec.Header())
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes())
}

// killedAt is an export that ends after so many changes of the directory as if killed: of
// its journal it has lost what was not written yet.
func killedAt(t *testing.T, site http.Handler, dir string, most int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := Write(ctx, site, dir, Options{Workers: 1, Progress: func(done, _ int) {
		if done == most {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	journal := filepath.Join(dir, journalName)
	info, err := os.Stat(journal)
	if err == nil {
		err = os.Truncate(journal, info.Size()-30)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestWriteKilled: an export goes on in the directory that one that was killed has left,
// and ends as one of its own would have.
func TestWriteKilled(t *testing.T) {
	site := served{"/": "text/html\n" + policy + `<a href="/p">p</a><a href="/q">q</a>`, "/p": "text/html\n" + policy, "/q": "text/html\n" + policy}
	want := filepath.Join(t.TempDir(), "out")
	whole := write(t, site, want, Options{})
	for most := 1; most <= len(site); most++ {
		dir := filepath.Join(t.TempDir(), "out")
		killedAt(t, site, dir, most)
		left := filepath.Join(dir, spoolName(7)) // of one with more workers
		if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		if rep := write(t, site, dir, Options{}); rep.Files != whole.Files || !cmp.Equal(tree(t, dir), tree(t, want)) {
			t.Errorf("killed at %d: %+v, %v", most, rep, tree(t, dir))
		}
		if list, _ := filepath.Glob(filepath.Join(dir, unfinished+"*")); len(list) != 1 {
			t.Errorf("killed at %d: %v is left", most, list)
		}
	}
}

// TestWriteKilledForAnotherBase: what was rendered for one address of the site is no use for
// another, nor is it when the first is asked for again.
func TestWriteKilledForAnotherBase(t *testing.T) {
	site := served{"/": "text/html\n" + policy + `<a href="/p">p</a> ` + Origin + `/p`, "/p": "text/html\n" + policy, "/robots.txt": "text/plain\n", "/sitemap.xml": "text/xml\n"}
	dir := filepath.Join(t.TempDir(), "out")
	for _, base := range []string{"", "https://a.example/", ""} {
		want := filepath.Join(t.TempDir(), "out")
		whole := write(t, site, want, Options{Base: base})
		killedAt(t, site, dir, 2)
		if rep := write(t, site, dir, Options{Base: base}); rep.Files != whole.Files || !cmp.Equal(tree(t, dir), tree(t, want)) {
			t.Errorf("base %q: %+v, %v", base, rep, tree(t, dir))
		}
	}
}

// TestWriteDamaged: what a machine that went down has left of a rendered page, and of
// a file, is not taken for the page.
func TestWriteDamaged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	site := served{"/": "text/html\n" + policy + `<a href="/p">p</a>`, "/p": "text/html\n" + policy}
	killedAt(t, site, dir, 2)
	spool := filepath.Join(dir, spoolName(0))
	body, err := os.ReadFile(spool)
	if err == nil {
		err = os.WriteFile(spool, make([]byte, len(body)), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	write(t, site, dir, Options{})
	if got := tree(t, dir); got["index.html"] != policy+`<a href="p/index.html">p</a>` {
		t.Errorf("%v", got)
	}
}

// TestWriteState: a page is not asked for whose state is as before, and its links are
// followed all the same.
func TestWriteState(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	site := served{"/": "text/html\n" + policy + `<a href="/p">p</a>`, "/p": "text/html\n" + policy + `<a href="/moved">q</a>`,
		"/moved": "to /q\n", "/q": "text/html\n" + policy}
	state := "one"
	opt := Options{State: func(at string) string {
		if at == "/p" || at == "/moved" {
			return state
		}
		return ""
	}}
	write(t, site, dir, opt)
	asked := asking{site, map[string]int{}}
	if rep := write(t, asked, dir, opt); rep.Written != 0 || len(asked.sent) != 1 { // 404 has no ETag
		t.Errorf("%+v, asked for %v", rep, asked.sent)
	}
	site["/p"], state = "text/html\n"+policy+"new", "two"
	if rep := write(t, asked, dir, opt); rep.Written != 1 || rep.Removed != 1 {
		t.Errorf("%+v, asked for %v", rep, asked.sent)
	}
	// A file that somebody has changed is written anew, whatever the state.
	if err := os.WriteFile(filepath.Join(dir, "p", "index.html"), []byte("else"), 0o600); err != nil {
		t.Fatal(err)
	}
	if rep := write(t, asked, dir, opt); rep.Written != 1 || tree(t, dir)["p/index.html"] != policy+"new" {
		t.Errorf("%+v, %v", rep, tree(t, dir))
	}
}

// TestWriteOverOlder: the manifest of an earlier version is read for the names of files.
func TestWriteOverOlder(t *testing.T) {
	dir := t.TempDir()
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	fmt.Fprint(w, `{"files":[{"at":"/gone","file":"gone/index.html","etag":"x","links":[0],"size":2},{"file":"index.html"}],"names":["/p"]}`)
	if err := errors.Join(w.Close(), os.WriteFile(filepath.Join(dir, manifestName), z.Bytes(), 0o600),
		os.Mkdir(filepath.Join(dir, "gone"), 0o755), os.WriteFile(filepath.Join(dir, "gone", "index.html"), []byte("ha"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if rep := write(t, served{"/": "text/html\n" + policy}, dir, Options{}); rep.Removed != 1 || rep.Files != rep.Written {
		t.Errorf("%+v", rep)
	}
}

// TestWriteElsewhere leaves directories alone that are not of an export.
func TestWriteElsewhere(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600))
	if _, err := Write(t.Context(), served{"/": "text/html\n" + policy}, dir, Options{}); err == nil {
		t.Error("a directory with other files was taken")
	}
}

// stamps are the times of the files of a directory.
func stamps(t *testing.T, dir string) map[string]int64 {
	t.Helper()
	list := map[string]int64{}
	for name := range tree(t, dir) {
		info := must.Get(os.Stat(filepath.Join(dir, name)))(t)
		list[name] = info.ModTime().UnixNano()
	}
	return list
}

// TestWriteFailures shows that what cannot be written costs only itself.
func TestWriteFailures(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	rep := write(t, served{
		"/":      "text/html\n" + policy + `<a href="/gone">1</a><a href="/bare">2</a><a href="/short">3</a><a href="/good">4</a><a href="/%zz">5</a>`,
		"/bare":  "text/html\n<script>alert(1)</script>",
		"/short": "text/short\ncut",
		"/good":  "text/plain\nwhole",
	}, dir, Options{})
	want := []Failure{
		{"/bare", "the page does not carry the policy that keeps records from acting"},
		{"/gone", "the site links to it but answers 404 Not Found"},
		{"/p", "the site links to it but answers 404 Not Found"},
		{"/short", "3 of 1000 bytes came"},
	}
	must.Same(t, want, rep.Failed, "rep.Failed")
	files := map[string]string{".nojekyll": "", "404.html": policy + `<a>home</a>`, "good.txt": "whole",
		"index.html": policy + `<a>1</a><a>2</a><a>3</a><a href="good.txt">4</a><a href="/%zz">5</a>`}
	must.Same(t, files, tree(t, dir), "what was got")
}
