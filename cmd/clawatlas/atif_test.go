package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/web"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

// TestServedATIF: what a trial's address gives as ATIF is what convert makes of its record.
func TestServedATIF(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it converts every trace of a site")
	}
	sources := []ingest.Source{{FS: example.FS, Name: "example"}}
	var converted, served []string
	known := []ingest.Source{{FS: bundled.FS, Name: "bundled data", Official: true}}
	_, err := newLoader(nil).Traces(t.Context(), known, sources, func(x *ingest.Trace) error {
		var b bytes.Buffer
		err := trace.WriteATIF(&b, written(x, nil))
		converted = append(converted, b.String())
		return err
	})
	must.Do(t, err)
	db := ingesttest.OpenBundled(t)
	must.Get(ingesttest.Loader(db).Load(t.Context(), sources))(t)
	site := siteweb.New(web.Config{Store: db, Version: "test", ATIF: writeATIF})
	for _, run := range listed(t, db) {
		r := must.Get(db.FindRun(t.Context(), run.Run))(t)
		for _, x := range must.Get(db.RunTrials(t.Context(), r.ID, ""))(t) {
			w := httptest.NewRecorder()
			site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, link.Trial(run.Run, x.Scenario, x.Task)+"/atif?attempt="+strconv.Itoa(x.Attempt), nil))
			switch {
			case x.StepsTotal == 0 && w.Code == http.StatusNotFound:
			case w.Code != http.StatusOK:
				t.Fatalf("%s/%s: %d %s", x.Scenario, x.Task, w.Code, w.Body)
			default:
				served = append(served, w.Body.String())
			}
		}
	}
	slices.Sort(converted)
	slices.Sort(served)
	if diff := cmp.Diff(converted, served); diff != "" || len(served) < 100 {
		t.Errorf("%d converted, %d served:\n%s", len(converted), len(served), diff)
	}
}
