package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/clawatlas/clawatlas/results/must"
)

// action is what the test reads of the action that checks pull requests.
type action struct {
	Inputs map[string]struct{ Description, Default string }
	Runs   struct {
		Using string
		Steps []struct {
			Uses, Shell, Run string
			Env              map[string]string
		}
	}
}

// expression is what a runner fills in.
var expression = regexp.MustCompile(`\$\{\{ *([a-z._-]+) *\}\}`)

// The action's own steps run over the pull request of a submitter whose run is as it
// should be, of one whose report lies, and of one who touches no run.
func TestCheckAction(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it starts processes")
	}
	path := filepath.Join("..", "..", ".github", "actions", "check", "action.yml")
	var a action
	must.Do(t, yaml.Unmarshal(must.Get(os.ReadFile(path))(t), &a))
	if a.Runs.Using != "composite" || len(a.Runs.Steps) != 3 {
		t.Fatalf("%+v", a)
	}
	repo, temp := shell{t.TempDir()}, t.TempDir()
	do := func(script string, env ...string) (string, error) {
		cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
		cmd.Dir = repo.dir
		cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + temp, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
			"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.org", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.org"}, env...)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	git := func(script string) string {
		t.Helper()
		out, err := do(script)
		if err != nil {
			t.Fatalf("%s: %v\n%s", script, err, out)
		}
		return strings.TrimSpace(out)
	}
	base := git(`clawatlas examples > /dev/null
git init --quiet -b main
mkdir submissions && mv examples/arena/data dataset && mv examples/arena/result_example/scripted_skimmer_clawatlas-runner submissions/
git add dataset submissions && git commit --quiet -m begin && git rev-parse HEAD`)
	for _, pull := range []struct {
		name, change string
		inputs       map[string]string
		passes       bool
		says, not    string
	}{
		{"as it should be", `git switch -qc good main && mv examples/arena/result_example/scripted_thorough-reader_clawatlas-runner 'submissions/--a run' && printf 'model = "thorough-reader"\nframework = "clawatlas-runner"\n' > 'submissions/--a run/clawatlas.toml' && git add submissions && git commit -qm run`,
			nil, true, "thorough-reader", "skimmer"},
		{"all runs", `true`, map[string]string{"base": ""}, true, "skimmer", "No run"},
		{"a report that lies", `git switch -qc bad main && sed -i 's/0\.2275/0.9275/' submissions/*/report/report.json && git commit -qam lie`,
			nil, false, "92.75", "thorough-reader"},
		{"no run", `git switch -qc none main && echo x > README && git add README && git commit -qm words`, nil, true, "No run was touched", "skimmer"},
	} {
		git(pull.change)
		summary := filepath.Join(t.TempDir(), "summary")
		given := map[string]string{"dataset": "dataset", "base": base}
		for k, v := range pull.inputs {
			given[k] = v
		}
		var failed error
		for _, step := range a.Runs.Steps {
			if step.Run == "" {
				continue
			}
			env := []string{"GITHUB_OUTPUT=" + filepath.Join(temp, "output"), "GITHUB_PATH=" + filepath.Join(temp, "path"), "GITHUB_STEP_SUMMARY=" + summary, "RUNNER_TEMP=" + temp}
			for name, value := range step.Env {
				env = append(env, name+"="+expression.ReplaceAllStringFunc(value, func(x string) string {
					input, _ := strings.CutPrefix(expression.FindStringSubmatch(x)[1], "inputs.")
					if v, ok := given[input]; ok {
						return v
					}
					in, ok := a.Inputs[input]
					if !ok && input != "github.action_path" || ok && in.Description == "" {
						t.Errorf("nothing says %s", x)
					}
					return in.Default
				}))
			}
			if expression.MatchString(step.Run) || step.Shell != "bash" {
				t.Error("a name of the pull request would be part of a script")
			}
			out, err := do(step.Run, env...)
			if failed = err; err != nil && pull.passes {
				t.Errorf("%s: %v\n%s", pull.name, err, out)
			}
		}
		said := string(must.Get(os.ReadFile(summary))(t))
		if (failed == nil) != pull.passes || !strings.Contains(said, pull.says) || strings.Contains(said, pull.not) {
			t.Errorf("%s: %v\n%s", pull.name, failed, said)
		}
	}
}
