package web

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// pause is what each connection waits between its requests. Without one the
// test would measure how fast the machine sends.
const pause = 200 * time.Millisecond

// flood asks for pages over that many connections until stop is closed, and
// counts the answers by status.
func flood(server *httptest.Server, connections int, stop chan struct{}, at func(n int) string) func() map[int]int {
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: connections, MaxIdleConnsPerHost: connections}}
	var mu sync.Mutex
	counts := map[int]int{}
	var all sync.WaitGroup
	for i := range connections {
		all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				case <-time.After(pause):
				}
				code, err := fetch(client, server.URL+at(n*connections+i))
				if err != nil {
					code = 0
				}
				mu.Lock()
				counts[code]++
				mu.Unlock()
			}
		})
	}
	return func() map[int]int { all.Wait(); client.CloseIdleConnections(); return counts }
}

func fetch(client *http.Client, url string) (int, error) {
	resp, err := client.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, err
}

// slowest is the 99th percentile of n requests for pages that nobody else asks
// for, so that each is rendered.
func slowest(t *testing.T, server *httptest.Server, n int, at func(n int) string) time.Duration {
	t.Helper()
	var took []time.Duration
	for i := range n {
		start := time.Now()
		code, err := fetch(http.DefaultClient, server.URL+at(i))
		if err != nil || code != http.StatusOK {
			t.Errorf("GET %s: %d, %v", at(i), code, err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	return took[len(took)*99/100]
}

// Many readers of a page that is dear, each with an address of their own, do
// not keep others from one that is cheap: neither by parameters that nothing
// reads, nor by those that make another page each time.
func TestUnrelatedPageUnderLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it measures")
	}
	readers, alone, under := 200, 20, 60
	if !resultstest.Everything { // nothing is measured
		readers, alone, under = 10, 1, 5
	}
	run := exampleRun(t, testServer(t), "skimmer")
	step := func(n int) string { return fmt.Sprintf("/runs/%s/ex_office_move/q1/steps/1?line=%d", run, n+1) }
	for name, at := range map[string]func(int) string{
		"unknown parameter": func(n int) string { return fmt.Sprintf("/b/liveclawbench/matrix?x=%d", n) },
		"known parameter":   func(n int) string { return fmt.Sprintf("/b/liveclawbench/method?q=%d", n) },
	} {
		t.Run(name, func(t *testing.T) {
			s, e := newServer(unhurried(testServer(t).Store))
			server := httptest.NewServer(e)
			defer server.Close()
			alone := slowest(t, server, alone, func(n int) string { return step(n + 1000) })
			stop := make(chan struct{})
			end := flood(server, readers, stop, at)
			time.Sleep(300 * time.Millisecond)
			under := slowest(t, server, under, step)
			close(stop)
			counts := end()
			var mem runtime.MemStats
			runtime.ReadMemStats(&mem)
			t.Logf("99th percentile %v alone, %v under load; answers %v; %d MB of heap, %d entries kept", alone, under, counts, mem.HeapInuse>>20, s.cache.Len())
			// It was 16 s before renders were bound and shared. Client and server
			// share the cores here, with other packages' tests.
			if limit := time.Second + 40*alone; under > limit && resultstest.Everything {
				t.Errorf("an unrelated page took %v, want less than %v", under, limit)
			}
			if counts[http.StatusOK] == 0 || counts[0] > 0 || counts[http.StatusInternalServerError] > 0 {
				t.Errorf("answers by status: %v", counts)
			}
		})
	}
}
