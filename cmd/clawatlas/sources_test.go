package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/sources"
)

// publicRecords are the folders of the shared records that stand for what the
// repositories of the bundled list have at a path.
var publicRecords = map[string]map[string]string{
	"clawarena": {"data/clawarena": "data/clawarena/data/clawarena",
		"result_example/vllm_gemma-4-31b-it_openclaw": "data/clawarena/vllm_gemma-4-31b-it_openclaw"},
	"metaclaw-bench":           {"data/metaclaw-bench": "world/clawarena/data/metaclaw-bench", "data/metaclaw-bench-small": "world/clawarena/data/metaclaw-bench-small"},
	"clawmark":                 {"tasks": "data/clawmark/run"},
	"liveclawbench":            {"website/site-data": "data/liveclawbench/site-data"},
	"liveclawbench-2026-06-10": {"website/site-data": "data/liveclawbench/site-data/history/2026-06-10_aae6d0ad"},
	"liveclawbench-jobs":       {"jobs-verify": "data/harbor/jobs/LiveClawBench"},
	"terminal-bench":           {"results": "public-runs/terminal-bench-1"},
	"harbor":                   {"jobs": "data/harbor/jobs/harbor"},
	"matraix":                  {"jobs": "data/harbor/jobs/MatrAIx"},
}

// Each source of the list of which there are records is read from a repository with its
// paths, and gives the runs that the list counts.
func TestPublicSources(t *testing.T) {
	dir := t.TempDir()
	srv := must.Get(repositories(dir))(t)
	defer srv.Close()
	var list strings.Builder
	for _, s := range sources.All() {
		parts := publicRecords[s.Name]
		if parts == nil {
			continue
		}
		repository := filepath.Join(dir, "o", s.Name)
		for at, from := range parts {
			to := filepath.Join(repository, at)
			must.Do(t, os.MkdirAll(to, 0o755))
			must.Do(t, os.CopyFS(to, os.DirFS(resultstest.Shared(t, strings.Split(from, "/")...))))
		}
		must.Do(t, os.RemoveAll(filepath.Join(repository, "website", "site-data", "history"))) // of other commits
		git := func(args ...string) string {
			t.Helper()
			cmd := exec.Command("git", append([]string{"-C", repository, "-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=false"}, args...)...)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("git %v: %v: %s", args, err, out)
			}
			return strings.TrimSpace(string(out))
		}
		git("init", "-q", "-b", "main")
		git("add", "-A", "-f")
		git("commit", "-q", "-m", "records")
		fmt.Fprintf(&list, "[[source]]\nname = %q\nrepository = \"%s/o/%s\"\ncommit = %q\n", s.Name, srv.URL, s.Name, git("rev-parse", "HEAD"))
		fmt.Fprintf(&list, "paths = [\"%s\"]\n", strings.Join(s.Paths, `", "`))
	}
	file, db := filepath.Join(t.TempDir(), "list.toml"), filepath.Join(t.TempDir(), "t.db")
	must.Do(t, os.WriteFile(file, []byte(list.String()), 0o644))
	if code, _, said := output(t, "ingest", "--public", "--sources", file, "--db", db); code > exitRefused {
		t.Fatalf("status %d: %s", code, said)
	}
	_, out, _ := output(t, "sources", "--json", "--sources", file, "--db", db)
	var got struct{ Sources []sources.Here }
	must.Do(t, json.Unmarshal([]byte(out), &got))
	for i, s := range sources.All() {
		if publicRecords[s.Name] == nil {
			continue
		}
		here := got.Sources[0]
		got.Sources = got.Sources[1:]
		want := 1
		if s.Runs != nil {
			want = *s.Runs
		} else if !strings.Contains(s.Holds, "jobs") && !strings.Contains(s.Holds, "sweeps") {
			want = 0
		}
		if here.Name != s.Name || here.RunsHere < want || s.Runs != nil && here.RunsHere != want || s.Trials != nil && here.TrialsHere != *s.Trials {
			t.Errorf("source %d: %s has %d runs and %d trials; the list counts %d runs", i, here.Name, here.RunsHere, here.TrialsHere, want)
		}
	}
	if len(got.Sources) > 0 {
		t.Errorf("%d sources beside the list", len(got.Sources))
	}
}
