package site

import (
	"encoding/xml"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
)

type SitePage struct {
	Path string // URL path, without the origin
	At   int64  // time of the last change to the page content in Unix milliseconds; 0 if unknown
}

const sitemapSpace = "http://www.sitemaps.org/schemas/sitemap/0.9"

type sitemapEntry struct {
	Loc     string `xml:"loc"`
	Lastmod string `xml:"lastmod,omitempty"`
}

// Sitemap renders the sitemap of the pages with absolute URLs; origin is their scheme and host.
func Sitemap(list []SitePage, origin string) ([]byte, error) {
	return sitemapDocument(struct {
		XMLName xml.Name       `xml:"urlset"`
		Space   string         `xml:"xmlns,attr"`
		Entries []sitemapEntry `xml:"url"`
	}{Space: sitemapSpace, Entries: sitemapEntries(list, origin)})
}

func SitemapIndex(list []SitePage, origin string) ([]byte, error) {
	return sitemapDocument(struct {
		XMLName xml.Name       `xml:"sitemapindex"`
		Space   string         `xml:"xmlns,attr"`
		Entries []sitemapEntry `xml:"sitemap"`
	}{Space: sitemapSpace, Entries: sitemapEntries(list, origin)})
}

func sitemapDocument(v any) ([]byte, error) {
	doc, err := xml.Marshal(v)
	return append([]byte(xml.Header), doc...), err
}

func sitemapEntries(list []SitePage, origin string) []sitemapEntry {
	entries := make([]sitemapEntry, len(list))
	for i, p := range list {
		entries[i].Loc = origin + p.Path
		if p.At > 0 {
			entries[i].Lastmod = time.UnixMilli(p.At).UTC().Format(time.RFC3339)
		}
	}
	return entries
}

// BenchmarkPaths returns the paths of a benchmark's pages that have content, beginning with the
// board.
func BenchmarkPaths(b results.Benchmark) []string {
	var list []string
	for _, tab := range views.BenchmarkTabList(b, "") {
		list = append(list, tab.Href)
	}
	return list
}
