package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// attacks are addresses of the routes that take longest, another page each time.
func attacks(t *testing.T, site *testSite) map[string]string {
	a, b := exampleRun(t, site, "skimmer"), exampleRun(t, site, "thorough-reader")
	return map[string]string{
		"runs":      "/runs?offset=%d",
		"compare":   "/compare?scenario=s%d&a=" + a + "&b=" + b,
		"matrix":    "/b/liveclawbench/matrix?q=%d",
		"method":    "/b/liveclawbench/method?q=%d",
		"tasks":     "/b/liveclawbench/tasks?offset=%d",
		"board":     "/b/liveclawbench?without=s%d",
		"heatmap":   "/b/liveclawbench/heatmap?q=%d",
		"models":    "/models?q=m%d",
		"search":    "/search?q=word%d",
		"API board": "/api/v1/benchmarks/liveclawbench/leaderboard?offset=%d",
	}
}

// TestAttack: one address that asks for ever other pages of a dear route keeps no other
// reader from pages that are yet to be rendered. make sweep attacks all routes.
func TestAttack(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it attacks")
	}
	// The connections that one address opens, and readers who ask meanwhile for pages that
	// nobody has asked for.
	attackers, victims := 200, 60
	if !resultstest.Everything { // nothing is measured
		attackers, victims = 10, 5
	}
	site := testServer(t)
	asked := attacks(t, site)
	if !resultstest.Everything {
		asked = map[string]string{"runs": asked["runs"], "compare": asked["compare"]}
	}
	var cold []string
	for _, list := range []string{"/models", "/findings", "/b/liveclawbench/tasks", "/b/clawarena/tasks"} {
		for _, a := range site.page(t, list).Find("main a[href^='/']").EachIter() {
			if href, _ := a.Attr("href"); !strings.ContainsAny(href, "#?") {
				cold = append(cold, href)
			}
		}
	}
	if len(cold) < victims {
		t.Fatalf("%d pages to ask for, want %d", len(cold), victims)
	}
	for name, at := range asked {
		t.Run(name, func(t *testing.T) {
			_, e := newServer(Config{Store: testServer(t).Store, Version: "test"})
			get := func(address, path string) int {
				req := httptest.NewRequest(http.MethodGet, path, nil)
				req.RemoteAddr = address + ":1"
				rec := httptest.NewRecorder()
				e.ServeHTTP(rec, req)
				return rec.Code
			}
			stop := make(chan struct{})
			var all sync.WaitGroup
			for i := range attackers {
				all.Go(func() {
					for n := i; ; n += attackers {
						select {
						case <-stop:
							return
						case <-time.After(pause):
							get("192.0.2.1", fmt.Sprintf(at, n+1))
						}
					}
				})
			}
			time.Sleep(2 * pause)
			late := 0
			for i := range victims {
				begun := time.Now()
				path := cold[i*len(cold)/victims]
				code := get(fmt.Sprintf("198.51.100.%d", i+1), path)
				if took := time.Since(begun); code != http.StatusOK || took > 2*time.Second {
					late++
					t.Logf("GET %s: %d after %v", path, code, took)
				}
			}
			close(stop)
			all.Wait()
			if late*100 > victims && resultstest.Everything {
				t.Errorf("%d of %d pages of others were not answered in 2 s", late, victims)
			}
		})
	}
}
