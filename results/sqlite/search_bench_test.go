package sqlite

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
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
		q    search.Query
	}{
		{"newest/commonest", "the", search.Query{}},
		{"newest/common", "budget", search.Query{}},
		{"newest/two common", "budget error", search.Query{}},
		{"newest/tool", "budget", search.Query{Tool: "rare_tool"}},
		{"newest/status", "budget", search.Query{Status: results.Timeout}},
		{"newest/failed", "budget", search.Query{Failed: true, Scenario: "scenario3"}},
		{"newest/prefix", "con*", search.Query{}},
		{"newest/number prefix", "123*", search.Query{}},
		{"ranked/scarce", "bacodi", search.Query{}},
		{"ranked/rare pair", "lomu qiro", search.Query{}},
		{"ranked/beside a common word", "the bacodi", search.Query{}},
		{"newest/common phrase", `"missing value"`, search.Query{}},
		{"ranked/chinese", "一丁", search.Query{}},
		{"ranked/long chinese", "一丁一丁丂", search.Query{}},
		{"ranked/tool", "bacodi", search.Query{Tool: "exec"}},
		{"ranked/run", "budget", search.Query{Run: "corpus-model-1"}},
		{"trial", "budget", search.Query{Run: "corpus-model-1", Scenario: "scenario1", Task: "q1"}},
		{"none", "thereisnosuchword", search.Query{}},
		{"field/tool", "tool:rare_tool", search.Query{}},
		{"field/path", "path:*.py", search.Query{}},
		{"field/rare path", "path:dir4/bacodi.csv", search.Query{}},
		{"field/exit", "exit:127", search.Query{}},
		{"field/is", "is:failed", search.Query{}},
		{"field/fail", "fail:tool_error", search.Query{}},
		{"field/status", "status:timeout", search.Query{}},
		{"field/model", "model:model-7", search.Query{}},
		{"field/run", "run:*-12", search.Query{}},
		{"field/task", "scenario:scenario3 task:q7", search.Query{}},
		{"field/role", "role:user", search.Query{}},
		{"field/nothing", "tool:exec is:refused", search.Query{}},
		{"field/with words", "budget tool:exec exit:>0", search.Query{}},
		{"field/by trial", "tool:exec is:failed", search.Query{ByTrial: true}},
		{"field/sequence", "tool:exec is:failed then: tool:exec is:ok", search.Query{}},
		{"meant", "budegt", search.Query{}},
		{"long prefix", "budge*", search.Query{}},
		{"excluded", "budget -report -error", search.Query{}},
		{"regex/rare", `/bacodi.*lomu/`, search.Query{}},
		{"regex/common", `/error \w+ file/`, search.Query{}},
		{"regex/none", `/no such text \d+/`, search.Query{}},
		{"regex/broad", `/^x\d$/`, search.Query{}},
	} {
		b.Run(c.name, func(b *testing.B) {
			q := c.q
			text := search.Parse(c.line)
			q.Terms, q.Fields, q.Then, q.Limit = text.Terms, text.Fields, text.Then, 20
			var took, used []time.Duration
			var res search.Result
			for b.Loop() {
				began, before := time.Now(), processorTime()
				var err error
				if res, err = db.Search(b.Context(), q); err != nil {
					b.Fatal(err)
				}
				took, used = append(took, time.Since(began)), append(used, processorTime()-before)
			}
			reportMedian(b, took)
			slices.Sort(used)
			b.ReportMetric(float64(used[len(used)/2].Microseconds())/1000, "median-cpu-ms")
			b.ReportMetric(float64(res.Total), "hits")
		})
	}
}

// BenchmarkNewest measures what the page of a common word waits for first: the
// keys of the newest 20 hits.
func BenchmarkNewest(b *testing.B) {
	db := corpus(b, *corpusDocs)
	for _, line := range []string{"the", "budget", "budget error", `"missing value"`, "一丁", "con*", "budge*", "budget user", "budget status", "budget failed"} {
		b.Run(line, func(b *testing.B) {
			ask := search.Ask{Order: search.ByNewest, Limit: 20}
			if word, by, ok := strings.Cut(line, " "); ok && word == "budget" {
				line = word
				switch by {
				case "user":
					ask.Tags = [][]string{{"fromuser"}}
				case "status":
					ask.Status = results.Timeout
				case "failed":
					ask.Tags = [][]string{{"failed"}}
				default:
					line += " " + by
				}
			}
			ask.Terms = search.Parse(line).Terms
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				found((textIndex{db.r}).Search(b.Context(), ask))(b)
				took = append(took, time.Since(began))
			}
			reportMedian(b, took)
		})
	}
}

// processorTime is what the process has used: on a busy machine it says more than the
// time that passed.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func reportMedian(b *testing.B, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
