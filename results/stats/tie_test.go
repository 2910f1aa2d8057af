package stats

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTieClasses(t *testing.T) {
	// Scores by system number; a difference of more than 10 is significant.
	score := []int{70, 95, 88, 100, 84, 60}
	apart := func(anchor, i int) bool { return score[anchor]-score[i] > 10 }
	for _, test := range []struct {
		name  string
		order []int
		want  []int
	}{
		// 100 holds 95; 88 is only 7 from 95 but 12 from the anchor, so it opens
		// class 2 and holds 84; 70 opens class 3, and 60 is exactly 10 from it.
		{"fixed anchor", []int{3, 1, 2, 4, 0, 5}, []int{1, 1, 2, 2, 3, 3}},
		{"one system", []int{4}, []int{1}},
		{"nobody", nil, []int{}},
	} {
		if diff := cmp.Diff(test.want, TieClasses(test.order, apart)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestTieClassesAsksOncePerSystem(t *testing.T) {
	var asked [][2]int
	classes := TieClasses([]int{5, 6, 7}, func(anchor, i int) bool {
		asked = append(asked, [2]int{anchor, i})
		return true
	})
	if diff := cmp.Diff([][2]int{{5, 6}, {6, 7}}, asked); diff != "" {
		t.Errorf("comparisons (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{1, 2, 3}, classes); diff != "" {
		t.Errorf("classes (-want +got):\n%s", diff)
	}
	never := func(int, int) bool { return false }
	if diff := cmp.Diff([]int{1, 1, 1}, TieClasses([]int{5, 6, 7}, never)); diff != "" {
		t.Errorf("identical systems (-want +got):\n%s", diff)
	}
}
