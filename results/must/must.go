// Package must provides short error checks and comparisons for tests.
package must

import (
	"fmt"
	"io/fs"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Get returns the value of a call and ends the test if the call fails:
// must.Get(os.ReadFile(name))(t).
func Get[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return v
	}
}

// Get2 is like Get, for a call that returns two values.
func Get2[T, U any](v T, u U, err error) func(testing.TB) (T, U) {
	return func(t testing.TB) (T, U) {
		t.Helper()
		Do(t, err)
		return v, u
	}
}

// Do ends the test if err is not nil.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Same reports a test failure if want and got differ, and continues the test. what and args are
// formatted as by Printf.
func Same(t testing.TB, want, got any, what string, args ...any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", fmt.Sprintf(what, args...), diff)
	}
}

// Files iterates over the files of a tree, sorted by name.
func Files(t testing.TB, fsys fs.FS) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		t.Helper()
		Do(t, fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(fsys, name)
			if err == nil && !yield(name, data) {
				return fs.SkipAll
			}
			return err
		}))
	}
}

// Equal is like Same, for short values.
func Equal[T comparable](t testing.TB, want, got T, what string, args ...any) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %+v, want %+v", fmt.Sprintf(what, args...), got, want)
	}
}
