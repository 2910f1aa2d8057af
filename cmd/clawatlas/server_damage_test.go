package main

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// A body that is gone or is not what was written is said, and never shown.
func (s *servers) damagedBodies(t *testing.T) {
	blobs := filepath.Join(t.TempDir(), "bodies")
	must.Do(t, os.CopyFS(blobs, os.DirFS(s.blobs)))
	flags := []string{"--store", address(s.main, s.database), "--blobs", blobs}
	run := runSlug.FindString(s.wants(t, 0, "", "list"))
	page := "/runs/" + run + "/ex_office_move/q1"
	for _, tt := range []struct {
		name string
		harm func(file string) error
	}{
		{"altered", func(file string) error {
			data, err := os.ReadFile(file)
			for i := range data {
				data[i] ^= 1
			}
			return errors.Join(err, os.WriteFile(file, data, 0o600))
		}},
		{"gone", os.Remove},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if body, code, err := get(startProgram(t, "clawatlas-small", flags...) + page); code != http.StatusOK || err != nil {
				t.Fatalf("GET %s before: %d %v %.300s", page, code, err, body)
			}
			err := filepath.WalkDir(blobs, func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				return tt.harm(path)
			})
			if err != nil {
				t.Fatal(err)
			}
			site := startProgram(t, "clawatlas-small", flags...)
			if body, code, err := get(site + page); code != http.StatusServiceUnavailable || err != nil || !strings.Contains(body, "is not shown") {
				t.Errorf("GET %s: %d %v %.300s", page, code, err, body)
			}
			if body, code, err := get(site + "/runs/" + run); code != http.StatusOK || err != nil {
				t.Errorf("the page of the run, which shows no body: %d %v %.300s", code, err, body)
			}
			wants(t, 1, `(?s)fault: (object \S+ of run \S+ is missing|run `+run+`: .*is not what was written).* read, \d+ faults\n$`, append([]string{"check"}, flags...)...)
			wants(t, 1, "what is stored is damaged", append([]string{"export", "--parquet", filepath.Join(t.TempDir(), "tables")}, flags...)...)
			must.Do(t, os.RemoveAll(blobs))
			must.Do(t, os.CopyFS(blobs, os.DirFS(s.blobs)))
		})
	}
}
