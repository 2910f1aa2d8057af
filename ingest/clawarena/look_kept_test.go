package clawarena_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

const (
	lineOne = "the first of two lines that only the new state has"
	lineTwo = "the second of two lines that only the new state has"
)

// smallLooker is a run of the small dataset whose agent reads a file in q2 and gets
// the two lines.
func smallLooker() fstest.MapFS {
	m := smallWhole()
	maps.DeleteFunc(m, func(name string, _ *fstest.MapFile) bool { return !strings.HasPrefix(name, smallRun) })
	messages := `[{"role": "user", "content": "QUESTION"},
{"role": "assistant", "model": "model", "content": [{"type": "toolCall", "id": "c1", "name": "read", "arguments": {"path": "a.md"}}], "usage": {"input": 3, "output": 4}},
{"role": "toolResult", "toolCallId": "c1", "toolName": "read", "content": [{"type": "text", "text": "` + lineOne + `\n` + lineTwo + `"}], "isError": false},
{"role": "assistant", "model": "model", "content": [{"type": "text", "text": "done"}], "usage": {"input": 3, "output": 4}}]`
	m[smallFile("infer", "q2")] = &fstest.MapFile{Data: []byte(smallInfer("openclaw", results.KindExecCheck, "q2", "done", messages)),
		Mode: 0o644}
	return m
}

// looked are the looks of a stored run.
func looked(t testing.TB, db *sqlite.DB, slug string) results.Looked {
	t.Helper()
	r := must.Get(db.FindRun(t.Context(), slug))(t)
	return must.Get(db.Looked(t.Context(), r.ID, ""))(t)
}

// loadOne reads records that hold one run and returns its slug.
func loadOne(t testing.TB, db *sqlite.DB, m fs.FS) string {
	t.Helper()
	rep := ingesttest.Load(t, db, m, ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Refused) > 0 {
		t.Fatalf("report %+v, want one run", rep)
	}
	return rep.Runs[0].Run
}

func levels(l results.Looked) string {
	var list []string
	for _, x := range l.Looks {
		list = append(list, x.Kind+" "+x.Level)
	}
	return strings.Join(list, ", ")
}

// Looks are found when a run is read, and found again when the world is another
// one: as if both had been read at once.
func TestLooksFollowTheWorld(t *testing.T) {
	db := ingesttest.Open(t)
	tree := smallTree(t)
	without := maps.Clone(tree)
	maps.DeleteFunc(without, func(name string, _ *fstest.MapFile) bool {
		return strings.Contains(name, "/workspaces/") || strings.Contains(name, "/state/")
	})
	loadDataset(t, db, without)
	run := loadOne(t, db, smallLooker())
	if got := looked(t, db, run); len(got.Looks) > 0 {
		t.Errorf("looks at nothing: %+v", got)
	}
	loadDataset(t, db, tree)
	got := looked(t, db, run)
	want := results.Looked{Looks: []results.Look{
		{Scenario: "t1", Round: "q2", Kind: "chat", Path: bossFile, Level: "never"},
		{Scenario: "t1", Round: "q2", Kind: "file", Path: "a.md", Level: "opened", At: "q2", Step: 2},
	}}
	must.Same(t, want, got, "what was got")
	other := mutate(t, tree, edit{"data/small/openclaw/updates/t1/upd1_workspace/a.md", "two", lineOne + "\n" + lineTwo})
	ingesttest.LoadOfficial(t, db, other)
	if got := levels(looked(t, db, run)); got != "chat never, file content" {
		t.Errorf("in another world: %s", got)
	}
	asked := mutate(t, other, edit{"data/small/eval/t1/questions.json", `"Do it."`, `"Do it: ` + lineOne + `"`})
	ingesttest.LoadOfficial(t, db, asked)
	if got := levels(looked(t, db, run)); got != "chat never, file content" {
		t.Errorf("a line that the question has: %s", got)
	}
	fresh := ingesttest.Open(t)
	ingesttest.LoadOfficial(t, fresh, asked)
	loadOne(t, fresh, smallLooker())
	if diff := cmp.Diff(looked(t, fresh, run), looked(t, db, run)); diff != "" {
		t.Errorf("-read at once +found again:\n%s", diff)
	}
	ingesttest.LoadOfficial(t, db, smallDataset())
	if got := looked(t, db, run); len(got.Looks) > 0 {
		t.Errorf("without a world: %+v", got)
	}
}

// The looks of the public run are stored as its records give them.
func testLooksOfRealRunAreKept(t *testing.T) {
	tree := resultstest.Shared(t, "world", "clawarena", "data", "clawarena")
	records := resultstest.Shared(t, "data", "clawarena", "vllm_gemma-4-31b-it_openclaw")
	db := ingesttest.OpenBundled(t)
	ingesttest.LoadOfficial(t, db, os.DirFS(tree))
	l := looked(t, db, loadOne(t, db, os.DirFS(records)))
	got := map[string]int{}
	for _, x := range l.Looks {
		got[x.Kind+" "+x.Level]++
	}
	want := map[string]int{"file content": 42, "file script": 1, "file never": 6, "chat content": 11, "chat listed": 7, "chat never": 39}
	must.Same(t, want, got, "what was got")
	// Each was gone through by hand, see docs/statistics.md.
	signs := []string{
		"no-look hil_f3/q17: changed 5, opened 2.1, opened 2.2",
		"no-look hil_j1/q15: changed 4, ran 2.1, called 3.1, ran 4.1, ran 5.2, ran 6.2",
	}
	must.Same(t, signs, signsOf(l), "signs")
}

// signsOf writes each sign in one line: its rule and round with the changes and calls
// that prove it.
func signsOf(l results.Looked) []string {
	var list []string
	for _, s := range l.Signs {
		var proof []string
		for _, p := range s.Proof {
			at := fmt.Sprintf("%d.%d", p.Step, p.Call)
			if p.Change > 0 {
				at = strconv.Itoa(p.Change)
			}
			proof = append(proof, p.What+" "+at)
		}
		list = append(list, fmt.Sprintf("%s %s/%s: %s", s.Rule, s.Scenario, s.Round, strings.Join(proof, ", ")))
	}
	return list
}
