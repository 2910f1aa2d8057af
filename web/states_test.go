package web

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
	boardviews "github.com/clawatlas/clawatlas/views/board"
)

// TestStateWithoutARun: a board of a former day that a run was withdrawn from says
// so, and shows neither its numbers nor a place that rested on it; its digest is
// another.
func TestStateWithoutARun(t *testing.T) {
	const benchmark = "clawatlas-example"
	before := testServer(t)
	day := must.Get(before.Store.StateDays(t.Context(), benchmark, "paper", ""))(t)[0]
	at := "/benchmarks/" + benchmark + "/leaderboard?as_of=" + day
	var whole, without boardviews.Board
	before.object(t, "/api/v1"+at, &whole)
	slug := *whole.Rows[0].Run
	s := openSite(t, "withdrawn state", func(ctx context.Context, l *ingest.Loader) error {
		if err := loadInto(ctx, l, true, ingest.Source{FS: example.FS, Name: "example runs"}); err != nil {
			return err
		}
		return l.Store.(*sqlite.DB).WithdrawRun(ctx, slug, "asked <b>for", l.Now().UnixMilli())
	})
	day = must.Get(s.Store.StateDays(t.Context(), benchmark, "paper", ""))(t)[0]
	s.object(t, "/api/v1/benchmarks/"+benchmark+"/leaderboard?as_of="+day, &without)
	if len(without.Rows) != len(whole.Rows)-1 {
		t.Errorf("%d rows of %d", len(without.Rows), len(whole.Rows))
	}
	for _, r := range without.Rows {
		if r.Rank != nil || r.RankInterval != nil || r.TieClass != nil || r.PFirst != nil {
			t.Errorf("%s still has a place", *r.Run)
		}
	}
	text := s.page(t, "/b/"+benchmark+"?as_of="+day).Find("main").Text()
	if !strings.Contains(text, "was withdrawn on") || !strings.Contains(text, "asked <b>for") || strings.Contains(text, "leads") {
		t.Errorf("the page says %.600q", text)
	}
	kept := must.Get(before.Store.FindBoardState(t.Context(), benchmark, "paper", "", "9999-12-31"))(t)
	digest := must.Get(kept.Digest())(t)
	if text := before.page(t, "/b/"+benchmark+"?as_of="+kept.Day).Find("main").Text(); !strings.Contains(text, digest) {
		t.Error("a snapshot does not state its digest")
	}
	for path, want := range map[string]int{"?as_of=2000-01-01": http.StatusNotFound, "?as_of=soon": http.StatusBadRequest,
		"?as_of=9999-12-31": http.StatusFound, "/states/latest": http.StatusMovedPermanently} {
		before.wantStatus(t, "/b/"+benchmark+path, want)
	}
}
