package web

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// Each address of the API stands in its reference with an example, which a new
// database answers with JSON.
func TestAPIReference(t *testing.T) {
	site := testServer(t)
	text := apiOfAll.Markdown
	for _, path := range apiOfAll.Paths {
		if !strings.Contains(text, "\n### `"+path+"`\n") {
			t.Errorf("%s is not in the reference", path)
		}
	}
	examples := regexp.MustCompile("\nExample: `GET ([^`]+)`\n").FindAllStringSubmatch(text, -1)
	if len(examples) != len(apiOfAll.Paths) {
		t.Errorf("%d examples for %d addresses", len(examples), len(apiOfAll.Paths))
	}
	examples = append(examples, regexp.MustCompile(`http://127\.0\.0\.1:8080(/[^']+)'`).FindAllStringSubmatch(text, -1)...)
	for _, m := range examples {
		rec := site.get(m[1])
		if rec.Code == http.StatusFound {
			rec = site.get(rec.Header().Get("Location"))
		} else if !json.Valid(rec.Body.Bytes()) {
			t.Errorf("GET %s is no JSON", m[1])
		}
		if rec.Code != http.StatusOK {
			t.Errorf("GET %s: %d", m[1], rec.Code)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^\| .*$`).FindAllString(text, -1) {
		if strings.Count(strings.ReplaceAll(m, `\|`, ""), "|") != 4 || strings.Contains(m, "|  |") {
			t.Errorf("a row lacks a cell: %s", m)
		}
	}
	page := site.page(t, "/docs/api")
	if n := page.Find("main table").Length(); n < 2*len(apiOfAll.Paths)-10 {
		t.Errorf("%d tables on the page", n)
	}
}
