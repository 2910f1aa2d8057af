package main

import (
	"bytes"
	"context"
	"io/fs"
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
	"github.com/clawatlas/clawatlas/web"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

// TestServedATIF: what a trial's address gives as ATIF is what convert makes of its record.
func TestServedATIF(t *testing.T) {
	sources := map[string]fs.FS{"example": example.FS}
	for _, dir := range []string{"sweagent/testdata/new", "openhands/testdata/conversation", "otel/testdata"} {
		sources[dir] = os.DirFS(filepath.Join("..", "..", "ingest", filepath.FromSlash(dir)))
	}
	if shared := os.Getenv("CLAWATLAS_SHARED"); shared != "" {
		for _, dir := range []string{"data/harbor", "foreign/gemini-cli", "foreign/tau", "foreign/inspect"} {
			sources[dir] = os.DirFS(filepath.Join(shared, filepath.FromSlash(dir)))
		}
	}
	for name, source := range sources {
		t.Run(name, func(t *testing.T) {
			converted, served := convertedOf(t, source), servedOf(t, source)
			if len(converted) == 0 || len(converted) != len(served) {
				t.Fatalf("%d converted, %d served", len(converted), len(served))
			}
			for i := range converted {
				if converted[i] != served[i] {
					t.Fatalf("converted, served (%d):\n%s", i, cmp.Diff(converted[i], served[i]))
				}
			}
		})
	}
}

func convertedOf(t *testing.T, source fs.FS) (list []string) {
	known := []ingest.Source{{FS: bundled.FS, Name: "bundled data", Official: true}}
	_, err := newLoader(nil).Traces(t.Context(), known, []ingest.Source{{FS: source, Name: "test"}}, func(x *ingest.Trace) error {
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

func servedOf(t *testing.T, source fs.FS) (list []string) {
	ctx := context.Background()
	db := ingesttest.OpenBundled(t)
	ingesttest.Load(t, db, source, ingest.Identity{})
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
