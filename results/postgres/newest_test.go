package postgres

import (
	stdcmp "cmp"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

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
	must.Do(t, index.Index(ctx, docs))
	for _, line := range []string{"word", "usual word", "usual -left", "word -usual", "between", "left"} {
		ask := search.Ask{Terms: search.Parse(line).Terms, Order: search.ByNewest, Limit: 2 * steps}
		all := must.Get(index.Search(ctx, ask))(t)
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
			if got := must.Get(index.Search(ctx, ask))(t); !slices.Equal(got, all[:min(ask.Limit, len(all))]) {
				t.Errorf("%s, the first %d: %v, want %v", line, ask.Limit, got, all)
			}
		}
	}
}
