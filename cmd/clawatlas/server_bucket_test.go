package main

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/storetest"
)

// Every command does with bodies in a bucket what it does with those in a directory. What
// is wrong with a bucket is said in a sentence without a key.
func (s *servers) bucket(t *testing.T) {
	gateway := storetest.StartGateway(t)
	database, dir := s.main.Create(t, ""), t.TempDir()
	at := func(blobs string) func(code int, says string, args ...string) string {
		return func(code int, says string, args ...string) string {
			t.Helper()
			return wants(t, code, says, append(args, "--store", address(s.main, database), "--blobs", blobs)...)
		}
	}
	do, records := at(gateway.Address("bodies")), exampleDir(t)
	do(0, "(?m)^clawatlas-example-skimmer.*\n(.*\n)*4 runs", "ingest", records)
	run := runSlug.FindString(do(0, `(?m)^4 runs$`, "list"))
	page := "/runs/" + run + "/ex_office_move/q1"
	site := startProgram(t, "clawatlas-small", "--store", address(s.main, database), "--blobs", gateway.Address("bodies"))
	if body, code, err := get(site + page); code != http.StatusOK || err != nil {
		t.Errorf("GET %s: %d %v %.300s", page, code, err, body)
	}
	do(0, "4 runs, .* trials", "export", "--parquet", filepath.Join(dir, "parquet"))
	do(0, "up to date", "migrate")
	objectsOf := func() int {
		list, _ := filepath.Glob(filepath.Join(gateway.Dir, "[tr]*", "*", "*"))
		return len(list)
	}
	before := objectsOf()
	do(0, "removed "+run, "remove", run)
	if left := objectsOf(); before != 8 || left != 6 {
		t.Errorf("the bucket had %d objects of 4 runs and has %d without one", before, left)
	}
	do(0, run, "ingest", records)

	at(gateway.Address("elsewhere"))(1, "bucket elsewhere does not exist", "list")
	gateway.Kill()
	do(1, "does not respond", "list")
	for _, tt := range []struct {
		page string
		code int
	}{{"/runs/" + run, http.StatusOK}, {strings.Replace(page, "q1", "q2", 1), http.StatusServiceUnavailable}} {
		if body, code, err := get(site + tt.page); code != tt.code || err != nil {
			t.Errorf("GET %s without the store of bodies: %d %v %.300s", tt.page, code, err, body)
		}
	}
	gateway.Run(t)
	if body, code, err := get(site + page); code != http.StatusOK || err != nil {
		t.Errorf("GET %s when it is back: %d %v %.300s", page, code, err, body)
	}
	t.Setenv("AWS_SECRET_ACCESS_KEY", secret)
	do(1, `permission denied`, "list")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", filepath.Join(dir, "none"))
	do(1, "there are no credentials", "list")
}
