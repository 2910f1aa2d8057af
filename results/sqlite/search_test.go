package sqlite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// storedStep is a step of the corpus as a test reads it back.
type storedStep struct {
	key    string // run/scenario/task/step
	text   string
	words  string // squeezed
	step   results.Step
	status results.Status
	failed bool
}

// readSteps are those of the databases that were read, whose tests only search.
var readSteps = map[*DB][]storedStep{}

// allSteps reads every step of the database through its frames, once.
func allSteps(t *testing.T, db *DB) []storedStep {
	t.Helper()
	if list := readSteps[db]; list != nil {
		return list
	}
	ctx := t.Context()
	runs, _, err := db.Runs(ctx, results.RunFilter{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	var list []storedStep
	for _, r := range runs {
		trials := found(db.RunTrials(ctx, r.ID, ""))(t)
		for i := range trials {
			tr := &trials[i]
			rows := found(db.StepRows(ctx, tr, 1, tr.StepsTotal))(t)
			steps := found(db.Steps(ctx, tr, rows))(t)
			for k := range steps {
				text := search.PlainText(&steps[k])
				list = append(list, storedStep{
					key:  fmt.Sprintf("%s/%s/%s/%d", r.Slug, tr.Scenario, tr.Task, k+1),
					text: text, words: squeeze(text), step: steps[k], status: tr.Status, failed: rows[k].Failed > 0,
				})
			}
		}
	}
	readSteps[db] = list
	return list
}

// run searches for a line and returns the keys of all hits, in order.
func run(t *testing.T, db *DB, line string, q search.Query) ([]string, search.Result) {
	t.Helper()
	text := search.Parse(line)
	q.Terms, q.Filters, q.Limit = text.Terms, text.Filters, 1000
	res, err := db.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("search %q: %v", line, err)
	}
	var keys []string
	for page := res; ; {
		for _, h := range page.Hits {
			keys = append(keys, fmt.Sprintf("%s/%s/%s/%d", h.Run, h.Scenario, h.Task, h.StepID))
		}
		if q.Offset += q.Limit; q.Offset >= res.Total {
			break
		}
		if page, err = db.Search(t.Context(), q); err != nil {
			t.Fatalf("search %q: %v", line, err)
		}
	}
	return keys, res
}

// squeeze is a text as a sequence of lower-case words in bars, which is cut by
// rules that are written here once more.
func squeeze(s string) string {
	var b strings.Builder
	b.WriteByte('|')
	open := false
	for _, r := range strings.ToLower(s) {
		han := unicode.Is(unicode.Han, r)
		if open && (han || !unicode.IsLetter(r) && !unicode.IsDigit(r)) {
			b.WriteByte('|')
			open = false
		}
		switch {
		case han:
			b.WriteString(string(r) + "|")
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
			open = true
		}
	}
	b.WriteByte('|')
	return b.String()
}

func holds(text, words string) bool {
	return strings.Contains(text, strings.TrimRight(squeeze(words), "|")+"|")
}

// TestSearch shares one corpus, because making it takes longest.
func TestSearch(t *testing.T) {
	db := corpus(t, 1500)
	for name, test := range map[string]func(*testing.T, *DB){
		"brute force": searchAgainstBruteForce, "chinese": searchFindsEveryChineseWord, "orders": searchOrders,
		"weights": searchWeights, "ends": searchEnds, "any line": searchTakesAnyLine,
	} {
		t.Run(name, func(t *testing.T) { test(t, db) })
	}
}

// searchAgainstBruteForce compares searches with reading every text.
func searchAgainstBruteForce(t *testing.T, db *DB) {
	steps := allSteps(t, db)
	calls := func(s *storedStep, tool string) bool {
		return slices.ContainsFunc(s.step.ToolCalls, func(c results.ToolCall) bool { return c.Name == tool })
	}
	for _, c := range []struct {
		name, line string
		want       func(i int) bool
	}{
		{"word", "budget", func(i int) bool { return holds(steps[i].words, "budget") }},
		{"case", "BuDGet", func(i int) bool { return holds(steps[i].words, "budget") }},
		{"two words", "schedule summary", func(i int) bool {
			return holds(steps[i].words, "schedule") && holds(steps[i].words, "summary")
		}},
		{"phrase", `"missing value"`, func(i int) bool { return holds(steps[i].words, "missing value") }},
		{"without", "summary -budget", func(i int) bool {
			return holds(steps[i].words, "summary") && !holds(steps[i].words, "budget")
		}},
		{"prefix", "upd*", func(i int) bool { return strings.Contains(steps[i].words, "|upd") }},
		{"long prefix", "budge*", func(i int) bool { return strings.Contains(steps[i].words, "|budge") }},
		{"prefix of many words", "mentb* summary", func(i int) bool {
			return strings.Contains(steps[i].words, "|mentb") && holds(steps[i].words, "summary")
		}},
		{"without a prefix", "summary -sche*", func(i int) bool {
			return holds(steps[i].words, "summary") && !strings.Contains(steps[i].words, "|sche")
		}},
		{"file", "path.py", func(i int) bool { return holds(steps[i].words, "path py") }},
		{"character", "丁", func(i int) bool { return strings.Contains(steps[i].text, "丁") }},
		{"tool", "summary tool:mcp.mail-send", func(i int) bool {
			return holds(steps[i].words, "summary") && calls(&steps[i], "mcp.mail-send")
		}},
		{"role", "summary role:user", func(i int) bool {
			return holds(steps[i].words, "summary") && steps[i].step.Source == "user"
		}},
		{"failed", "summary is:failed", func(i int) bool { return holds(steps[i].words, "summary") && steps[i].failed }},
		{"status", "summary status:timeout", func(i int) bool {
			return holds(steps[i].words, "summary") && steps[i].status == results.Timeout
		}},
		{"run", "summary run:corpus-model-1", func(i int) bool {
			return holds(steps[i].words, "summary") && strings.HasPrefix(steps[i].key, "corpus-model-1/")
		}},
		{"scenario", "summary scenario:scenario1 benchmark:corpus", func(i int) bool {
			return holds(steps[i].words, "summary") && strings.Contains(steps[i].key, "/scenario1/")
		}},
		{"task", "summary scenario:scenario1 task:q7", func(i int) bool {
			return holds(steps[i].words, "summary") && strings.Contains(steps[i].key, "/scenario1/q7/")
		}},
		{"trace", "summary run:corpus-model-2 scenario:scenario1 task:q3 attempt:1", func(i int) bool {
			return holds(steps[i].words, "summary") && strings.HasPrefix(steps[i].key, "corpus-model-2/scenario1/q3/")
		}},
		{"model", "summary model:model-1", func(i int) bool {
			return holds(steps[i].words, "summary") && strings.HasPrefix(steps[i].key, "corpus-model-1/")
		}},
		{"filters alone", "tool:rare_tool is:failed", func(i int) bool { return calls(&steps[i], "rare_tool") && steps[i].failed }},
		{"trials alone", "status:timeout scenario:scenario1", func(i int) bool {
			return steps[i].status == results.Timeout && strings.Contains(steps[i].key, "/scenario1/")
		}},
		{"no such run", "summary run:nobody", func(int) bool { return false }},
		{"no such benchmark", "summary benchmark:nobody", func(int) bool { return false }},
		{"no such task", "summary task:q99", func(int) bool { return false }},
		{"no such attempt", "summary attempt:2", func(int) bool { return false }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var want []string
			for i := range steps {
				if c.want(i) {
					want = append(want, steps[i].key)
				}
			}
			got, res := run(t, db, c.line, search.Query{})
			if res.Total != len(want) || res.Capped {
				t.Errorf("total %d (capped: %v), want %d", res.Total, res.Capped, len(want))
			}
			slices.Sort(got)
			slices.Sort(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("hits: (-want +got)\n%.2000s", diff)
			}
			if len(want) == 0 && !strings.HasPrefix(c.name, "no such") {
				t.Error("the case finds nothing and so tests nothing")
			}
		})
	}
}

