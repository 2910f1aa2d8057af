package results_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// The nouns know no store: none of their fields is tagged for a column.
func TestNoStoreTags(t *testing.T) {
	for _, pattern := range []string{"*.go", "search/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v, %v", pattern, names, err)
		}
		for _, name := range names {
			code := must.Get(os.ReadFile(name))(t)
			if !strings.HasSuffix(name, "_test.go") && strings.Contains(string(code), `db:"`) {
				t.Errorf("%s has a field that is tagged for a column", name)
			}
		}
	}
}
