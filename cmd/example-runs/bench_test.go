package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

func exampleDir(t testing.TB) string {
	t.Helper()
	return filepath.Join(resultstest.ModuleRoot(t), "ingest", "bundled", "example")
}

func loadExample(t testing.TB) *benchmark {
	t.Helper()
	b, err := loadBenchmark(exampleDir(t))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBenchmarkShape(t *testing.T) {
	b := loadExample(t)
	rounds, announced, silent, prefs, exams := 0, 0, 0, 0, 0
	for _, sc := range b.scenarios {
		for i, r := range sc.Rounds {
			where := sc.ID + "/" + r.ID
			rounds++
			if want := fmt.Sprintf("q%d", i+1); r.ID != want {
				t.Errorf("%s: id, want %s", where, want)
			}
			for _, id := range r.UpdateIDs {
				if _, ok := b.manifest.Updates[sc.ID][id]; !ok {
					t.Errorf("%s: update %s is not in the manifest", where, id)
				}
				if r.multiChoice() {
					announced++
				} else {
					silent++
				}
			}
			if r.Pref != nil {
				prefs++
			}
			if strings.Contains(r.Eval.Command, "check_preferences") {
				exams++
			}
			checkRound(t, b, sc.ID, where, r)
		}
	}
	got := []int{len(b.scenarios), rounds, announced, silent, prefs, exams}
	if want := []int{3, 31, 3, 3, 7, 3}; !slices.Equal(got, want) {
		t.Errorf("scenarios, rounds, announced, silent, preferences, exams = %v, want %v", got, want)
	}
}

func checkRound(t *testing.T, b *benchmark, id, where string, r round) {
	t.Helper()
	if r.Feedback.Correct == "" {
		t.Errorf("%s: no feedback for a correct answer", where)
	}
	if !r.multiChoice() {
		script := fmt.Sprintf("${eval_dir}/${agent_id}/scripts/check_%s.sh", r.ID)
		if !strings.Contains(r.Eval.Command, script) || r.Feedback.Incorrect == "" || r.Eval.Timeout == 0 {
			t.Errorf("%s: exec check is incomplete: %+v", where, r.Eval)
		}
		if _, err := os.Stat(b.expand(script, id, "")); err != nil {
			t.Errorf("%s: %v", where, err)
		}
		return
	}
	n := len(r.Eval.Options)
	if n < 4 || n > 8 || len(r.Eval.Answer) < 2 || len(r.Eval.Answer) >= n {
		t.Errorf("%s: %d of %d options are right", where, len(r.Eval.Answer), n)
	}
	for _, l := range r.Eval.Answer {
		if _, ok := r.Eval.Options[l]; !ok {
			t.Errorf("%s: answer %s is not an option", where, l)
		}
	}
	for _, l := range slices.Sorted(maps.Keys(r.Eval.Options)) {
		right := slices.Contains(r.Eval.Answer, l)
		text := r.Feedback.Options[l]
		if right != (strings.HasPrefix(text, "Correct") || strings.HasPrefix(text, "正确")) {
			t.Errorf("%s: option %s is right=%v, but its feedback says %q", where, l, right, text)
		}
	}
}

// workspaceAt lays a scenario out with all its updates up to and with a round.
func workspaceAt(t *testing.T, b *benchmark, sc scenario, until string) string {
	t.Helper()
	root := t.TempDir()
	if err := b.layOut(sc.ID, root); err != nil {
		t.Fatal(err)
	}
	for _, r := range sc.Rounds {
		for _, id := range r.UpdateIDs {
			if err := b.apply(sc.ID, id, root); err != nil {
				t.Fatal(err)
			}
		}
		if r.ID == until {
			return root
		}
	}
	t.Fatalf("%s has no round %s", sc.ID, until)
	return ""
}

func runRoundCheck(t *testing.T, b *benchmark, sc scenario, r round, command, root string) checkResult {
	t.Helper()
	s := &session{bench: b, scenario: sc, ws: workspace{root: root, name: "/workspace/" + sc.ID}}
	res, err := s.check(t.Context(), r, command)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// The records in the repository are what their moves give today. The check runs
// every call of every agent again.
func TestRecordsAreReproduced(t *testing.T) {
	var out bytes.Buffer
	if err := replayTree(t.Context(), exampleDir(t), true, &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if got := out.String(); got != "4 runs replayed, 0 records changed\n" {
		t.Errorf("got %q", got)
	}
}

func TestChecksFailOnEmptyWorkspace(t *testing.T) {
	b := loadExample(t)
	for _, sc := range b.scenarios {
		for _, r := range sc.Rounds {
			if r.multiChoice() {
				continue
			}
			root := t.TempDir()
			res := runRoundCheck(t, b, sc, r, r.Eval.Command, root)
			if res.exitCode != 1 || !strings.HasPrefix(res.stdout, "FAILED: ") || res.stderr != "" {
				t.Errorf("%s/%s on an empty workspace: %+v", sc.ID, r.ID, res)
			}
			if r.Pref != nil {
				if res := runRoundCheck(t, b, sc, r, r.Pref.Command, root); res.exitCode != 1 {
					t.Errorf("%s/%s preference on an empty workspace: %+v", sc.ID, r.ID, res)
				}
			}
		}
	}
}
