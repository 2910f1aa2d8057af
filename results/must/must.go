// Package must ends a test where what it needs cannot be had, in one line: what a
// test is about is then not lost between questions about errors. For tests alone.
package must

import "testing"

// Get is the value of a call that has to go well: must.Get(os.ReadFile(name))(t).
func Get[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return v
	}
}

// Get2 is Get for a call with two values.
func Get2[T, U any](v T, u U, err error) func(testing.TB) (T, U) {
	return func(t testing.TB) (T, U) {
		t.Helper()
		Do(t, err)
		return v, u
	}
}

// Do ends the test if err is one.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
