package results_test

import (
	"maps"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

const sha = "0123456789abcdef0123456789abcdef01234567"

// TestFileURL: a raw record leads to its file where the host's addresses are known,
// whatever its name has in it, and nowhere else.
func TestFileURL(t *testing.T) {
	for _, x := range []struct{ repository, path, name, file, dir string }{
		{"https://github.com/o/r", "runs/a", "q 1/x#?.json", "https://github.com/o/r/blob/" + sha + "/runs/a/q%201/x%23%3F.json",
			"https://github.com/o/r/tree/" + sha + "/runs/a"},
		{"https://gitlab.com/g/s/r", ".", "x.json", "https://gitlab.com/g/s/r/-/blob/" + sha + "/x.json",
			"https://gitlab.com/g/s/r/-/tree/" + sha},
		{"https://codeberg.org/o/r", "a/b.jsonl", "a/b.jsonl", "https://codeberg.org/o/r/src/commit/" + sha + "/a/b.jsonl",
			"https://codeberg.org/o/r/src/commit/" + sha + "/a/b.jsonl"},
		{"https://huggingface.co/datasets/o/r", "a", "%41.json",
			"https://huggingface.co/datasets/o/r/blob/" + sha + "/a/%2541.json", "https://huggingface.co/datasets/o/r/tree/" + sha + "/a"},
		{"https://git.example/o/r", "a", "x.json", "", ""},
		{"http://github.com/o/r", "a", "x.json", "", ""},
		{"javascript:alert(1)", "a", "x.json", "", ""},
	} {
		p := results.Provenance{Repository: x.repository, Commit: sha, Path: x.path, Files: true}
		must.Equal(t, x.file, p.FileURL(x.name), "file")
		must.Equal(t, x.dir, p.PathURL(), "directory")
		p.Files = false
		if got := p.FileURL(x.name); got != "" {
			t.Errorf("a record that is no file leads to %q", got)
		}
	}
}

// TestKeepProvenance: the same records read again keep the commit that they first came
// from, and follow a move.
func TestKeepProvenance(t *testing.T) {
	set := func(repository, commit, path string) map[string]string {
		return results.SetProvenance(map[string]string{"other": "x"},
			results.Provenance{Repository: repository, Commit: commit, Path: path, Files: repository != ""})
	}
	for name, x := range map[string]struct{ stored, read, want map[string]string }{
		"a newer commit": {set("r", "1", "p"), set("r", "2", "p"), set("r", "1", "p")},
		"moved":          {set("r", "1", "p"), set("r", "2", "q"), set("r", "2", "q")},
		"by hand":        {set("r", "1", "p"), set("", "", ""), set("r", "1", "p")},
		"of no commit":   {set("", "", ""), set("r", "1", "p"), set("r", "1", "p")},
	} {
		if got := results.KeepProvenance(x.stored, x.read); !maps.Equal(got, x.want) {
			t.Errorf("%s: %v, want %v", name, got, x.want)
		}
	}
}

// TestSetProvenance: records cannot state where they lie.
func TestSetProvenance(t *testing.T) {
	facts := results.SetProvenance(map[string]string{"repository": "https://github.com/evil/x", "commit": sha,
		"path": "p"}, results.Provenance{})
	if len(facts) != 0 {
		t.Errorf("left %v", facts)
	}
	if facts := results.SetProvenance(nil, results.Provenance{}); facts != nil {
		t.Errorf("nothing became %v", facts)
	}
}
