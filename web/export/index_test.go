package export

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestWords holds how texts are cut; the browser tests hold static/search.js to the
// same cases.
func TestWords(t *testing.T) {
	data := must.Get(os.ReadFile("testdata/words.json"))(t)
	var cases []struct {
		Text  string
		Words []string
	}
	must.Do(t, json.Unmarshal(data, &cases))
	for _, c := range cases {
		got := []string{}
		wordsOf(c.Text, func(w []byte) { got = append(got, string(w)) })
		if !cmp.Equal(got, c.Words) {
			t.Errorf("%q: %q, want %q", c.Text, got, c.Words)
		}
	}
}

func TestContents(t *testing.T) {
	page := []byte(`<head><title>t</title><meta name="description" property="og:description" content="What &amp; why."></head><header>menu</header>` +
		`<main><h1>Step <b>3</b></h1><p class="lead">One of 4.</p><p>&lt;script&gt; it&#39;s</p><ul><li>a</li><li>b</li></ul></main><footer>foot</footer>`)
	title, text, snippet := contents(page, bySteps)
	if title != "Step 3" || text != "One of 4. <script> it's a b" || snippet != "<script> it's a b" {
		t.Errorf("%q, %q, %q", title, text, snippet)
	}
	if _, _, snippet = contents(page, byText); snippet != "What & why." {
		t.Errorf("shown by %q", snippet)
	}
	if title, text, snippet = contents(page, byTitle); title != "Step 3" || text != "What & why." || snippet != text {
		t.Errorf("by title: %q, %q, %q", title, text, snippet)
	}
}

func TestIndexed(t *testing.T) {
	for at, want := range map[string]depth{
		"/": byText, "/b/x": byText, "/docs/search": byText, "/runs/r": byText, "/runs": byText,
		"/runs/r/s/t": byTitle, "/runs/r/s/t/at/2": byTitle, "/runs/r/s/t/steps/3": bySteps, "/runs/r/s/t/at/2/steps/3": bySteps,
		"/runs/r/s/t/from/51": notIndexed, "/runs/r/s/t/raw": notIndexed, "/b/x?sort=a": notIndexed, "/404": notIndexed, "/search": notIndexed, "/embed/b/x": notIndexed,
	} {
		if got, _ := indexed(at); got != want {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
	}
}

// TestIndex writes the index of a small site and reads it as the script does.
func TestIndex(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	main := func(title, text string) string {
		return "text/html\n" + policy + `<main><h1>` + title + `</h1><p>` + text + `</p></main>`
	}
	site := served{
		"/":                   main("Home", `budget <a href="/p">p</a><a href="/runs/r/s/t/steps/1">1</a><a href="/search">s</a>`),
		"/p":                  main("Budget plan", "revised</script><!--"),
		"/runs/r/s/t/steps/1": main("Step 1", "the budget of 预算修订"),
		"/search":             main("Search", "budget"),
	}
	write(t, site, dir, Options{})
	files := tree(t, dir)
	holds := func(word string) string {
		for _, pair := range strings.Split(strings.Trim(files[fmt.Sprintf("search/words-%d.js", shardOf(word))], "\n"), ",\"") {
			if _, value, ok := strings.Cut(pair, word+`":"`); ok {
				return strings.TrimRight(value, `"})`)
			}
		}
		return "none"
	}
	for word, want := range map[string]string{"budget": "1|0 2", "plan": "1|", "修订": "|2", "search": "none", "revised": "|1"} {
		must.Equal(t, want, holds(word), "%s", word)
	}
	docs := files["search/docs-0.js"]
	if want := `clawatlasDocs(0,[["index.html","Home","budget p 1 s"],["p/index.html","Budget plan","revised"],["runs/r/s/t/steps/1/index.html","Step 1","the budget of 预算修订"]])` + "\n"; docs != want {
		t.Errorf("got  %s\nwant %s", docs, want)
	}
	times := stamps(t, dir)
	if rep := write(t, site, dir, Options{}); rep.Written != 0 || !cmp.Equal(times, stamps(t, dir)) {
		t.Errorf("nothing has changed: %+v", rep)
	}
	site["/p"] = main("Plan", "")
	rep := write(t, site, dir, Options{})
	files = tree(t, dir)
	if got := holds("budget"); got != "|0 2" || rep.Written != 3 || rep.Removed != 1 {
		t.Errorf("after a change %q, %+v, want the page, the words and the documents written, those of revised gone", got, rep)
	}
	if slices.Contains([]string{files["search/docs-0.js"]}, docs) {
		t.Error("the documents are those of before")
	}
}
