package casebook

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestWritten holds that every bundled case can be read, has a name of its own and says
// where its facts come from.
func TestWritten(t *testing.T) {
	list := must.Get(All())(t)
	perBenchmark := map[string]int{}
	slugs, titles := map[string]bool{}, map[string]bool{}
	for _, c := range list {
		perBenchmark[c.Benchmark]++
		prefix := strings.TrimPrefix(c.Benchmark, "clawatlas-") + "-"
		if !results.ValidSlug(c.Slug) || !strings.HasPrefix(c.Slug, prefix) {
			t.Errorf("%s: the slug is not valid or does not begin with %s", c.Slug, prefix)
		}
		if slugs[c.Slug] || titles[strings.ToLower(c.Title)] {
			t.Errorf("%s: slug or title %q is taken", c.Slug, c.Title)
		}
		slugs[c.Slug], titles[strings.ToLower(c.Title)] = true, true
		if len(c.Sources) == 0 || len(c.Rounds) == 0 || len(c.Modes) == 0 {
			t.Errorf("%s: sources, rounds or modes are missing", c.Slug)
		}
		for _, f := range c.Findings {
			if n := len(strings.Fields(f.Text)); n > 30 || !strings.HasSuffix(f.Text, ".") {
				t.Errorf("%s: %q has %d words, want a sentence of at most 30", c.Slug, f.Text, n)
			}
		}
	}
	want := map[string]int{"clawarena": 11, "clawatlas-example": 6, "clawmark": 2, "liveclawbench": 1, "stage-claw": 3}
	must.Same(t, want, perBenchmark, "cases of each benchmark")
	if !slices.IsSortedFunc(list, func(a, b Case) int { return strings.Compare(a.Benchmark, b.Benchmark) }) {
		t.Error("the cases are not in the order of their benchmarks")
	}
}

const head = "---\ntitle: A title\nbenchmark: b\nrounds: [s/t]\n---\n"

func TestParse(t *testing.T) {
	body := "\nFirst *text*.\n\n::options s/t\n::steps s/t model=m from=2 to=4\nMore text.\n::metric crs scope=scenario:s\n"
	got := must.Get(parse("cases/b-slug.md", []byte(head+body)))(t)
	want := Case{
		Slug: "b-slug", Title: "A title", Benchmark: "b", Rounds: []string{"s/t"},
		Blocks: []Block{
			{Markdown: "First *text*."},
			{Evidence: &Evidence{Line: 9, Kind: Options, Scenario: "s", Task: "t"}},
			{Evidence: &Evidence{Line: 10, Kind: Steps, Scenario: "s", Task: "t", Model: "m", From: 2, To: 4}},
			{Markdown: "More text."},
			{Evidence: &Evidence{Line: 12, Kind: Metric, Metric: "crs", Scope: "scenario:s"}},
		},
	}
	must.Same(t, want, got, "parse")
}

func TestParseFaults(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "front matter"},
		{"no front matter", "Text.\n", "front matter"},
		{"open front matter", "---\ntitle: A\n", "front matter"},
		{"unknown field", "---\ntitle: A\nbenchmark: b\nrounds: [s/t]\nauthor: x\n---\n", "author"},
		{"wrong type", "---\ntitle: [A]\nbenchmark: b\nrounds: [s/t]\n---\n", "front matter"},
		{"no title", "---\nbenchmark: b\nrounds: [s/t]\n---\n", "needs title"},
		{"no benchmark", "---\ntitle: A\nrounds: [s/t]\n---\n", "needs title"},
		{"neither rounds nor sources", "---\ntitle: A\nbenchmark: b\n---\n", "rounds or sources"},
		{"unknown dimension", "---\ntitle: A\nbenchmark: b\nrounds: [s/t]\ndimensions: [speed]\n---\n", `unknown dimension "speed"`},
		{"finding of another round", "---\ntitle: A\nbenchmark: b\nrounds: [s/t]\nfindings:\n  - {round: s/u, option: A, text: T.}\n---\n", "needs a round"},
		{"finding for any failure", "---\ntitle: A\nbenchmark: b\nrounds: [s/t]\nfindings:\n  - {round: s/t, text: T.}\n---\n", "an option or a reason"},
		{"unknown directive", head + "Text.\n::chart s/t\n", `line 7: unknown directive "chart"`},
		{"no subject", head + "::options\n", "needs a kind and a subject"},
		{"no task", head + "::checker s\n", "not scenario/task"},
		{"bare word", head + "::options s/t wide\n", "not name=value"},
		{"argument of another kind", head + "::options s/t from=2\n", `options takes no "from"`},
		{"scope of steps", head + "::steps s/t scope=x from=1 to=2\n", `steps takes no "scope"`},
		{"no number", head + "::steps s/t from=a to=2\n", "invalid syntax"},
		{"no range", head + "::steps s/t model=m\n", "from and to"},
		{"reversed range", head + "::steps s/t from=4 to=2\n", "from and to"},
		{"range from 0", head + "::steps s/t from=0 to=2\n", "from and to"},
		{"long range", head + "::steps s/t from=1 to=40\n", "at most 20"},
	} {
		_, err := Parse(fstest.MapFS{"cases/b-x.md": {Data: []byte(tt.text)}})
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "cases/b-x.md: ") {
			t.Errorf("%s: error %v, want the file and %q", tt.name, err, tt.want)
		}
	}
}

func TestFind(t *testing.T) {
	list, err := All()
	if err != nil || len(list) == 0 {
		t.Fatalf("All: %d cases, %v", len(list), err)
	}
	if c, ok, err := Find(list[0].Slug); err != nil || !ok || c.Title != list[0].Title {
		t.Errorf("Find(%s) = %q, %v, %v", list[0].Slug, c.Title, ok, err)
	}
	if _, ok, err := Find("no-such-case"); ok || err != nil {
		t.Errorf("Find(no-such-case) = %v, %v, want nothing", ok, err)
	}
}
