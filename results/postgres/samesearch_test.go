package postgres

import (
	stdcmp "cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// What is asked of both stores finds the same steps in both, with the same counts,
// proposals and snippets: lines made of the words of real records.
func sameSearch(t *testing.T, server *pgtest.Server, empty string) {
	texts := resultstest.Texts(t, resultstest.Shared(t, "data"), 150)
	texts = append(texts, strings.Join(texts[:40], "\n")) // a long one
	file := found(sqlite.OpenWriter(t.Context(), filepath.Join(t.TempDir(), "t.db")))(t)
	defer file.Close()
	db := open(t, server, create(t, server, empty))
	storetest.FillTexts(t, file, texts)
	storetest.FillTexts(t, db, texts)
	lines := storetest.Questions(texts, 4500)
	hits := 0
	for i, line := range append(lines, "C++", "!=", `"--- "`, "tool:exec is:failed", "status:failed", "role:user", "model:model-one -the") {
		q := search.Query{Newest: i%3 != 0, Limit: 30, Offset: i % 2 * 10}
		line += []string{"", " run:texts3", " status:failed", " model:model-one", " tool:exec", " run:texts1 scenario:s1 task:q1",
			" role:agent attempt:1", "", "", "", ""}[i%11]
		if !q.Newest {
			q.Limit, q.Offset = 1000, 0 // the order may differ, and so all are compared
		}
		want, got := answer(t, file, line, q), answer(t, db, line, q)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s %+v (-SQLite +PostgreSQL):\n%.2000s", line, q, diff)
		}
		hits += want.Total
	}
	if len(lines) < 200 || hits < 5*len(lines) {
		t.Errorf("only %d lines with %d hits were compared", len(lines), hits)
	}
	for _, line := range []string{"texts1", "model one", "bench", "q1", "exec"} {
		terms := search.Parse(line).Terms
		want, got := found(file.FindNames(t.Context(), terms))(t), found(db.FindNames(t.Context(), terms))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("names %s (-SQLite +PostgreSQL):\n%s", line, diff)
		}
	}
	t.Logf("%d lines with %d hits", len(lines), hits)
}

// What words are sought by is planned for them, and no plan is left for others.
func plansForWords(t *testing.T, server *pgtest.Server, empty string) {
	ctx, db := t.Context(), open(t, server, create(t, server, empty))
	ask := search.Ask{Terms: search.Parse("word").Terms, Limit: 10}
	for _, ask.Order = range []search.Order{search.ByRelevance, search.ByNewest} {
		found((textIndex{db.w}).Search(ctx, ask))(t)
	}
	found((textIndex{db.w}).Count(ctx, ask))(t)
	var kept []string
	if err := db.w.SelectContext(ctx, &kept, "SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%ts' || 'query%'"); err != nil || len(kept) > 0 {
		t.Errorf("%d statements are prepared, the first %.300q; %v", len(kept), slices.Concat(kept, []string{""})[0], err)
	}
}

// The newest of usual and of long texts come in their order, however few are asked for,
// and what lies between those that are asked for is not passed over.
func newestOfBoth(t *testing.T, server *pgtest.Server, empty string) {
	ctx, db := t.Context(), open(t, server, create(t, server, empty))
	index := textIndex{db.w}
	long := strings.Repeat("between others ", vectorWords)
	const steps = 60
	var docs []search.Doc
	for i := range int64(steps) {
		d := search.Doc{Key: 7<<sqlstore.KeyBits + i, Words: "usual word"}
		if i%5 == 0 || i > 50 && i < 55 {
			d.Words = "word " + long + "usual"
		}
		if i%7 == 0 {
			d.Words += " left"
		}
		docs = append(docs, d)
	}
	must(t, index.Index(ctx, docs))
	for _, line := range []string{"word", "usual word", "usual -left", "word -usual", "between", "left"} {
		ask := search.Ask{Terms: search.Parse(line).Terms, Order: search.ByNewest, Limit: 2 * steps}
		all := found(index.Search(ctx, ask))(t)
		want := 0
		for _, d := range docs {
			met := true
			for _, term := range ask.Terms {
				met = met && slices.Contains(strings.Fields(d.Words), term.Text) != term.Not
			}
			if met {
				want++
			}
		}
		if len(all) != want || !slices.IsSortedFunc(all, func(a, b int64) int { return stdcmp.Compare(b, a) }) {
			t.Errorf("%s: %d are found, want %d, newest first: %v", line, len(all), want, all)
		}
		for ask.Limit = range steps {
			if got := found(index.Search(ctx, ask))(t); !slices.Equal(got, all[:min(ask.Limit, len(all))]) {
				t.Errorf("%s, the first %d: %v, want %v", line, ask.Limit, got, all)
			}
		}
	}
}

// answer is what a store answers, but for how it ranks.
func answer(t *testing.T, db storetest.Filled, line string, q search.Query) search.Result {
	t.Helper()
	text := search.Parse(line)
	q.Terms, q.Filters = text.Terms, text.Filters
	res, err := db.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if res.Order == search.ByRelevance {
		slices.SortFunc(res.Hits, func(a, b search.Hit) int { return strings.Compare(placeOf(a), placeOf(b)) })
	}
	return res
}

func placeOf(h search.Hit) string {
	return fmt.Sprintf("%s/%s/%s#%d", h.Run, h.Scenario, h.Task, h.StepID)
}
