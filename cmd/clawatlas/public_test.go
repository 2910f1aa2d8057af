package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sources"
)

// TestPublicSources reads each bundled source from a local server whose repositories
// have the shared records of it at the path of the list, or the fixture of its reader
// where there are none. Where these are all that the
// source holds, runs and trials are as the list states them.
func TestPublicSources(t *testing.T) {
	shared := os.Getenv("CLAWATLAS_SHARED")
	if shared == "" || testing.Short() {
		t.Skip("CLAWATLAS_SHARED does not name the folder of the shared records")
	}
	records := map[string]struct {
		at    string // below the shared folder
		under string // below the path of the source
		runs  int    // of these records
		whole bool   // they are all that the source holds
	}{
		"clawarena":                  {"data/clawarena/vllm_gemma-4-31b-it_openclaw", "result_example/vllm_gemma-4-31b-it_openclaw", 1, false},
		"clawmark":                   {"world/clawmark-tasks/tasks", "", 1, false},
		"liveclawbench-site":         {"data/liveclawbench/site-data", "", 17, true},
		"liveclawbench-site-june":    {"data/liveclawbench/site-data/history/2026-06-10_aae6d0ad", "", 9, true},
		"terminal-bench-leaderboard": {"foreign/terminal-bench-1", "", 3, false},
		"matraix-jobs":               {"data/harbor/jobs/MatrAIx", "", 9, false},
		"harbor-jobs":                {"data/harbor/jobs/harbor", "", 29, false},
		"uniclawbench":               {"public-runs/uniclawbench", "", 16, true},
		"researchclawbench":          {"", "", 2, false},
	}
	root, list := t.TempDir(), ""
	srv := must.Get(gitBackend(root))(t)
	t.Cleanup(srv.Close)
	at := srv.URL
	var names []string
	for _, s := range sources.All() {
		r, ok := records[s.Name]
		if !readable(&s) {
			t.Errorf("%s: no reader takes its records", s.Name)
			continue
		}
		if !ok {
			t.Errorf("%s: no shared records stand for it", s.Name)
			continue
		}
		dir := filepath.Join(root, "o", s.Name)
		to := filepath.Join(dir, s.Path, r.under)
		from := filepath.Join(shared, r.at)
		if r.at == "" {
			from = filepath.Join("..", "..", "ingest", "researchclaw", "testdata", "runs")
		}
		must.Do(t, os.CopyFS(to, os.DirFS(from)))
		if s.Name == "liveclawbench-site" {
			must.Do(t, os.RemoveAll(filepath.Join(to, "history"))) // of another commit
		}
		commit := commitAll(t, dir)
		names = append(names, s.Name)
		list += fmt.Sprintf("[[source]]\nname = %q\nbenchmark = %q\nrepository = %q\ncommit = %q\npath = %q\nformat = %q\nlicence = %q\nholds = \"x\"\nmost_mib = 64\n",
			s.Name, s.Benchmark, at+"/o/"+s.Name, commit, s.Path, s.Format, s.Licence)
	}
	work := t.TempDir()
	catalog, db := filepath.Join(work, "list.toml"), filepath.Join(work, "a.db")
	must.Do(t, os.WriteFile(catalog, []byte(list), 0o600))
	first, _ := ran(t, "ingest", "--public", "--db", db, "--list", catalog)
	if strings.Contains(first, "refused ") || strings.Contains(first, "not read:") {
		t.Errorf("the first reading:\n%s", first)
	}
	_, said := ran(t, "ingest", "--public", "--db", db, "--list", catalog)
	if strings.Contains(said, "fetching") {
		t.Errorf("a second start fetches again:\n%s", said)
	}
	store := must.Get(file(db).reader(t.Context()))(t)
	defer store.Close()
	for _, s := range sources.All() {
		r := records[s.Name]
		if !readable(&s) {
			continue
		}
		here := must.Get(s.Of(t.Context(), store))(t)
		if here == nil || here.Runs != r.runs || r.whole && (*s.Runs != here.Runs || *s.Trials != here.Trials) {
			t.Errorf("%s: %+v, want %d runs", s.Name, here, r.runs)
		}
	}
	t.Logf("%d sources: %s", len(names), strings.Join(names, ", "))
}

// ran is what the program prints and says.
func ran(t *testing.T, args ...string) (out, said string) {
	t.Helper()
	cmd := exec.Command("clawatlas", args...)
	var o, e strings.Builder
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); err != nil {
		t.Errorf("%v: %v\n%s%s", args, err, o.String(), e.String())
	}
	return o.String(), e.String()
}

// commitAll makes a repository of a folder.
func commitAll(t *testing.T, dir string) string {
	t.Helper()
	var commit string
	for _, args := range [][]string{{"init", "--quiet", "-b", "main"}, {"add", "--all", "--force"}, {"commit", "--quiet", "-m", "x"}, {"rev-parse", "HEAD"}} {
		cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		commit = strings.TrimSpace(string(out))
	}
	return commit
}
