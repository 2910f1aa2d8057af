package web

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
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
