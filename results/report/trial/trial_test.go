package trial

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/report"
)

func TestWindowOf(t *testing.T) {
	for step, want := range map[int]string{1: "", 50: "", 51: "51", 100: "51", 101: "101", 300_000: "299951"} {
		must.Equal(t, want, report.WindowOf(step), "WindowOf(%d)", step)
	}
}

func TestStretch(t *testing.T) {
	for n, want := range map[int]int{0: 1, 1: 1, 40: 1, 41: 2, 80: 2, 81: 5, 200: 5, 201: 10, 401: 20, 6000: 200, 1_000_000: 50_000} {
		must.Equal(t, want, Stretch(n), "Stretch(%d)", n)
	}
	// Each level divides the one above, so that no part of it is counted twice.
	for n := 41; n < 100_000; n++ {
		if size := Stretch(n); size%Stretch(size) != 0 {
			t.Fatalf("Stretch(%d) = %d is not a multiple of %d", n, size, Stretch(size))
		}
	}
}

// TestAddWrites: a call that wrote a file is listed once, by whatever path it is sought.
func TestAddWrites(t *testing.T) {
	var x Trial
	x.AddWrites([]calls.FileWrite{{Step: 3, Call: 1, File: "docs/a.md"}, {Step: 3, Call: 2, File: "docs/a.md"}}, false)
	x.AddWrites([]calls.FileWrite{{Step: 3, Call: 1, File: "a.md"}, {Step: 4, Call: 1, File: "a.md"}}, false)
	if len(x.Writes) != 3 || x.Writes[0].File != "docs/a.md" || x.Writes[2].Step != 4 {
		t.Errorf("%+v, want steps 3, 3 and 4", x.Writes)
	}
}
