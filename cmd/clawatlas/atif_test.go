package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/web"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

// TestServedATIF: what a trial's address gives as ATIF is what convert makes of its record.
// Of the shared records one folder of three takes part, all by make sweep.
func TestServedATIF(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it converts every trace of a site")
	}
	sources := []ingest.Source{{FS: example.FS, Name: "example"}}
	if shared := os.Getenv("CLAWATLAS_SHARED"); shared != "" {
		chosen := resultstest.Sample(t)
		for _, dir := range []string{"data/harbor/jobs/LiveClawBench", "data/harbor/jobs/MatrAIx", "data/harbor/jobs/harbor", "data/harbor/atif",
			"foreign/gemini-cli"} {
			if chosen(3, dir) {
				sources = append(sources, ingest.Source{FS: os.DirFS(filepath.Join(shared, dir)), Name: dir})
			}
		}
	}
	converted, served := convertedOf(t, sources), servedOf(t, sources)
	if len(converted) < 100 || len(converted) != len(served) {
		t.Fatalf("%d converted, %d served", len(converted), len(served))
	}
	for i := range converted {
		if converted[i] != served[i] {
			t.Fatalf("converted, served (%d):\n%s", i, cmp.Diff(converted[i], served[i]))
		}
	}
}

func convertedOf(t *testing.T, sources []ingest.Source) (list []string) {
	known := []ingest.Source{{FS: bundled.FS, Name: "bundled data", Official: true}}
	_, err := newLoader(nil).Traces(t.Context(), known, sources, func(x *ingest.Trace) error {
		var b bytes.Buffer
		err := trace.WriteATIF(&b, written(x, nil))
		list = append(list, b.String())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

func servedOf(t *testing.T, sources []ingest.Source) (list []string) {
	ctx := context.Background()
	db := ingesttest.OpenBundled(t)
	must.Get(ingesttest.Loader(db).Load(ctx, sources))(t)
	site := siteweb.New(web.Config{Store: db, Version: "test", ATIF: writeATIF})
	for _, run := range listed(t, db) {
		r, err := db.FindRun(ctx, run.Run)
		if err != nil {
			t.Fatal(err)
		}
		trials, err := db.RunTrials(ctx, r.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		for i := range trials {
			x := &trials[i]
			w := httptest.NewRecorder()
			site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, link.Trial(run.Run, x.Scenario, x.Task)+"/atif?attempt="+strconv.Itoa(x.Attempt), nil))
			switch {
			case x.StepsTotal == 0 && w.Code == http.StatusNotFound:
			case w.Code != http.StatusOK:
				t.Fatalf("%s/%s: %d %s", x.Scenario, x.Task, w.Code, w.Body)
			default:
				list = append(list, w.Body.String())
			}
		}
	}
	slices.Sort(list)
	return list
}
