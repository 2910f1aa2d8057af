package export

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestLocal(t *testing.T) {
	for _, tt := range []struct{ value, at, fragment string }{
		{"/", "/", ""},
		{"/b/x?sort=a&convention=r&q=#t", "/b/x?convention=r&sort=a", "t"},
		{Origin, "/", ""},
		{Origin + "/b/x#%20", "/b/x", "%20"},
		{"/raw/a%2Fb", "/raw/a%2Fb", ""},
		{"//else.where/x", "", ""},
		{"https://else.where/", "", ""},
		{"#here", "", ""},
		{"mailto:a@b", "", ""},
	} {
		if l, ok := local(tt.value); l.at != tt.at || l.fragment != tt.fragment || ok != (tt.at != "") {
			t.Errorf("local(%q) = %q, %q, %v, want %q, %q", tt.value, l.at, l.fragment, ok, tt.at, tt.fragment)
		}
	}
}

func TestSameContent(t *testing.T) {
	for _, tt := range []struct {
		at, on string
		want   bool
	}{
		{"/api/v1/models/m", "/models/m", true},
		{"/models/m?format=csv", "/models/m", true},
		{"/b/x?chart=forest&format=svg", "/b/x?convention=report", true},
		{"/cards/models/m.png", "/models/m", true},
		{"/runs/r/s/t/steps/3", "/runs/r/s/t", true},
		{"/runs/r/s/t/raw", "/runs/r/s/t/at/2", true},
		{"/runs/r/s/u", "/runs/r/s/t", false},
		{"/runs/r/s", "/runs/r", false},
		{"/b/x?convention=report", "/b/x", false},
	} {
		must.Equal(t, tt.want, sameContent(tt.at, tt.on), "%s on %s", tt.at, tt.on)
	}
}

// TestWanted holds which addresses with a query become files.
func TestWanted(t *testing.T) {
	for _, tt := range []struct {
		at, on string
		want   bool
	}{
		{"/b/x", "/", true},
		{"/b/x?convention=report", "/b/x", true},
		{"/b/x?convention=report&format=csv&page=2", "/b/x", true},
		{"/b/x?convention=report&group=y", "/b/x", true},
		{"/b/x?chart=forest&convention=report&format=svg", "/b/x", true},
		{"/b/x?dir=asc&sort=crs", "/b/x", true},
		{"/b/x?group=y&sort=crs", "/b/x?group=y", false},
		{"/b/x?group=y&x=time", "/b/x", true},
		{"/b/x?chart=c&format=png&group=y&x=time", "/b/x?group=y&x=time", true},
		{"/b/x?group=z&x=time", "/b/x?group=y&x=time", false},
		{"/b/x/days/s?a=x&b=y", "/compare?a=x&b=y", true},
		{"/search?q=x", "/", false},
		{"/search", "/", true},
		{"/runs/r/s/t?find=x", "/runs/r/s/t", false},
		{"/runs/r/s/t?attempt=2&step=9", "/runs/r", true},
		{"/runs/r/s/t/raw?format=csv", "/runs/r/s/t/raw", false},
		{"/runs/r/s/t?format=csv", "/runs/r/s/t", true},
		{"/compare", "/", true},
		{"/compare?a=x&b=y", "/compare", true},
		{"/compare?a=x&b=y", "/runs/x", false},
		{"/compare?run=x&run=y&run=z", "/compare", true},
		{"/compare?a=x&b=y&format=csv", "/compare?a=x&b=y", true},
		{"/compare?a=x&b=y&show=all", "/compare?a=x&b=y", false},
		{"/compare?a=x&b=z", "/compare?a=x&b=y", false},
		{"/compare?a=x", "/compare?a=x&b=y", true},
		{"/compare?a=x", "/runs/x", false},
		{"/compare/s/t", "/runs/x/s/t", false},
		{"/compare/s/t?a=x&b=y", "/compare?a=x&b=y", true},
		{"/compare/s/t?a=x&b=y", "/compare", false},
		{"/compare/s/t?a=x&b=z", "/compare?a=x&b=y", false},
		{"/compare/s/t?a=x&b=y&fold=0", "/compare/s/t?a=x&b=y", true},
		{"/compare/s/t?a=x&attempt_a=2&b=y", "/compare/s/t?a=x&b=y", false},
		{"/compare/s/t?a=x&b=y&from=50", "/compare/s/t?a=x&b=y", true},
		{"/compare/s/u?a=x&b=y", "/compare/s/t?a=x&b=y", false},
		{"/api/v1/compare?a=x&b=y", "/compare?a=x&b=y", true},
		{"/cards/compare.png?a=x&b=y", "/compare?a=x&b=y", true},
		{"/api/v1/compare/s/t?a=x&b=y", "/compare/s/t?a=x&b=y", true},
		{"/api/v1/compare/s/t?a=x&b=y", "/compare/s/u?a=x&b=y", false},
	} {
		must.Equal(t, tt.want, wanted(tt.at, tt.on), "%s on %s", tt.at, tt.on)
	}
}

// TestNearest holds where a link leads whose own address has no file.
func TestNearest(t *testing.T) {
	for _, tt := range []struct{ at, want string }{
		{"/b/x/tasks?dir=asc&show=nobody&sort=rate", "/b/x/tasks?show=nobody"},
		{"/b/x/tasks?sort=rate", "/b/x/tasks"},
		{"/b/x/tasks?all=1&show=nobody", ""},
		{"/compare?a=x&b=y", "/compare?a=y&b=x"},
		{"/compare/s/t?a=x&b=y", "/compare/s/t?a=y&b=x"},
		{"/compare?a=x", "/compare"},
		{"/compare?run=x&run=y&run=z", ""},
	} {
		must.Equal(t, tt.want, nearest(tt.at), "nearest to %s", tt.at)
	}
}