// searchFindsEveryChineseWord takes the words of the texts themselves.
func searchFindsEveryChineseWord(t *testing.T, db *DB) {
	steps := allSteps(t, db)
	tried := 0
	for i := 0; i < len(steps); i += 13 {
		text := []rune(steps[i].text)
		for k := 0; k+4 < len(text) && tried < 60; k += 5 {
			w := string(text[k : k+2+k%3])
			if strings.ContainsFunc(w, func(r rune) bool { return !unicode.Is(unicode.Han, r) }) {
				continue
			}
			tried++
			var want []string
			for _, s := range steps {
				if strings.Contains(s.text, w) {
					want = append(want, s.key)
				}
			}
			got, _ := run(t, db, w, search.Query{})
			slices.Sort(got)
			slices.Sort(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("steps with %s: (-want +got)\n%.1000s", w, diff)
			}
		}
	}
	if tried < 60 {
		t.Errorf("only %d words were tried", tried)
	}
}

func searchOrders(t *testing.T, db *DB) {
	newest, res := run(t, db, "summary", search.Query{Newest: true})
	if res.Order != search.ByNewest || !strings.HasPrefix(newest[0], "corpus-model-2/") ||
		!strings.HasPrefix(newest[len(newest)-1], "corpus-model-0/") {
		t.Errorf("newest first: order %s, first %s, last %s", res.Order, newest[0], newest[len(newest)-1])
	}
	ranked, res := run(t, db, "summary", search.Query{})
	if res.Order != search.ByRelevance || slices.Equal(ranked, newest) {
		t.Errorf("by relevance: order %s, as newest: %v", res.Order, slices.Equal(ranked, newest))
	}
	slices.Sort(ranked)
	slices.Sort(newest)
	if !slices.Equal(ranked, newest) {
		t.Error("the two orders do not hold the same hits")
	}
	trace, res := run(t, db, "the run:corpus-model-1 scenario:scenario1 task:q1", search.Query{})
	if want := slices.Clone(trace); res.Order != search.ByStep || len(trace) < 5 {
		slices.Sort(want)
		t.Errorf("in a trace: order %s, hits %v", res.Order, trace)
	}
}

