package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// The script that lays out the real records takes what its tables say from
// clones, and names what it misses.
func TestDataScript(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("clones/some/one/runs/a/result.json", "{}")
	write("clones/some/one/runs/a/video.bin", "large")
	write("clones/some/one/trace.json", "[]")
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-C", filepath.Join(root, "clones/some/one"), "-c", "user.name=x", "-c", "user.email=x@example.org"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-q", "-m", "x")
	commit := git("rev-parse", "HEAD")
	write("tables/data.tsv", "# head\njobs\tsome/one\t"+commit+"\truns\t*/result.json\njobs\tsome/other\t"+commit+"\truns\ta\n")
	write("tables/data-atif.tsv", "1.json\tsome/one\t"+commit+"\ttrace.json\tagent\t3\ttrue\n2.json\tsome/one\t"+commit+"\tnone.json\tagent\t3\tfalse\n")

	cmd := exec.Command(filepath.Join(resultstest.ModuleRoot(t), ".ci/data"), filepath.Join(root, "clones"), filepath.Join(root, "out"))
	cmd.Env = append(os.Environ(), "CLAWATLAS_DATA_TABLES="+filepath.Join(root, "tables"))
	said, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("exit status 0, although a clone and a file are missing")
	}
	for _, want := range []string{"2 of 4 entries", "clone some/other", "some/one has no none.json"} {
		if !strings.Contains(string(said), want) {
			t.Errorf("the script does not say %q:\n%s", want, said)
		}
	}
	for name, want := range map[string]string{"jobs/a/result.json": "{}", "harbor/atif/1.json": "[]", "jobs/a/video.bin": "", "harbor/atif/2.json": "", "harbor/atif/index.json": `"steps": 3, "harbor_valid": true`} {
		data, err := os.ReadFile(filepath.Join(root, "out", name))
		if err != nil && want != "" || err == nil && (want == "" || !strings.Contains(string(data), want)) {
			t.Errorf("%s: %q, %v; want %q", name, data, err, want)
		}
	}
}
