package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/visible"
)

// unseen is put into every text of a record: it turns the rest of a line round,
// has no width, or moves a cursor.
const unseen = "\u202e\u200b\u2066\x1b[2J\u2028"

// spoilt holds the keys whose values are words of a format only where they are
// one word; every other text with a space is free.
var named = regexp.MustCompile(`^(?:model_name|name|provider|function_name|title|framework|label|model|agent|session_id|type_label|display_name)$`)

// spoil puts unseen characters into the texts of a document.
func spoil(key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			v[k] = spoil(k, x)
		}
	case []any:
		for i, x := range v {
			v[i] = spoil(key, x)
		}
	case string:
		if strings.Contains(v, " ") || named.MatchString(key) {
			return v[:len(v)/2] + unseen + v[len(v)/2:]
		}
	}
	return v
}

// spoilt is a copy of a tree with every text of its JSON files spoilt.
func spoilt(t *testing.T, from fs.FS, dir string, keep *regexp.Regexp) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	err := fs.WalkDir(from, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(from, name)
		var doc any
		if err == nil && strings.HasSuffix(name, ".json") && !keep.MatchString(name) && json.Unmarshal(data, &doc) == nil {
			data, err = json.Marshal(spoil("", doc))
		}
		out[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func unseenSite(t *testing.T) *testSite {
	t.Helper()
	return openSite(t, "unseen", func(ctx context.Context, l *ingest.Loader) error {
		// The dataset is the benchmark's own; the runs are strangers'.
		runs := spoilt(t, example.FS, ".", regexp.MustCompile(`tests\.json|questions\.json`))
		if err := loadInto(ctx, l, false, ingest.Source{FS: runs, Name: "runs " + unseen}); err != nil {
			return err
		}
		jobs := spoilt(t, os.DirFS(filepath.Join("..", "ingest", "bundled", "scripted", "records")), ".", regexp.MustCompile(`^$`))
		return loadInto(ctx, l, false, ingest.Source{FS: jobs, Name: "jobs " + unseen})
	})
}

// TestUnseen follows the links of the site, a few of each kind, and wants no
// page, table or document with a character that acts unseen.
func TestUnseen(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: results/visible tries every character, TestHostileTrace some pages")
	}
	site := unseenSite(t)
	seen := map[string]bool{"/": true}
	kinds := map[string]int{}
	queue := []string{"/", "/runs", "/models", "/compare", "/search?q=the", "/search?q=%E2%80%AE", "/no/%E2%80%AE/page", "/runs?format=csv"}
	marked, pages := 0, 0
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		rec := site.get(at)
		body := rec.Body.String()
		kind, _, _ := strings.Cut(rec.Header().Get("Content-Type"), ";")
		if strings.Contains(at, "/raw") || strings.Contains(at, "/records/") || rec.Code == http.StatusMovedPermanently {
			continue // byte for byte as it was written, as text
		}
		if kind == "text/plain" && strings.Contains(at, "plain=1") {
			continue // the exact text of a step, for copying
		}
		if rec.Code >= 500 {
			t.Errorf("GET %s: %d", at, rec.Code)
		}
		if kind == "image/png" {
			continue // no text; it is drawn from the SVG, which is looked at
		}
		if shown := visible.Lines(body); shown != body {
			i := 0
			for i < len(body) && body[i] == shown[i] {
				i++
			}
			t.Errorf("GET %s: %s has a character that acts: %q", at, kind, body[max(0, i-60):min(len(body), i+20)])
		}
		pages++
		if strings.Contains(body, "[RLO]") || strings.Contains(body, ">RLO<") || strings.Contains(body, `\u202e`) {
			marked++
		}
		if kind != "text/html" {
			continue
		}
		doc := must.Get(goquery.NewDocumentFromReader(strings.NewReader(body)))(t)
		doc.Find("[href]").Each(func(_ int, s *goquery.Selection) {
			href, _, _ := strings.Cut(s.AttrOr("href", ""), "#")
			if strings.HasPrefix(href, "?") {
				href = strings.SplitN(at, "?", 2)[0] + href
			}
			if k := kindOf(href); strings.HasPrefix(href, "/") && !seen[href] && kinds[k] < 3 {
				seen[href] = true
				kinds[k]++
				queue = append(queue, href)
			}
		})
	}
	if pages < 100 || marked < 50 {
		t.Errorf("%d pages, %d with a mark", pages, marked)
	}
}

// kindOf is what an address has in common with others of its kind.
func kindOf(address string) string {
	at, query, _ := strings.Cut(address, "?")
	parts := strings.Split(strings.Trim(at, "/"), "/")
	last := parts[len(parts)-1]
	if !regexp.MustCompile(`^[a-z]{1,10}$`).MatchString(last) {
		last = "*"
	}
	keys := regexp.MustCompile(`=[^&]*`).ReplaceAllString(query, "")
	return fmt.Sprint(parts[0], len(parts), last, "?", keys)
}
