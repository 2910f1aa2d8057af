package web

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/must"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// siteFile is what a search engine takes out of a sitemap or its index.
type siteFile struct {
	XMLName xml.Name
	Files   []siteLine `xml:"sitemap"`
	Pages   []siteLine `xml:"url"`
}

type siteLine struct {
	Loc     string `xml:"loc"`
	Lastmod string `xml:"lastmod"`
}

// siteFile gets a file of the sitemap.
func (s *testSite) siteFile(t *testing.T, path string) siteFile {
	t.Helper()
	rec := s.get(path)
	var f siteFile
	if err := xml.Unmarshal(rec.Body.Bytes(), &f); rec.Code != http.StatusOK || err != nil {
		t.Fatalf("GET %s: status %d, %v", path, rec.Code, err)
	}
	if f.XMLName.Space != "http://www.sitemaps.org/schemas/sitemap/0.9" {
		t.Errorf("GET %s: a %v", path, f.XMLName)
	}
	return f
}

// TestSitemap: each address of the sitemap is a page that is there, may be listed
// and calls itself by that address; none stands there twice; every run has its
// file, with the time at which it was read.
func TestSitemap(t *testing.T) {
	s := testServer(t)
	const origin = "http://example.com"
	index := s.siteFile(t, "/sitemap.xml")
	seen := map[string]string{}
	for _, file := range index.Files {
		at := strings.TrimPrefix(file.Loc, origin)
		for i, page := range s.siteFile(t, at).Pages {
			path, ok := strings.CutPrefix(page.Loc, origin)
			if !ok || seen[path] != "" {
				t.Errorf("%s lists %s; before: %q", at, page.Loc, seen[path])
			}
			seen[path] = at
			if i%7 > 0 && strings.Count(path, "/") > 3 { // tasks and trials are many
				continue
			}
			doc := s.page(t, path)
			if href, _ := doc.Find("link[rel=canonical]").Attr("href"); href != page.Loc {
				t.Errorf("%s lists %s, which calls itself %s", at, page.Loc, href)
			}
			if doc.Find(`meta[name=robots]`).Length() > 0 {
				t.Errorf("%s lists %s, which is not to be listed", at, path)
			}
		}
	}
	// What these pages lead to may be listed, so it is.
	for _, from := range []string{"/", "/findings", "/docs", "/b/clawatlas-example", "/b/liveclawbench"} {
		s.page(t, from).Find("main a").Each(func(_ int, a *goquery.Selection) {
			path := a.AttrOr("href", "")
			if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?#.") || seen[path] != "" {
				return
			}
			rec := s.get(path)
			if !strings.HasPrefix(rec.Header().Get("Content-Type"), "text/html") || rec.Code != http.StatusOK {
				return
			}
			doc := s.page(t, path)
			own := strings.TrimPrefix(doc.Find("link[rel=canonical]").AttrOr("href", ""), origin)
			if own == path && doc.Find("meta[name=robots]").Length() == 0 {
				t.Errorf("%s leads to %s, which the sitemap does not list", from, path)
			}
		})
	}
	runs := s.runs(t, results.RunFilter{Limit: 1000})
	for _, r := range runs {
		at := "/sitemap.xml?run=" + url.QueryEscape(r.Slug)
		if seen["/runs/"+r.Slug] != at {
			t.Errorf("the page of run %s is listed in %q", r.Slug, seen["/runs/"+r.Slug])
		}
		if got, err := time.Parse(time.RFC3339, s.siteFile(t, at).Pages[0].Lastmod); err != nil || got.UnixMilli()/1000 < r.IngestedAt/1000 {
			t.Errorf("run %s changed %v, read %v: %v", r.Slug, got, r.IngestedAt, err)
		}
	}
	for _, path := range []string{"/sitemap.xml?run=none", "/sitemap.xml?benchmark=none", "/sitemap.xml?part=site&offset=9999"} {
		s.wantStatus(t, path, http.StatusNotFound)
	}
}

// TestSitemapHidden: a hidden run is in no file, and has none.
func TestSitemapHidden(t *testing.T) {
	slug := ""
	s := openSite(t, "hidden from the sitemap", func(ctx context.Context, l *ingest.Loader) error {
		if err := fillGolden(ctx, l); err != nil {
			return err
		}
		db := l.Store.(*sqlite.DB)
		runs, _, err := db.Runs(ctx, results.RunFilter{Limit: 1})
		if err != nil {
			return err
		}
		slug = runs[0].Slug
		return db.HideRun(ctx, slug, true)
	})
	body := s.get("/sitemap.xml").Body.String()
	if !strings.Contains(body, "?run=") || strings.Contains(body, slug) {
		t.Errorf("the index has no run, or the hidden %s: %.300s", slug, body)
	}
	s.wantStatus(t, "/sitemap.xml?run="+slug, http.StatusNotFound)
}

// TestRobots holds the rules against addresses by the longest rule that fits, as
// crawlers do (RFC 9309, 2.2.2).
func TestRobots(t *testing.T) {
	text := bareServer(t).get("/robots.txt").Body.String()
	if !strings.Contains(text, "\nSitemap: http://example.com/sitemap.xml\n") {
		t.Errorf("the sitemap is not named:\n%s", text)
	}
	for path, want := range map[string]bool{
		"/": true, "/b/clawarena": true, "/runs/x/y/z": true, "/compare": true, "/compare?a=x&b=y": true, "/runs/x/y/z?attempt=2": true,
		"/sitemap.xml": true, "/sitemap.xml?run=x&offset=10000": true, "/runs/x.svg": true,
		"/compare?a=x&b=y&kind=z": false, "/compare?run=x&run=y&run=z": false, "/compare/s/t?a=x&b=y": false, "/search": false, "/search?q=x": false,
		"/b/clawarena?sort=fd": false, "/runs/x/y/z?step=3": false, "/runs/x/y/z?attempt=2&step=3": false, "/api/v1/runs": false,
	} {
		must.Equal(t, want, crawlable(text, path), "%s may be fetched", path)
	}
}

// crawlable reads rules of one group, of which the longest that fits holds.
func crawlable(rules, path string) bool {
	allowed, longest := true, 0
	for _, line := range strings.Split(rules, "\n") {
		word, pattern, _ := strings.Cut(line, ": ")
		if word != "Allow" && word != "Disallow" || len(pattern) < longest || !fits(pattern, path) {
			continue
		}
		if len(pattern) > longest || word == "Allow" {
			allowed, longest = word == "Allow", len(pattern)
		}
	}
	return allowed
}

// fits reports whether a path begins as a pattern says, in which * stands for
// anything.
func fits(pattern, path string) bool {
	parts := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(path, parts[0])
	for _, p := range parts[1:] {
		if ok {
			_, rest, ok = strings.Cut(rest, p)
		}
	}
	return ok
}
