// Package resultstest locates the real records that tests read. They are not in the repository,
// because they are other people's data.
package resultstest

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// SharedEnv is the environment variable with the directory of the real records. If it is set, tests
// fail instead of being skipped when the directory is missing.
const SharedEnv = "CLAWATLAS_SHARED"

// Shared returns a path below the directory of real records. In short mode, or if the directory is
// missing, it skips the test or fails (see SharedEnv).
func Shared(t testing.TB, elem ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("not among the quick tests: it reads real records")
	}
	path, promised := sharedPath(t, elem...)
	if _, err := os.Stat(path); err != nil {
		if promised {
			t.Fatalf("%s is set but %s is missing: %v", SharedEnv, path, err)
		}
		t.Skipf("real records not found at %s: set %s to run this test", path, SharedEnv)
	}
	return path
}

// sharedPath returns a path below the directory of real records, and whether SharedEnv is set.
func sharedPath(t testing.TB, elem ...string) (path string, promised bool) {
	t.Helper()
	root, promised := os.Getenv(SharedEnv), true
	if root == "" {
		root, promised = "../shared", false
	}
	if !filepath.IsAbs(root) {
		root = filepath.Join(ModuleRoot(t), root)
	}
	return filepath.Join(append([]string{root}, elem...)...), promised
}

// ModuleRoot returns the directory that contains go.mod.
func ModuleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatalf("find module root: %v", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("find module root: no go.mod above the test's directory")
		}
		dir = parent
	}
}

// Real runs tests on real records as subtests. If the records are missing, it skips all of them
// with a single message.
func Real(t *testing.T, tests map[string]func(*testing.T), elem ...string) {
	t.Helper()
	if testing.Short() {
		t.Skip("not among the quick tests: it reads real records")
	}
	if path, promised := sharedPath(t, elem...); !promised {
		if _, err := os.Stat(path); err != nil {
			t.Skipf("%d tests of real records, which were not found at %s: set %s to run them", len(tests), path, SharedEnv)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tests)) {
		t.Run(name, tests[name])
	}
}
