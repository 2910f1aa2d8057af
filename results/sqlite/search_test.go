package sqlite

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

// FuzzSearch begins with lines that are errors or attacks where they reach FTS5 as they are.
func FuzzSearch(f *testing.F) {
	for _, line := range []string{
		`"`, `""`, `"""`, `a AND`, `AND`, `OR OR`, `NOT x`, `NEAR(a b, 2`, `NEAR(`, `body:x`, `{body} : x`, `tags : failed`, `*`, `a*`, `abc**`, `^abc`,
		`-x`, `- x`, `--`, `(`, `)`, `a)(b`, `'`, `' OR 1=1 --`, `x'; DROP TABLE steps; --`, `%_`, "\x00", "a\x00b", "\xff\xfe", "\u202eabc\u2066", "a\nb\tc",
		`tool:`, `tool:""`, `run:../../etc`, `status:nonsense`, `is:failed`, `x tool:"a""b"`, `x is:failed status:timeout`, "🙂 abc", "ǅ", "½", "ไทย", "עברית",
		"\U000F0000", "\ue000x", "〇〇", "a\u0301", "\u0301", "̈́x", strings.Repeat("a ", 500), strings.Repeat("预", 2000), strings.Repeat(`"`, 399) + "x",
		strings.Repeat("-x ", 200), "x " + strings.Repeat("-y", 300), strings.Repeat("abc* ", 60), strings.Repeat("x", 100000), "𠀀𠀁", "a\u200bb",
	} {
		f.Add(line)
	}
	db := open(f)
	must.Do(f, db.SaveDataset(f.Context(), dataset()))
	f.Fuzz(func(t *testing.T, line string) {
		text := search.Parse(line)
		for _, filters := range [][]search.Filter{nil, text.Filters, {{Name: "tool", Value: line}}} {
			res, err := db.Search(t.Context(), search.Query{Terms: text.Terms, Filters: filters, Limit: 20})
			if err != nil {
				t.Fatalf("search for %.60q: %v", line, err)
			}
			for _, h := range res.Hits {
				for _, m := range h.Snippet.Marks {
					if m[0] < 0 || m[0] >= m[1] || m[1] > len(h.Snippet.Text) {
						t.Fatalf("%q: mark %v outside %q", line, m, h.Snippet.Text)
					}
				}
			}
		}
	})
}
