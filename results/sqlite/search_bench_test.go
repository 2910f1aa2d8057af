package sqlite

import (
	"slices"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// BenchmarkSearch measures whole searches, with counts, facets and snippets,
// over a generated corpus. The median is reported beside the mean:
//
//	go test -run '^$' -bench Search ./results/sqlite -args -search.docs=1000000 -search.db=FILE
func BenchmarkSearch(b *testing.B) {
	db := corpus(b, *corpusDocs)
	for _, c := range []struct {
		name string
		line string
		q    results.SearchQuery
	}{
		{"newest/commonest", "the", results.SearchQuery{}},
		{"newest/common", "budget", results.SearchQuery{}},
		{"newest/two common", "budget error", results.SearchQuery{}},
		{"newest/tool", "budget", results.SearchQuery{Tool: "rare_tool"}},
		{"newest/status", "budget", results.SearchQuery{Status: results.Timeout}},
		{"newest/failed", "budget", results.SearchQuery{Failed: true, Scenario: "scenario3"}},
		{"newest/prefix", "con*", results.SearchQuery{}},
		{"newest/number prefix", "123*", results.SearchQuery{}},
		{"ranked/scarce", "bacodi", results.SearchQuery{}},
		{"ranked/rare pair", "lomu qiro", results.SearchQuery{}},
		{"ranked/beside a common word", "the bacodi", results.SearchQuery{}},
		{"newest/common phrase", `"missing value"`, results.SearchQuery{}},
		{"ranked/chinese", "一丁", results.SearchQuery{}},
		{"ranked/long chinese", "一丁一丁丂", results.SearchQuery{}},
		{"ranked/tool", "bacodi", results.SearchQuery{Tool: "exec"}},
		{"ranked/run", "budget", results.SearchQuery{Run: "corpus-model-1"}},
		{"trial", "budget", results.SearchQuery{Run: "corpus-model-1", Scenario: "scenario1", Task: "q1"}},
		{"none", "thereisnosuchword", results.SearchQuery{}},
	} {
		b.Run(c.name, func(b *testing.B) {
			q := c.q
			q.Terms, q.Limit = results.ParseSearch(c.line).Terms, 20
			var took []time.Duration
			var res results.SearchResult
			for b.Loop() {
				began := time.Now()
				var err error
				if res, err = db.Search(b.Context(), q); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			reportMedian(b, took)
			b.ReportMetric(float64(res.Total), "hits")
		})
	}
}

// BenchmarkNewest measures what the page of a common word waits for first: the
// keys of the newest 20 hits.
func BenchmarkNewest(b *testing.B) {
	db := corpus(b, *corpusDocs)
	for _, line := range []string{"the", "budget", "budget error", `"missing value"`, "一丁", "con*"} {
		b.Run(line, func(b *testing.B) {
			q := results.SearchQuery{Terms: results.ParseSearch(line).Terms, Limit: 20}
			p, err := db.plan(b.Context(), &q)
			if err != nil {
				b.Fatal(err)
			}
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				if _, err := db.found(b.Context(), p.hits(), 20); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			reportMedian(b, took)
		})
	}
}

func reportMedian(b *testing.B, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
