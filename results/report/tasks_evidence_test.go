package report

import (
	"testing"
)

// TestGoldReader: a recorded solution differs by its labels, in whatever order;
// no record, null and what is no list say nothing.
func TestGoldReader(t *testing.T) {
	g := goldReader{labels: []string{"A", "C"}}
	for _, x := range []struct {
		recorded string
		want     bool
	}{{`["C","A"]`, false}, {`["A"]`, true}, {`["A"]`, true}, {"", false}, {`["A"]`, true}, {"null", false}, {`"A"`, false}, {"[]", true}, {`["C","A"]`, false}} {
		if got := g.differs(x.recorded); got != x.want {
			t.Errorf("%s differs: %t, want %t", x.recorded, got, x.want)
		}
	}
	if none := (&goldReader{}); none.differs(`["A"]`) {
		t.Error("a record differs from a solution that is not known")
	}
}
