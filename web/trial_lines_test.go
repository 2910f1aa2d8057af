package web

import (
	"strings"
	"testing"
)

// TestChosenLines: the address of a range of lines marks them without any script, in
// whatever order its ends stand, and no other line.
func TestChosenLines(t *testing.T) {
	s := testServer(t)
	at := "/runs/" + thoroughRun + "/ex_office_move/q1/steps/3?text=r1"
	if page := s.get(at).Body.String(); strings.Contains(page, `class="ln k"`) || !strings.Contains(page, `id="step-3-r1-L1"`) {
		t.Error("lines are marked that nobody has chosen, or have no address")
	}
	for _, q := range []string{"&line=2&to=3", "&line=3&to=2"} {
		page := s.get(at + q).Body.String()
		if n := strings.Count(page, `<span class="ln k"`); n != 2 {
			t.Errorf("%s: %d lines are marked, want 2", q, n)
		}
		for _, line := range []string{"2", "3"} {
			if !strings.Contains(page, `<span class="ln k" id="step-3-r1-L`+line+`"`) {
				t.Errorf("%s: line %s is not marked", q, line)
			}
		}
	}
}
