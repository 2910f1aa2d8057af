package web

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/link"
	sitereport "github.com/clawatlas/clawatlas/results/report/site"
	"github.com/clawatlas/clawatlas/views/chart"
)

// TestChartsCanBeTaken: every chart of every view is a picture by itself, inert and
// with its own sheet, and a file of its numbers; a site of files has no links to
// what only a server answers.
func TestChartsCanBeTaken(t *testing.T) {
	site := newGoldenSite(t)
	list := site.benchmarks(t)
	taken, pixels, drawn := 0, 0, map[string]bool{}
	paths := []string{"/models/gpt-5.5"}
	for _, b := range list {
		for _, v := range sitereport.Views() {
			if v.Path == "" {
				paths = append(paths, link.Benchmark(b.ID))
			} else {
				paths = append(paths, link.Benchmark(b.ID, v.Path))
			}
		}
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "/latest") {
			path = site.get(path).Header().Get("Location")
		}
		doc := site.page(t, path)
		takes := doc.Find("p.take:has(a[download])") // pictures of cells are no charts
		if charts := doc.Find(".chart").Length() + doc.Find("table.forest").Length(); takes.Length() != charts {
			t.Errorf("%s: %d charts, %d of them to be taken", path, charts, takes.Length())
		}
		for _, a := range takes.Find("a").EachIter() {
			href := a.AttrOr("href", "")
			if strings.TrimSpace(a.Text()) == "PNG" {
				if pixels++; drawn[path] { // one of each page is drawn: it takes long
					continue
				}
				drawn[path] = true
				rec := site.get(href)
				if rec.Code != http.StatusOK {
					t.Fatalf("GET %s: status %d: %s", href, rec.Code, rec.Body)
				}
				if c, err := png.DecodeConfig(rec.Body); err != nil || c.Width < 600 || rec.Header().Get("Content-Type") != "image/png" {
					t.Errorf("%s: %+v, %v", href, c, err)
				}
				continue
			}
			rec := site.get(href)
			if rec.Code != http.StatusOK {
				t.Fatalf("GET %s: status %d: %s", href, rec.Code, rec.Body)
			}
			if strings.TrimSpace(a.Text()) == "CSV" {
				rows, err := csv.NewReader(rec.Body).ReadAll()
				if err != nil || len(rows) < 2 {
					t.Errorf("%s: %d rows (%v)", href, len(rows), err)
				}
				continue
			}
			taken++
			inertPicture(t, href, rec.Body.String())
			if !regexp.MustCompile(`ClawAtlas, /[^<]*, as of \d{4}-\d\d-\d\d`).MatchString(rec.Body.String()) {
				t.Errorf("%s does not say of when its data are", href)
			}
			if rec.Header().Get("Content-Security-Policy") != chart.Policy || rec.Header().Get("Content-Type") != "image/svg+xml" {
				t.Errorf("%s: %v", href, rec.Header())
			}
		}
		static := &testSite{Store: site.Store, Handler: site.files}
		if n := static.page(t, path).Find("p.take:has(a[download])").Length(); n != takes.Length() {
			t.Errorf("%s as a file: %d charts to be taken, want %d", path, n, takes.Length())
		}
	}
	if taken < 20 || pixels != taken {
		t.Errorf("%d pictures, %d of pixels: the test needs some, and as many", taken, pixels)
	}
	site.wantStatus(t, "/b/clawatlas-example/days?chart=nothing&format=svg", http.StatusBadRequest)
	site.wantStatus(t, "/b/clawatlas-example/days?format=svg", http.StatusBadRequest)
	site.wantStatus(t, "/b/stage-claw/efficiency?chart=frontier", http.StatusBadRequest)
}

// inertPicture fails for an SVG that is no XML, that can act or that needs anything from
// outside.
func inertPicture(t *testing.T, at, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: no XML: %v", at, err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "svg", "title", "desc", "style", "rect", "text", "g", "line", "path":
		default:
			t.Errorf("%s: has <%s>", at, e.Name.Local)
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" || a.Name.Local == "style" {
				t.Errorf("%s: <%s> has %s", at, e.Name.Local, a.Name.Local)
			}
		}
	}
}
