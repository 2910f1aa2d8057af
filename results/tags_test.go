package results_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The nouns know no store: none of their fields is tagged for a column.
func TestNoStoreTags(t *testing.T) {
	for _, pattern := range []string{"*.go", "search/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v, %v", pattern, names, err)
		}
		for _, name := range names {
			code, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") && strings.Contains(string(code), `db:"`) {
				t.Errorf("%s has a field that is tagged for a column", name)
			}
		}
	}
}
