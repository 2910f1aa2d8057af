package main

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Two servers that find no database make one, and both serve it.
func (s *servers) madeOnce(t *testing.T) {
	flags := []string{"--store", address(s.main, s.main.Create(t, "")), "--blobs", filepath.Join(t.TempDir(), "bodies")}
	var both [2]string
	t.Run("both", func(t *testing.T) {
		for i := range both {
			t.Run("one", func(t *testing.T) {
				t.Parallel()
				both[i], _, _ = get(startProgram(t, "clawatlas-small", flags...) + "/api/v1/runs")
			})
		}
	})
	if both[0] != both[1] || !strings.Contains(both[0], "thorough") {
		t.Errorf("the two serve different runs, or none: %.300s", both[0])
	}
	wants(t, 0, `(?m)^4 runs$`, append([]string{"list"}, flags...)...)
}

// healthIs waits until a site says so of its health.
func healthIs(t *testing.T, site string, want int) {
	t.Helper()
	var body string
	code := 0
	for range 100 {
		if body, code, _ = get(site + "/healthz"); code == want {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("healthz is %d %q, want %d", code, body, want)
}

// While the server is gone its site asks readers to come again, and one that has a
// replica goes on; while the replica is gone the server is read. When they are back all
// is as before, without a restart, and what is written then is seen by both.
func (s *servers) outages(t *testing.T) {
	alone := startProgram(t, "clawatlas-small", s.flags()...)
	withReplica := append(s.flags(), "--read-store", address(s.replica, s.database))
	both := startProgram(t, "clawatlas-small", withReplica...)
	fresh := 0
	answers := func(site string, want int) {
		t.Helper()
		for range 5 { // pages that are not in memory
			fresh++
			resp, err := http.Get(site + fmt.Sprintf("/runs?offset=%d", fresh))
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if h := resp.Header; resp.StatusCode != want || want == http.StatusServiceUnavailable && (h.Get("Retry-After") == "" || h.Get("Cache-Control") != "no-store") {
				t.Errorf("GET %s: status %d, want %d; %v", resp.Request.URL, resp.StatusCode, want, h)
			}
		}
	}
	s.main.Stop(t)
	healthIs(t, alone, http.StatusServiceUnavailable)
	healthIs(t, both, http.StatusOK)
	answers(alone, http.StatusServiceUnavailable)
	answers(startProgram(t, "clawatlas-small", withReplica...), http.StatusOK)
	answers(both, http.StatusOK)
	if body, _, _ := get(alone + "/healthz"); strings.Contains(body, "127.0.0.1") || !strings.Contains(body, "does not respond") {
		t.Errorf("healthz says %q", body)
	}
	s.main.Resume(t)
	healthIs(t, alone, http.StatusOK)
	answers(alone, http.StatusOK)

	s.replica.Stop(t)
	time.Sleep(verifyEvery + time.Second)
	answers(both, http.StatusOK)
	s.replica.Resume(t)
	time.Sleep(verifyEvery + time.Second)

	run := runSlug.FindString(s.wants(t, 0, "", "list"))
	s.wants(t, 0, "hid", "hide", run)
	written := time.Now()
	for _, site := range []string{alone, both} {
		for code := 0; code != http.StatusNotFound; _, code, _ = get(site + "/runs/" + run) {
			if time.Since(written) > 10*time.Second {
				t.Errorf("a run that was hidden is shown after %v", time.Since(written))
				break
			}
		}
	}
	s.wants(t, 0, "showed", "hide", "--undo", run)
}
