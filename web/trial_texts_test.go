package web

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/sqlite"
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

// comparedPairs are the comparisons of trials of one task, of each task up to two.
func comparedPairs(t *testing.T, site *testSite) (list []string) {
	t.Helper()
	runs := site.runs(t, results.RunFilter{Limit: 1000})
	db, before, pairs := writable(t, site), map[string]string{}, map[string]int{}
	for _, r := range runs {
		trials := must.Get(db.RunTrials(t.Context(), r.ID, ""))(t)
		for i := range trials {
			s := &trials[i]
			task := r.Benchmark + "/" + s.Scenario + "/" + s.Task
			if s.StepsTotal == 0 || before[task] == r.Slug {
				continue
			}
			if other := before[task]; other != "" && pairs[task] < 2 {
				pairs[task]++
				list = append(list, fmt.Sprintf("/compare/%s/%s?a=%s&b=%s", s.Scenario, s.Task, other, r.Slug))
			}
			before[task] = r.Slug
		}
	}
	return list
}

// shiftedRecords serves ClawArena's released run and a run made of every fifth of its
// trials, each as one of the task after its own: traces that have no call in common.
func shiftedRecords(t *testing.T) *testSite {
	t.Helper()
	return openRealAnd(t, "shifted", func(ctx context.Context, l *ingest.Loader) error {
		db := l.Store.(*sqlite.DB)
		run, err := realRun(ctx, db)
		if err != nil {
			return err
		}
		trials, err := db.RunTrials(ctx, run.ID, "")
		if err != nil {
			return err
		}
		tasks, err := db.Tasks(ctx, "clawarena", "")
		if err != nil {
			return err
		}
		return derive(ctx, db, run, "shifted", trials, tasks, func(n int, trial *results.Trial) bool {
			next := &trials[(n+1)%len(trials)]
			trial.Scenario, trial.Task = next.Scenario, next.Task
			return n%5 == 0
		}, nil)
	})
}

// testCompareTexts reads the pages of pairs of real trials: no text of under 4 KiB is
// cut, and no page is over 300 KB.
func testCompareTexts(t *testing.T) {
	pages, largest, away, slowest := 0, 0, 0, time.Duration(0)
	chosen := resultstest.Sample(t)
	for _, site := range []*testSite{allRecords(t), shiftedRecords(t)} {
		for _, path := range comparedPairs(t, site) {
			if !chosen(ofTexts, path) {
				continue
			}
			for _, path := range []string{path, path + "&fold=0"} {
				began := time.Now()
				body := site.get(path).Body.String()
				slowest = max(slowest, time.Since(began))
				pages++
				largest = max(largest, len(body))
				if len(body) > 300<<10 {
					t.Errorf("%s has %d bytes", path, len(body))
				}
				cut, short := cutTexts(body)
				away += cut
				for _, words := range short {
					t.Errorf("%s cuts a text: %s", path, words)
				}
			}
		}
	}
	if pages < atLeast(100) {
		t.Fatalf("only %d pages", pages)
	}
	t.Logf("%d pages, the largest has %d bytes, the slowest took %v, %d texts are cut", pages, largest, slowest, away)
}
