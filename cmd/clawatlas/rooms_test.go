package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// partsStruct is a struct that copies what a report's value says already.
var partsStruct = regexp.MustCompile(`(?m)^type \w+Parts struct`)

// TestRoomsStaySmall: a package of pages can be read as a whole, and its templates take
// the report's value itself.
func TestRoomsStaySmall(t *testing.T) {
	const mostFiles, mostLines = 40, 6000
	rooms := 0
	for _, of := range []string{"views", "web", filepath.Join("results", "report")} {
		err := filepath.WalkDir(filepath.Join("..", "..", of), func(dir string, d os.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			entries, err := os.ReadDir(dir)
			if err != nil {
				return err
			}
			files, lines := 0, 0
			for _, e := range entries {
				name := e.Name()
				written := strings.HasSuffix(name, ".templ") || strings.HasSuffix(name, ".go") &&
					!strings.HasSuffix(name, "_templ.go") && !strings.HasSuffix(name, "_test.go")
				if !written {
					continue
				}
				data, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil {
					return err
				}
				files, lines = files+1, lines+strings.Count(string(data), "\n")
				if m := partsStruct.Find(data); m != nil {
					t.Errorf("%s: %s: let the template take the report's value", filepath.Join(dir, name), m)
				}
			}
			if files > mostFiles || lines > mostLines {
				t.Errorf("%s has %d files and %d lines, more than %d and %d: is it one family?", dir, files, lines, mostFiles, mostLines)
			}
			if files > 0 {
				rooms++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if rooms < 30 {
		t.Errorf("%d rooms were looked at", rooms)
	}
}
