package main

import (
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestSubmitSteps does what docs/submit.md says, command by command, from a run on
// disk to its row on the board of a site that reads a repository.
func TestSubmitSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it runs each command of a page")
	}
	page, ok := docs.Find("submit")
	if !ok {
		t.Fatal("there is no page that says how to submit")
	}
	base, _ := databases(t)
	shell := shell{dir: t.TempDir()}
	must.Do(t, os.WriteFile(filepath.Join(shell.dir, "board.db"), base, 0o600))
	do := func(script string) string {
		t.Helper()
		cmd := exec.Command("sh", "-e", "-c", script)
		cmd.Dir = shell.dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
			"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.org", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.org"}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", script, err, out)
		}
		return string(out)
	}
	// The benchmark's repository has its dataset and a run; a submitter has cloned it.
	do(`git init --quiet --bare -b main benchmark/runs
git clone --quiet benchmark/runs . 2>/dev/null || { git init --quiet -b main && git remote add origin benchmark/runs; }
clawatlas examples
mkdir submissions
mv examples/arena/data dataset
mv examples/arena/result_example/scripted_skimmer_clawatlas-runner submissions/
git add dataset submissions && git commit --quiet -m begin && git push --quiet origin HEAD:main
mv examples/arena/result_example/scripted_thorough-reader_clawatlas-runner submissions/my-run
rm -r examples`)
	where := must.Get(exec.Command("git", "--exec-path").Output())(t)
	srv := httptest.NewServer(&cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(where)), "git-http-backend"),
		Env: []string{"GIT_PROJECT_ROOT=" + shell.dir, "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_NOSYSTEM=1",
			"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*"},
	})
	defer srv.Close()
	do("clawatlas ingest --db board.db " + srv.URL + "/benchmark/runs")
	manifest := regexp.MustCompile("(?s)```toml\n(.*?)```").FindStringSubmatch(page.Markdown)
	if manifest == nil {
		t.Fatal("the page shows no clawatlas.toml")
	}
	must.Do(t, os.WriteFile(filepath.Join(shell.dir, "submissions", "my-run", "clawatlas.toml"), []byte(manifest[1]), 0o600))
	var said []string
	for _, block := range console.FindAllStringSubmatch(page.Markdown, -1) {
		for line := range strings.Lines(block[1]) {
			command := strings.TrimSpace(strings.TrimPrefix(line, "$ "))
			if strings.Contains(command, "https://") { // the pull request is merged
				do("git push --quiet origin my-run:main")
			}
			said = append(said, do(strings.ReplaceAll(command, "https://git.example", srv.URL)))
		}
	}
	if len(said) != 7 {
		t.Fatalf("%d commands, want 7", len(said))
	}
	for i, want := range map[int]string{
		0: `(?m)^clawatlas-example-thorough-reader-clawatlas-runner-[0-9a-f]{8} +31 of 31`,
		1: `(?m)^\| Against the previous best \| .clawatlas-example-skimmer-clawatlas-runner-[0-9a-f]{8}. with 22\.62: \d+ fixed, \d+ broken of 31 rounds`,
		6: `(?m)^clawatlas-example-skimmer\S+ \(unchanged\)`,
	} {
		if !regexp.MustCompile(want).MatchString(said[i]) {
			t.Errorf("command %d says\n%s", i+1, said[i])
		}
	}
	if n := strings.Count(page.Markdown, "\n## "); n < 5 || !strings.Contains(page.Markdown, "\n## 4. ") || strings.Contains(page.Markdown, "\n## 5. ") {
		t.Error("the page has not four steps")
	}
}
