package resultstest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// Where the records are, each test runs once, in one order.
func TestReal(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv(resultstest.SharedEnv, root)
	var ran []string
	note := func(t *testing.T) { ran = append(ran, filepath.Base(t.Name())) }
	resultstest.Real(t, map[string]func(*testing.T){"B": note, "A": note}, "data")
	if diff := cmp.Diff([]string{"A", "B"}, ran); diff != "" {
		t.Errorf("tests that ran (-want +got):\n%s", diff)
	}
}
