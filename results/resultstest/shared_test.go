package resultstest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// Where the records are, each test runs once, in one order.
func TestReal(t *testing.T) {
	root := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(root, "data"), 0o755))
	t.Setenv(resultstest.SharedEnv, root)
	var ran []string
	note := func(t *testing.T) { ran = append(ran, filepath.Base(t.Name())) }
	resultstest.Real(t, map[string]func(*testing.T){"B": note, "A": note}, "data")
	must.Same(t, []string{"A", "B"}, ran, "tests that ran")
}
