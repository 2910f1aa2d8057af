package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Whatever is typed gets a page, and a sentence where it was not taken as it stands.
func TestSearchTakesAnything(t *testing.T) {
	site := testServer(t)
	for name, c := range map[string]struct {
		line string
		note string // in the notes, or the reason
	}{
		"long word":              {strings.Repeat("x", 3000), "too long"},
		"long query":             {strings.Repeat("budget ", 1500), "too long"},
		"many terms":             {strings.Repeat("a b c d ", 250), "too long"},
		"many different terms":   {"a b c d e f g h i j k l m n o p q r s t u v w x y z", "first 24"},
		"NUL":                    {"\x00", "Nothing was searched"},
		"NUL inside":             {"the\x00log", ""},
		"lone surrogate":         {"\xed\xa0\x80", "Nothing was searched"},
		"broken UTF-8":           {"the \xff\xfe", ""},
		"half an expression":     {`/a(b/`, "no regular expression"},
		"impossible expression":  {`/a{1001}/`, "no regular expression"},
		"heavy expression":       {`/((a{30}){33})[bc]{40}/`, "no regular expression"},
		"nested expression":      {"/" + strings.Repeat("(", 150) + "a" + strings.Repeat(")", 150) + "/", ""},
		"expression of anything": {`/.*/`, ""},
		"expression of nothing":  {`/(?:)/`, ""},
		"sign":                   {"🙂", ""},
		"punctuation":            {"~ | `", "no letter or digit"},
	} {
		var api struct {
			Note  *string
			Notes []string
		}
		if status := site.get(searchURL("/search", c.line)).Code; status != http.StatusOK {
			t.Errorf("%s: the page answers %d", name, status)
			continue
		}
		site.object(t, searchURL("/api/v1/search", c.line), &api)
		said := strings.Join(api.Notes, " ")
		if api.Note != nil {
			said += " " + *api.Note
		}
		if !strings.Contains(said, c.note) || c.note == "" && said != "" {
			t.Errorf("%s: %q is said, want %q", name, said, c.note)
		}
	}
}

// A regular expression finds what its words find, and a slip leads on.
func TestSearchByExpression(t *testing.T) {
	site := testServer(t)
	const expr = `/(?i)(^|[^a-z0-9])report($|[^a-z0-9])/`
	doc := site.page(t, searchURL("/search", expr))
	words := site.page(t, searchURL("/search", "report"))
	lead, want := squash(doc.Find(".lead")), strings.Fields(squash(words.Find(".lead")))[0]
	if !strings.HasPrefix(lead, want+" ") || !strings.Contains(lead, expr) {
		t.Errorf("lead %q, want %s steps", lead, want)
	}
	if n := doc.Find(".hits mark").Length(); n == 0 || !strings.Contains(strings.ToLower(doc.Find(".hits mark").First().Text()), "report") {
		t.Errorf("%d marks, the first %q", n, doc.Find(".hits mark").First().Text())
	}
	slip := site.page(t, searchURL("/search", "the reprot", "failed", "0"))
	link := slip.Find(".empty a").First()
	at, err := url.Parse(link.AttrOr("href", ""))
	if err != nil || !strings.HasPrefix(squash(slip.Find(".empty p").First()), "Did you mean report") || link.Text() != "report" || at.Query().Get("q") != "the report" {
		t.Fatalf("did you mean: %q leads to %v, %v", squash(slip.Find(".empty")), at, err)
	}
	if site.page(t, at.String()).Find(".hits li").Length() == 0 {
		t.Error("what was meant is not found")
	}
}
