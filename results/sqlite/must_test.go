package sqlite

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// same wants what was got to be what is wanted.
func same(t testing.TB, what string, want, got any, by ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, by...); diff != "" {
		t.Errorf("%s:\n%s", what, diff)
	}
}
