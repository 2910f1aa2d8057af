package web

import (
	"context"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// TestStateWithoutARun: a board of a former day that a run was withdrawn from says
// so, and shows neither its numbers nor a place that rested on it; its digest is
// another.
func TestStateWithoutARun(t *testing.T) {
	const benchmark, at = "clawatlas-example", "/benchmarks/clawatlas-example/states/latest"
	before := testServer(t)
	var whole, without boardreport.BoardState
	before.object(t, "/api/v1"+at, &whole)
	slug := *whole.Rows[0].Run
	s := openSite(t, "withdrawn state", func(ctx context.Context, l *ingest.Loader) error {
		if err := loadInto(ctx, l, true, ingest.Source{FS: example.FS, Name: "example runs"}); err != nil {
			return err
		}
		return l.Store.(*sqlite.DB).WithdrawRun(ctx, slug, "asked <b>for", l.Now().UnixMilli())
	})
	s.object(t, "/api/v1"+at, &without)
	if !without.Altered || without.Digest == whole.Digest || len(without.Rows) != len(whole.Rows)-1 || len(without.Withdrawn) != 1 || without.Withdrawn[0].Run != slug {
		t.Errorf("altered %t, %d rows of %d, withdrawn %+v", without.Altered, len(without.Rows), len(whole.Rows), without.Withdrawn)
	}
	for _, r := range without.Rows {
		if r.Rank != nil || r.RankInterval != nil || r.TieClass != nil || r.PFirst != nil {
			t.Errorf("%s still has a place", *r.Run)
		}
	}
	text := s.page(t, "/b/"+benchmark+"/states/"+without.Day).Find("main").Text()
	if !strings.Contains(text, "was withdrawn on") || !strings.Contains(text, "asked <b>for") || strings.Contains(text, "leads") {
		t.Errorf("the page says %.600q", text)
	}
	if list := s.page(t, "/b/"+benchmark+"/states").Find("main").Text(); !strings.Contains(list, "a row was taken out since") {
		t.Errorf("the list says %.600q", list)
	}
	if cite := before.page(t, "/b/"+benchmark).Find("#cite").Text(); !strings.Contains(cite, "sha256:"+whole.Digest) {
		t.Errorf("the board is cited without its state: %s", cite)
	}
}
