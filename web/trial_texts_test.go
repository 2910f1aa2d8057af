package web

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// allRecords serves all shared records that have traces; what is refused of them
// is left out.
func allRecords(t *testing.T) *testSite {
	t.Helper()
	path := resultstest.Shared(t, "data")
	return openRealAnd(t, "all records", func(ctx context.Context, l *ingest.Loader) error {
		for _, name := range []string{"clawmark", "harbor", "liveclawbench"} {
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
	runs := site.runs(t, results.RunFilter{Limit: 1000})
	db := writable(t, site)
	for _, r := range runs {
		trials := must.Get(db.RunTrials(t.Context(), r.ID, ""))(t)
		for i := range trials {
			if s := &trials[i]; s.StepsTotal > 0 {
				list = append(list, fmt.Sprintf("/runs/%s/%s/%s?attempt=%d", r.Slug, s.Scenario, s.Task, s.Attempt))
			}
		}
	}
	return list
}

var (
	awayPart = regexp.MustCompile(`(?s)class="away">(.*?)</p>`)
	sizePart = regexp.MustCompile(`([\d.]+) (B|KiB|MiB)\b`)
)

// cutTexts counts the texts of a page that are cut, and lists what it says of those
// that have less than 4 KiB or of which it does not say how long they are. The
// size of the whole is the last that a remark has.
func cutTexts(body string) (cut int, short []string) {
	for _, m := range awayPart.FindAllStringSubmatch(body, -1) {
		if strings.Contains(m[1], "more equal steps") { // rows, which have a page
			continue
		}
		cut++
		sizes := sizePart.FindAllStringSubmatch(m[1], -1)
		if sizes == nil {
			short = append(short, m[1])
			continue
		}
		last := sizes[len(sizes)-1]
		if n, _ := strconv.ParseFloat(last[1], 64); last[2] == "B" || last[2] == "KiB" && n < 4 {
			short = append(short, m[1])
		}
	}
	return cut, short
}

// ofTexts is how many of the real traces and pairs are read, one of so many; all by
// make sweep.
const ofTexts = 4

// atLeast is how many of n pages have to be read.
func atLeast(n int) int {
	if resultstest.Everything {
		return n
	}
	return n / (2 * ofTexts)
}

// testTrialTexts reads all windows of traces of the real records: no text of under 4 KiB
// is cut, and no page is over 300 KB.
func testTrialTexts(t *testing.T) {
	site, chosen := allRecords(t), resultstest.Sample(t)
	stepID := regexp.MustCompile(`<li id="step-(\d+)"`)
	pages, largest, away := 0, 0, 0
	for _, path := range traceAddresses(t, site) {
		if !chosen(ofTexts, path) {
			continue
		}
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
			cut, short := cutTexts(body)
			away += cut
			for _, words := range short {
				t.Errorf("%s from %d cuts a text: %s", path, from, words)
			}
			ids := stepID.FindAllStringSubmatch(body, -1)
			if from = 0; len(ids) > 0 {
				last, _ := strconv.Atoi(ids[len(ids)-1][1])
				from = last + 1
			}
		}
	}
	if pages < atLeast(300) {
		t.Fatalf("only %d windows", pages)
	}
	t.Logf("%d windows, the largest has %d bytes, %d texts are cut", pages, largest, away)
}
