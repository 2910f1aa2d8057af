package report

import "testing"

func TestWindowOf(t *testing.T) {
	for step, want := range map[int]string{1: "", 50: "", 51: "51", 100: "51", 101: "101", 300_000: "299951"} {
		if got := WindowOf(step); got != want {
			t.Errorf("WindowOf(%d) = %q, want %q", step, got, want)
		}
	}
}

func TestStretch(t *testing.T) {
	for n, want := range map[int]int{0: 1, 1: 1, 40: 1, 41: 2, 80: 2, 81: 5, 200: 5, 201: 10, 401: 20, 6000: 200, 1_000_000: 50_000} {
		if got := Stretch(n); got != want {
			t.Errorf("Stretch(%d) = %d, want %d", n, got, want)
		}
	}
	// Each level divides the one above, so that no part of it is counted twice.
	for n := 41; n < 100_000; n++ {
		if size := Stretch(n); size%Stretch(size) != 0 {
			t.Fatalf("Stretch(%d) = %d is not a multiple of %d", n, size, Stretch(size))
		}
	}
}
