package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// checkpoints fills a repository as Entire does: two checkpoints of one session, one
// of another in a ref of its own, and what must not be followed. It returns the commit
// that belongs to the first session.
func (r repository) checkpoints() string {
	r.t.Helper()
	r.write("README.md", "no record\n")
	r.git("add", "--all")
	r.git("commit", "--quiet", "--message=work\n\nEntire-Checkpoint: ab0000000001")
	commit := r.git("rev-parse", "HEAD")
	r.git("checkout", "--quiet", "--orphan", "entire/checkpoints/v1")
	r.git("rm", "-rqf", ".")
	r.write("ab/0000000000/0/metadata.json", `{"session_id":"2026-01-02-one"}`)
	r.write("ab/0000000000/0/full.jsonl", "{1}\n")
	r.write("ab/0000000001/0/metadata.json", `{"session_id":"2026-01-02-one"}`)
	r.write("ab/0000000001/0/full.jsonl", "{1}")
	r.write("ab/0000000001/0/full.jsonl.001", "{2}\n")
	r.write("ab/0000000001/0/prompt.txt", "go")
	r.write("ab/0000000001/tasks/toolu_1/agent-x.jsonl", "{3}\n")
	r.write("ab/0000000002/0/metadata.json", `{"session_id":"../../etc"}`)
	r.write("ab/0000000002/0/full.jsonl", "{4}\n")
	r.write("ab/0000000003/0/metadata.json", `{"session_id":"link"}`)
	must.Do(r.t, os.Symlink("/etc/passwd", filepath.Join(r.dir, "ab/0000000003/0/full.jsonl")))
	r.commit()
	r.git("checkout", "--quiet", "--orphan", "alone")
	r.git("rm", "-rqf", ".")
	r.write("0/metadata.json", `{"session_id":"two"}`)
	r.write("0/full.jsonl", "{5}\n")
	r.git("update-ref", "refs/entire/checkpoints/YZ/01ARZ3NDEKTSV4RRFFQ69G5FYZ", r.commit())
	r.git("update-ref", "refs/entire/checkpoints/odd", "HEAD")
	r.git("checkout", "--quiet", "main")
	return commit
}

// TestSessions: each session is there once and whole, with the commit that names its
// checkpoint, from a directory, a bare repository and an address alike.
func TestSessions(t *testing.T) {
	r, address := newRepository(t)
	shelf := NewShelf(Limits{})
	t.Cleanup(func() { shelf.Close() })
	if s, err := shelf.Sessions(t.Context(), r.dir); s != nil || err != nil {
		t.Fatalf("of a repository without any: %v, %v", s, err)
	}
	commit := r.checkpoints()
	for _, at := range []string{r.dir, filepath.Join(r.dir, ".git"), address, address + "@entire/checkpoints/v1"} {
		s := must.Get(shelf.Sessions(t.Context(), at))(t)
		if s == nil {
			t.Fatalf("%s: no sessions", at)
		}
		var names []string
		for _, e := range must.Get(fs.ReadDir(s.FS, "."))(t) {
			names = append(names, e.Name())
		}
		if got := strings.Join(names, " "); got != "agent-x.jsonl one.checkpoint.json one.jsonl two.checkpoint.json two.jsonl" {
			t.Errorf("%s: %s", at, got)
		}
		for name, want := range map[string]string{
			"one.jsonl": "{1}\n{2}\n\n", "two.jsonl": "{5}\n\n", "agent-x.jsonl": "{3}\n\n",
			"one.checkpoint.json": `{"checkpoint":"ab0000000001","commits":["` + commit + `"]}`,
			"two.checkpoint.json": `{"checkpoint":"01ARZ3NDEKTSV4RRFFQ69G5FYZ","commits":null}`,
		} {
			if got := string(must.Get(fs.ReadFile(s.FS, name))(t)); got != want {
				t.Errorf("%s: %s is %q, want %q", at, name, got, want)
			}
		}
		if got := len(s.Skipped()); got != 2 {
			t.Errorf("%s: %v", at, s.Skipped())
		}
		if s.Alone != strings.Contains(at, "@") {
			t.Errorf("%s: alone %v", at, s.Alone)
		}
	}
	for _, lim := range []Limits{{MaxFile: 3}, {MaxEntries: 2}, {MaxTotal: 5}} {
		if _, err := NewShelf(lim).Sessions(t.Context(), r.dir); !errors.Is(err, ErrLimit) {
			t.Errorf("%+v: %v", lim, err)
		}
	}
}
