package views

import (
	"bytes"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// Everything at once: no part may fail, write NaN, use what the content security
// policy forbids, or give an id twice.
func TestStyleguide(t *testing.T) {
	var b bytes.Buffer
	if err := StyleguidePage(Frame{Version: "test"}).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"NaN", "Inf", "style=", "onclick", "<script>", "<style", "javascript:"} {
		if strings.Contains(b.String(), bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	doc, err := goquery.NewDocumentFromReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	if doc.Find(`meta[name=robots][content=noindex]`).Length() != 1 {
		t.Error("search engines may list the page")
	}
	seen := map[string]bool{}
	doc.Find("[id]").Each(func(_ int, s *goquery.Selection) {
		id, _ := s.Attr("id")
		if seen[id] {
			t.Errorf("id %s stands twice", id)
		}
		seen[id] = true
	})
	for _, s := range styleguideSections() {
		if part := doc.Find("section#" + s.ID); part.Length() != 1 || part.Children().Length() < 2 {
			t.Errorf("section %s is empty", s.ID)
		}
	}
}
