package task

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// TestTaskFinder: runs that lack tasks or have others of their own are found
// their places as those that have all in order.
func TestTaskFinder(t *testing.T) {
	f := NewTaskFinder([]results.Task{{Scenario: "s1", Slug: "a"}, {Scenario: "s1", Slug: "b"}, {Scenario: "s2", Slug: "a"}})
	places := map[string]int{"s1 a": 0, "s1 b": 1, "s2 a": 2}
	for run, tasks := range [][][2]string{
		{{"s1", "a"}, {"s1", "b"}, {"s2", "a"}},
		{{"s1", "b"}, {"s2", "a"}},
		{{"s1", "a"}, {"s1", "x"}, {"s1", "b"}, {"s2", "a"}},
		{{"s2", "a"}, {"s1", "a"}, {"s1", "b"}, {"s2", "b"}},
		{{"s1", "a"}, {"s1", "b"}, {"s2", "a"}},
	} {
		for _, x := range tasks {
			at, ok := f.Find(string(rune('0'+run)), x[0], x[1])
			want, known := places[x[0]+" "+x[1]]
			if at != want || ok != known {
				t.Errorf("run %d, %s %s: place %d, %t, want %d, %t", run, x[0], x[1], at, ok, want, known)
			}
		}
	}
}
