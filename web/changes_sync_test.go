package web

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	homereport "github.com/clawatlas/clawatlas/results/report/home"
)

// TestChangesOfSync: of a folder that is kept in step the page of the log, its JSON,
// its table and its feed say the same of what came, went and was replaced, and why;
// the addresses of what went say it too.
func TestChangesOfSync(t *testing.T) {
	s := openSite(t, "synced", func(ctx context.Context, l *ingest.Loader) error {
		at := func(commit string, fsys fstest.MapFS) []ingest.Source {
			git := &ingest.Committed{Repository: "https://github.com/o/r", Commit: strings.Repeat(commit, 40), Dir: ".", Has: func(string) bool { return true }}
			return []ingest.Source{{FS: fsys, Name: "r", Sync: "https://github.com/o/r", Git: git}}
		}
		if _, err := l.Sync(ctx, at("a", ingesttest.Example(t)), false); err != nil {
			return err
		}
		next := ingesttest.Example(t)
		for name, f := range next {
			switch {
			case strings.Contains(name, "scripted_thorough-reader"):
				delete(next, name)
			case strings.Contains(name, "scripted_skimmer"):
				next[name] = &fstest.MapFile{Data: bytes.ReplaceAll(f.Data, []byte("purchase_order"), []byte("other_order"))}
			}
		}
		_, err := l.Sync(ctx, at("b", next), false)
		return err
	})
	var log struct{ Changes []homereport.Change }
	s.object(t, "/api/v1/changes?benchmark=clawatlas-example", &log)
	kinds := map[results.ChangeKind]int{}
	page, feed, table := squash(s.page(t, "/changes").Find("main")), s.get("/changes.atom").Body.String(), s.get("/changes?format=csv").Body.String()
	for _, c := range log.Changes {
		kinds[c.Kind]++
		if c.Detail == nil || !strings.Contains(*c.Detail, "https://github.com/o/r at ") {
			t.Fatalf("no reason: %+v", c)
		}
		for what, text := range map[string]string{"page": page, "feed": feed, "table": table} {
			named := func(slug string) bool { return strings.Contains(text, slug) }
			if what == "page" { // which calls a run that is there by its system and the end of its slug
				named = func(slug string) bool { return strings.Contains(text, slug[len(slug)-8:]) }
			}
			if !named(*c.Run) || !strings.Contains(text, *c.Detail) || c.Other != nil && !named(*c.Other) {
				t.Errorf("the %s lacks %s %s: %s", what, c.Kind, *c.Run, *c.Detail)
			}
		}
		if c.Kind == results.ChangeAdded {
			continue
		}
		rec := s.get("/runs/" + *c.Run)
		if rec.Code != http.StatusGone || !strings.Contains(rec.Body.String(), *c.Detail) || c.Other != nil && !strings.Contains(rec.Body.String(), *c.Other) {
			t.Errorf("%s answers %d: %s", *c.Run, rec.Code, rec.Body.String())
		}
	}
	if kinds[results.ChangeAdded] != 5 || kinds[results.ChangeWithdrawn] != 1 || kinds[results.ChangeReplaced] != 1 || len(kinds) != 3 {
		t.Errorf("changes %v", kinds)
	}
}