// searchWeights takes words as common that are in more than 150 of the 1,500
// steps, as "the" and "budget" are but "lomu" is not.
func searchWeights(t *testing.T, db *DB) {
	db.RankUpTo(150)
	defer db.RankUpTo(10000)
	for line, ranked := range map[string]bool{"lomu": true, "the": false, "the lomu": false, "lomu -the": true} {
		text := search.Parse(line)
		res, err := db.Search(t.Context(), search.Query{Terms: text.Terms, Limit: 1})
		if err != nil || (res.Order == search.ByRelevance) != ranked {
			t.Errorf("%s: ordered by %s, %v", line, res.Order, err)
		}
	}
}

// searchEnds stops a search whose reader has gone.
func searchEnds(t *testing.T, db *DB) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := db.Search(ctx, search.Query{Terms: search.Parse("the").Terms, Limit: 20}); err == nil {
		t.Error("a search with a context that has ended gives no error")
	}
}

// hostile are lines that are errors or attacks where they reach FTS5 as they are.
func hostile() []string {
	return []string{
		`"`, `""`, `"""`, `a AND`, `AND`, `OR OR`, `NOT x`, `NEAR(a b, 2`, `NEAR(`, `body:x`, `{body} : x`, `tags : failed`, `*`, `a*`, `abc**`, `^abc`,
		`-x`, `- x`, `--`, `(`, `)`, `a)(b`, `'`, `' OR 1=1 --`, `x'; DROP TABLE steps; --`, `%_`, "\x00", "a\x00b", "\xff\xfe", "\u202eabc\u2066", "a\nb\tc",
		`tool:`, `tool:""`, `run:../../etc`, `status:nonsense`, `is:failed`, `x tool:"a""b"`, `x is:failed status:timeout`, "🙂", "🙂 abc", "é", "ÉTÉ", "ǅ", "Ⅷ", "½", "०१", "ไทย", "عربي", "עברית",
		"\U000F0000", "\ue000x", "가나다", "〇〇", "々", "ﾊﾝｶｸ", "ｆｕｌｌ", "a\u0301", "\u0301", "̈́x", strings.Repeat("a ", 500), strings.Repeat("预", 2000), strings.Repeat(`"`, 399) + "x",
		strings.Repeat("-x ", 200), "x " + strings.Repeat("-y", 300), strings.Repeat("abc* ", 60), strings.Repeat("x", 100000), "𠀀𠀁", "a\u200bb", "<script>alert(1)</script>", "${jndi:ldap://x}", "../../../etc/passwd",
	}
}

func searchTakesAnyLine(t *testing.T, db *DB) {
	for _, line := range hostile() {
		text := search.Parse(line)
		if _, err := db.Search(t.Context(), search.Query{Terms: text.Terms, Filters: []search.Filter{{Name: "tool", Value: line}}, Limit: 5}); err != nil {
			t.Errorf("search for %.60q as tool: %v", line, err)
		}
		if _, err := db.Search(t.Context(), search.Query{Terms: text.Terms, Filters: text.Filters, Limit: 5}); err != nil {
			t.Errorf("search for %.60q: %v", line, err)
		}
	}
}

func FuzzSearch(f *testing.F) {
	for _, line := range hostile() {
		f.Add(line)
	}
	db := corpus(f, 100)
	f.Fuzz(func(t *testing.T, line string) {
		text := search.Parse(line)
		res, err := db.Search(t.Context(), search.Query{Terms: text.Terms, Limit: 20})
		if err != nil {
			t.Fatalf("search for %q: %v", line, err)
		}
		for _, h := range res.Hits {
			for _, m := range h.Snippet.Marks {
				if m[0] < 0 || m[0] >= m[1] || m[1] > len(h.Snippet.Text) {
					t.Fatalf("%q: mark %v outside %q", line, m, h.Snippet.Text)
				}
			}
		}
	})
}
