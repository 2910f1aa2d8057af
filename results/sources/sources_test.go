package sources

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// The bundled list says of each source where it is, by whom and under which licence.
func TestAll(t *testing.T) {
	for _, s := range All() {
		if s.Licence == "" || s.By == "" || s.Holds == "" || s.Commit == "" {
			t.Errorf("%s lacks its licence, who published it, what it holds or a commit", s.Name)
		}
	}
}

// A run is of the source whose repository and path have it; of two states of one
// repository, of the one at whose commit it was read.
func TestIn(t *testing.T) {
	const a, b, c = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "cccccccccccccccccccccccccccccccccccccccc"
	list := []Source{{Name: "now", Repository: "https://h/o/R", Commit: a, Paths: []string{"x"}},
		{Name: "then", Repository: "https://h/o/R", Commit: b, Paths: []string{"x"}}}
	run := func(repository, commit, path string) results.Run {
		r := results.Run{Facts: results.SetProvenance(nil, results.Provenance{Repository: repository, Commit: commit, Path: path}, results.Place{})}
		r.Counts.Scored = 2
		return r
	}
	got := In(list, []results.Run{run("https://h/o/r", a, "x/1"), run("https://h/o/R", b, "x"), run("https://h/o/R", c, "x/2"),
		run("https://h/o/R", a, "xy"), run("https://h/o/S", a, "x"), {}})
	for i, want := range []int{2, 2} { // that of another commit is of both
		if got[i].RunsHere != want || got[i].TrialsHere != 2*want || len(got[i].Commits) != want {
			t.Errorf("%s has %d runs with %d trials at %v", got[i].Name, got[i].RunsHere, got[i].TrialsHere, got[i].Commits)
		}
	}
}

// A list with a member that nobody knows, or a name of two, is refused.
func TestParse(t *testing.T) {
	for _, text := range []string{"[[source]]\nname = \"a\"\nrepositori = \"x\"", "[[source]]\nname = \"a\"\n", "[[source]]\nname = \"A b\"\nrepository = \"x\"",
		"[[source]]\nname = \"a\"\nrepository = \"x\"\ncommit = \"HEAD\"", "[[source]]\nname = \"a\"\nrepository = \"x\"\n[[source]]\nname = \"a\"\nrepository = \"y\""} {
		if list, err := Parse([]byte(text)); err == nil {
			t.Errorf("read %+v of %s", list, text)
		}
	}
}
