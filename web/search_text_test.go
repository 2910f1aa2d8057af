package web

import (
	"net/http"
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
		"long word":            {strings.Repeat("x", 3000), "too long"},
		"long query":           {strings.Repeat("budget ", 1500), "too long"},
		"many terms":           {strings.Repeat("a b c d ", 250), "too long"},
		"many different terms": {"a b c d e f g h i j k l m n o p q r s t u v w x y z", "first 24"},
		"NUL":                  {"\x00", "Nothing was searched"},
		"NUL inside":           {"the\x00log", ""},
		"lone surrogate":       {"\xed\xa0\x80", "Nothing was searched"},
		"broken UTF-8":         {"the \xff\xfe", ""},
		"sign":                 {"🙂", ""},
		"field of a call":      {"path:*.py x", "path: is not a filter"},
		"punctuation":          {"~ | `", "no letter or digit"},
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
