package clawarena_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

const smallRun = "vllm_model_openclaw/"

// smallWhole is the small dataset with a sound run of all its rounds, which
// passes them: two multi-choice rounds around an exec check.
func smallWhole() fstest.MapFS {
	m := smallDataset()
	for round, kind := range map[string]string{"q1": results.KindMultiChoice, "q2": results.KindExecCheck, "q3": results.KindMultiChoice} {
		answer, letters := `\\bbox{A}`, `["A"]`
		if kind == results.KindExecCheck {
			answer, letters = "done", "null"
		}
		m[smallFile("infer", round)] = &fstest.MapFile{Data: []byte(smallInfer("openclaw", kind, round, answer, smallMessages)),
			Mode: 0o644}
		m[smallFile("scoring", round)] = &fstest.MapFile{Data: []byte(smallScoring(kind, round, letters)), Mode: 0o644}
	}
	m[smallRun+"report/report.json"] = &fstest.MapFile{Data: []byte(smallWholeReport), Mode: 0o644}
	return m
}

func smallFile(kind, round string) string {
	name := map[string]string{"infer": "infer_result.json", "scoring": "scoring.json"}[kind]
	return fmt.Sprintf("%s%s/t1/%s/%s", smallRun, kind, round, name)
}

// smallWholeReport is what the harness prints of the small run: 7 tokens and
// 1,100 ms a round.
const smallWholeReport = `{"experiment_id": "x", "framework": "openclaw", "generated_at": "2026-04-28T07:30:45+00:00",
"summary": {"total_tests": 1, "total_rounds": 3, "task_completion_rate": 1.0, "composite_reliability_score": 1.0, "robustness": 1.0, "avg_sc": 1.0, "avg_fd": 1.0, "total_tokens": 21, "total_duration_ms": 3300},
"by_test": [{"test_id": "t1", "rounds": 3, "task_completion_rate": 1.0, "composite_reliability_score": 1.0, "robustness": 1.0, "sc": 1.0, "fd": 1.0,
  "streak_lengths": [3], "num_streaks": 1, "max_streak_length": 3, "failure_streak_lengths": [], "num_failure_streaks": 0, "max_failure_streak_length": 0, "tokens": 21, "duration_ms": 3300,
  "rounds_detail": [
    {"round_id": "q1", "type": "multi_choice", "score": 1.0, "tokens": 7, "duration_ms": 1100},
    {"round_id": "q2", "type": "exec_check", "score": 1.0, "tokens": 7, "duration_ms": 1100},
    {"round_id": "q3", "type": "multi_choice", "score": 1.0, "tokens": 7, "duration_ms": 1100}]}],
"by_type": {"multi_choice": {"count": 2, "task_completion_rate": 1.0}, "exec_check": {"count": 1, "task_completion_rate": 1.0}}}`

// edit is one change of a file: the first place of old becomes new. An empty
// old takes the file away.
type edit struct{ file, old, new string }

// mutate returns the files with the edits made; each has to find its place.
func mutate(t testing.TB, m fstest.MapFS, edits ...edit) fstest.MapFS {
	t.Helper()
	m = maps.Clone(m)
	for _, e := range edits {
		f := m[e.file]
		switch {
		case f == nil:
			t.Fatalf("there is no %s", e.file)
		case e.old == "":
			delete(m, e.file)
		case !strings.Contains(string(f.Data), e.old):
			t.Fatalf("%s does not hold %s", e.file, e.old)
		default:
			m[e.file] = &fstest.MapFile{Data: []byte(strings.Replace(string(f.Data), e.old, e.new, 1)), Mode: f.Mode}
		}
	}
	return m
}

// readSmall reads the files into a new database and returns the only run.
func readSmall(t testing.TB, m fstest.MapFS) (*sqlite.DB, ingest.RunLine) {
	t.Helper()
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, m, ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Refused) != 0 {
		t.Fatalf("report = %+v, want one run", rep)
	}
	return db, rep.Runs[0]
}

// warned looks for a warning that holds the text.
func warned(line ingest.RunLine, file, text string) *results.Warning {
	for i, w := range line.Warnings {
		if strings.HasSuffix(w.File, file) && strings.Contains(w.Message, text) {
			return &line.Warnings[i]
		}
	}
	return nil
}

// The fixture itself is sound, so that what a test finds comes of its edit.
func TestSmallWhole(t *testing.T) {
	_, line := readSmall(t, smallWhole())
	if !line.Complete || line.Counts.Passed != 3 || len(line.Warnings) != 0 || len(line.Exclusions) != 0 {
		t.Fatalf("line = %+v, want a complete run without a warning", line)
	}
}
