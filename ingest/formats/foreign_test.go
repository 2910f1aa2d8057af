package formats_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// foreign holds, by the folder of the shared records of other programs, what
// reads one of its files and holds it against the counts that are known of it.
var foreign = map[string]func(*testing.T, foreignFile){
	"browsergym":       foreignRefused,
	"copilot-cli":      foreignSession,
	"cursor-agent":     foreignCursor,
	"gemini-cli":       foreignGemini,
	"langsmith":        foreignRefused,
	"terminal-bench-1": foreignTerminalBench,
}

// foreignFile is a file, or a folder, whose content was counted by hand or by its
// own program.
type foreignFile struct {
	name   string          // path below the shared folder of foreign records
	path   string          // on disk
	counts json.RawMessage // what is known of it, in the words of its format
}

// TestForeign reads the shared records of other programs.
func TestForeign(t *testing.T) {
	text := must.Get(os.ReadFile(resultstest.Shared(t, "golden", "foreign.json")))(t)
	var files map[string]json.RawMessage
	must.Do(t, json.Unmarshal(text, &files))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		folder, _, _ := strings.Cut(name, "/")
		read, ok := foreign[folder]
		if !ok {
			continue
		}
		t.Run(name, func(t *testing.T) {
			place := strings.TrimSuffix(name, "/ (whole conversation)")
			read(t, foreignFile{place, resultstest.Shared(t, "foreign", place), files[name]})
		})
	}
}

// foreignTrial is what the store holds of a trial of a foreign file.
type foreignTrial struct {
	run      results.Run
	trial    results.StoredTrial
	steps    []results.Step
	raws     map[string]string // of the trial, by name
	runRaws  map[string]string // of the run
	warnings []results.Warning // of the run
}

// readForeign reads a file or folder into a database of its own, as the command does;
// what is refused gives nothing.
func readForeign(t *testing.T, f foreignFile) []foreignTrial {
	t.Helper()
	src := must.Get(source.Open(f.path, source.Limits{}))(t)
	t.Cleanup(func() { src.Close() })
	db := ingesttest.Open(t)
	rep := must.Get(ingesttest.Loader(db).Load(t.Context(), []ingest.Source{{FS: src.FS, Name: src.Name}}))(t)
	var list []foreignTrial
	for _, line := range rep.Runs {
		run := must.Get(db.FindRun(t.Context(), line.Run))(t)
		runRaws := rawsOf(t, db, run.ID, 0)
		for _, x := range storedTrials(t, db, run.ID, run.Slug) {
			x.run, x.runRaws, x.warnings = run, runRaws, line.Warnings
			list = append(list, x)
		}
	}
	return list
}

// storedTrials are the trials of a run with their steps and records.
func storedTrials(t testing.TB, db *ingesttest.DB, run int64, slug string) []foreignTrial {
	t.Helper()
	trials := must.Get(db.RunTrials(t.Context(), run, ""))(t)
	var list []foreignTrial
	for _, of := range trials {
		tr := must.Get(db.FindTrial(t.Context(), slug, of.Scenario, of.Task, of.Attempt))(t)
		rows := must.Get(db.StepRows(t.Context(), &tr, 1, max(1, tr.StepsTotal)))(t)
		steps := must.Get(db.Steps(t.Context(), &tr, rows))(t)
		list = append(list, foreignTrial{trial: tr, steps: steps, raws: rawsOf(t, db, run, tr.ID)})
	}
	return list
}

// onlyTrial is the one trial that a foreign file holds.
func onlyTrial(t *testing.T, f foreignFile) foreignTrial {
	t.Helper()
	list := readForeign(t, f)
	if len(list) != 1 {
		t.Fatalf("%d trials", len(list))
	}
	return list[0]
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func zero(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
