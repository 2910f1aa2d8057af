package sqlite

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// found gives what a Find has found.
func found[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		must(t, err)
		return v
	}
}

// same wants what was got to be what is wanted.
func same(t testing.TB, what string, want, got any, by ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, by...); diff != "" {
		t.Errorf("%s:\n%s", what, diff)
	}
}
