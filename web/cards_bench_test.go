package web

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// cardMost is what drawing a card may take of the processor's time, also as the
// first thing that a server is asked for: who shares a link waits for it.
const cardMost = 150 * time.Millisecond

// TestCardsCold draws the cards of the bundled data, each by a server that has
// answered nothing yet.
func TestCardsCold(t *testing.T) {
	site := testServer(t)
	for kind, list := range cardsOf(t, site.Store, 3) {
		for _, at := range list {
			if used := coldCard(t, site.Store, at); used > cardMost && coldCard(t, site.Store, at) > cardMost {
				t.Errorf("%s: %s takes %v of processor time", kind, at, used)
			}
		}
	}
}

// BenchmarkCards draws each card of the real records, or of -pages-db, in the same way
// and reports the longest time of each kind.
func BenchmarkCards(b *testing.B) {
	site := &testSite{}
	if *pagesDB == "" {
		site = realServer(b)
	} else {
		db, err := sqlite.OpenReader(b.Context(), *pagesDB)
		if err != nil {
			b.Fatal(err)
		}
		defer db.Close()
		site.Store = db
	}
	for kind, list := range cardsOf(b, site.Store, 1000) {
		b.Run(kind, func(b *testing.B) {
			worst, all := time.Duration(0), time.Duration(0)
			for b.Loop() {
				for _, at := range list {
					used := coldCard(b, site.Store, at)
					if used > cardMost {
						b.Logf("%s: %v", at, used)
					}
					worst, all = max(worst, used), all+used
				}
			}
			b.ReportMetric(float64(worst.Microseconds())/1e3, "worst-cpu-ms")
			b.ReportMetric(float64(all.Microseconds())/1e3/float64(len(list)*b.N), "cpu-ms/card")
			b.ReportMetric(float64(len(list)), "cards")
		})
	}
}

// coldCard is the processor's time for a card of a server that has answered nothing.
func coldCard(t testing.TB, store Store, at string) time.Duration {
	t.Helper()
	cold := &testSite{Handler: New(unhurried(store))}
	before := processTime(t)
	rec := cold.get(at)
	used := processTime(t) - before
	if rec.Code != http.StatusOK || rec.Header().Get("Content-Type") != "image/png" {
		t.Errorf("%s: status %d", at, rec.Code)
	}
	return used
}

// cardsOf are the addresses of the cards of a database, at most so many of each kind.
func cardsOf(t testing.TB, store Store, most int) map[string][]string {
	t.Helper()
	ctx := context.Background()
	list := map[string][]string{"home": {"/cards/home.png"}}
	add := func(kind, page string) {
		if len(list[kind]) < most {
			list[kind] = append(list[kind], "/cards"+page+CardEnd)
		}
	}
	benchmarks, err1 := store.Benchmarks(ctx)
	models, err2 := store.Models(ctx)
	for _, err := range []error{err1, err2} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range models {
		add("model", link.Model(m.ID))
	}
	for _, b := range benchmarks {
		add("board", link.Benchmark(b.ID))
		runs, _ := must.Get2(store.Runs(ctx, results.RunFilter{Benchmark: b.ID, Limit: 500}))(t)
		for i, r := range runs {
			add("run", link.Run(r.Slug))
			if pairs := list["compare"]; i > 0 && len(pairs) < most {
				list["compare"] = append(pairs, "/cards/compare.png?"+url.Values{"a": {r.Slug}, "b": {runs[i-1].Slug}}.Encode())
			}
		}
		tasks := must.Get(store.Tasks(ctx, b.ID, ""))(t)
		for _, x := range tasks {
			add("scenario", link.Scenario(b.ID, x.Scenario))
			add("task", link.Task(b.ID, x.Scenario, x.Slug))
		}
		cases := must.Get(store.Cases(ctx, b.ID))(t)
		for _, c := range cases {
			add("mined case", link.Case(c.Slug))
		}
		written := must.Get(casebook.Of(b.ID))(t)
		for _, c := range written {
			add("written case", link.Case(c.Slug))
		}
	}
	return list
}
