package web

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// allRecords serves all shared records that have traces; what is refused of them
// is left out.
func allRecords(t *testing.T) *testSite {
	t.Helper()
	path := resultstest.Shared(t, "data")
	return openSite(t, "all records", func(ctx context.Context, l *ingest.Loader) error {
		for _, name := range []string{"clawarena", "clawmark", "harbor", "liveclawbench"} {
			src, err := source.Open(path+"/"+name, source.Limits{})
			if err != nil {
				return err
			}
			defer src.Close()
			if _, err := l.Load(ctx, []ingest.Source{{FS: src.FS, Name: src.Name}}); err != nil {
				return err
			}
		}
		return nil
	})
}

// traceAddresses are the pages of all trials with a trace.
func traceAddresses(t *testing.T, site *testSite) (list []string) {
	t.Helper()
	runs, _, err := site.Store.Runs(t.Context(), results.RunFilter{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	db := writable(t, site)
	for _, r := range runs {
		trials, err := db.RunTrials(t.Context(), r.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		for i := range trials {
			if s := &trials[i]; s.StepsTotal > 0 {
				list = append(list, fmt.Sprintf("/runs/%s/%s/%s?attempt=%d", r.Slug, s.Scenario, s.Task, s.Attempt))
			}
		}
	}
	return list
}

// testTrialTexts reads all windows of all traces of the real records: no text of
// under 4 KiB is cut, and no page is over 300 KB.
func testTrialTexts(t *testing.T) {
	site := allRecords(t)
	cut := regexp.MustCompile(`class="away">\s*(?:[^<]*\(([\d.]+) (B|KiB)\) between|([\d.]+) (B|KiB) in all|[\d.]+ \w+ of ([\d.]+) (B|KiB) between)`)
	stepID := regexp.MustCompile(`<li id="step-(\d+)"`)
	pages, largest, away := 0, 0, 0
	for _, path := range traceAddresses(t, site) {
		for from := 1; from > 0; pages++ {
			rec := site.get(fmt.Sprintf("%s&from=%d", path, from))
			if rec.Code == http.StatusBadRequest {
				break
			}
			body := rec.Body.String()
			largest = max(largest, len(body))
			if len(body) > 300<<10 {
				t.Errorf("%s from %d has %d bytes", path, from, len(body))
			}
			for _, m := range cut.FindAllStringSubmatch(body, -1) {
				away++
				n, _ := strconv.ParseFloat(m[1]+m[3]+m[5], 64)
				if unit := m[2] + m[4] + m[6]; unit == "B" || n < 4 {
					t.Errorf("%s from %d cuts a text: %s", path, from, m[0])
				}
			}
			ids := stepID.FindAllStringSubmatch(body, -1)
			if from = 0; len(ids) > 0 {
				last, _ := strconv.Atoi(ids[len(ids)-1][1])
				from = last + 1
			}
		}
	}
	if pages < 300 {
		t.Fatalf("only %d windows", pages)
	}
	t.Logf("%d windows, the largest has %d bytes, %d texts are cut", pages, largest, away)
}
