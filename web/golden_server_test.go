package web

import (
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/postgres"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// TestGoldenOnServer holds that a site whose database is on a PostgreSQL server answers
// as one whose database is a file, byte for byte but for what the database is called.
func TestGoldenOnServer(t *testing.T) {
	storetest.Wanted(t)
	server := storetest.StartServer(t)
	t.Run("golden", func(t *testing.T) {
		want := newGoldenSite(t)
		list := goldenAddresses(t)
		answers := want.askAll(t, list)
		got, db := onServer(t, server, fillGolden)
		got.over(t, db)
		sameAnswers(t, answers, got, list)
		t.Run("copied", func(t *testing.T) {
			got, db := copiedTo(t, server, want)
			got.over(t, db)
			sameAnswers(t, answers, got, list)
		})
		if len(list) < 300 {
			t.Errorf("only %d addresses were compared", len(list))
		}
	})
	if os.Getenv("CLAWATLAS_SHARED") == "" {
		return
	}
	t.Run("real records", func(t *testing.T) {
		path := resultstest.Shared(t, "data", "clawarena")
		want := &goldenSite{testSite: realServer(t), names: strings.NewReplacer()}
		got, _ := onServer(t, server, loadPath(path))
		got.names = want.names
		var list []goldenAddress
		newCrawl(want.testSite, 1).run(t, func(path string, _ *httptest.ResponseRecorder) {
			list = append(list, goldenAddress{line: path})
		}, "/", "/b/clawarena")
		slices.SortFunc(list, func(a, b goldenAddress) int { return strings.Compare(a.line, b.line) })
		answers := want.askAll(t, list)
		sameAnswers(t, answers, got, list)
		t.Run("copied", func(t *testing.T) {
			got, _ := copiedTo(t, server, want)
			got.names = want.names
			sameAnswers(t, answers, got, list)
		})
		if len(list) < 100 {
			t.Errorf("only %d addresses were compared", len(list))
		}
	})
}

// onServer is a site with a database of its own on a server.
func onServer(t *testing.T, server *storetest.Server, fill func(context.Context, *ingest.Loader) error) (*goldenSite, goldenStore) {
	t.Helper()
	begun := time.Now().UTC()
	site, db := filledServer(t, server, func(w *postgres.DB) error {
		l := testLoader(w)
		return errors.Join(loadBundled(t.Context(), l), fill(t.Context(), l))
	})
	site.begun, site.ready = begun, time.Now().UTC()
	return site, db
}

// copiedTo is a site whose database is a copy, on a server, of that of another site.
func copiedTo(t *testing.T, server *storetest.Server, from *goldenSite) (*goldenSite, goldenStore) {
	t.Helper()
	site, db := filledServer(t, server, func(w *postgres.DB) error {
		ctx, l := t.Context(), testLoader(w)
		runs, err := from.Store.Readings(ctx)
		if err == nil {
			err = errors.Join(w.CarryFrom(ctx, from.Store), loadBundled(ctx, l),
				l.Reread(ctx, from.Store, runs, func(*ingest.Reread) error { return nil }), w.EndCopy(ctx, nil, "", 0))
		}
		if err == nil {
			_, err = l.Refresh(ctx)
		}
		return err
	})
	site.begun, site.ready = from.begun, from.ready
	return site, db
}

// filledServer is a site of a new database on a server, and what fill stores there.
func filledServer(t *testing.T, server *storetest.Server, fill func(*postgres.DB) error) (*goldenSite, goldenStore) {
	t.Helper()
	bodies := must.Get(objects.OpenDir(t.TempDir()))(t)
	address := server.Address(server.Create(t, ""))
	w := must.Get(postgres.Open(t.Context(), address, bodies, t.TempDir()))(t)
	must.Do(t, errors.Join(fill(w), w.Close()))
	db := must.Get(postgres.OpenReader(t.Context(), address, bodies))(t)
	t.Cleanup(func() {
		if err := errors.Join(db.Close(), bodies.Close()); err != nil {
			t.Error(err)
		}
	})
	return &goldenSite{testSite: &testSite{Handler: New(unhurried(db))}}, db
}

// ranked reports whether an answer is a list of hits with the best first. That both
// stores find the same ones, results/postgres tests.
func ranked(a goldenAddress) bool {
	return strings.Contains(a.line, "/search?") && !strings.Contains(a.line, "sort=newest")
}

func statusLine(answer string) string { return strings.Split(answer, "\n")[1] }

// sameAnswers compares what a site answers with what another one has answered.
func sameAnswers(t *testing.T, want []string, got *goldenSite, list []goldenAddress) {
	t.Helper()
	before, now := slices.Clone(want), got.askAll(t, list)
	failed := 0
	for i, a := range list {
		if ranked(a) { // by a rule of the store's own, which the page says
			before[i], now[i] = statusLine(before[i]), statusLine(now[i])
		}
		if before[i] == now[i] {
			continue
		}
		if failed++; failed <= 20 {
			t.Errorf("%s (-file +server):\n%.1500s", a.line, cmp.Diff(lines(before[i]), lines(now[i])))
		}
	}
	if failed > 0 {
		t.Errorf("%d of %d answers differ", failed, len(list))
	}
	t.Logf("%d answers compared", len(list))
}
