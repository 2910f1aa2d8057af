package boards_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest/boards"
	"github.com/clawatlas/clawatlas/results/must"
)

// format is the shipped mapping of a name.
func format(name string) boards.Format {
	for _, f := range boards.All() {
		if f.Name() == name {
			return f
		}
	}
	panic("no mapping " + name)
}

// TestShipped holds that the sample of each shipped mapping gives its golden values.
func TestShipped(t *testing.T) {
	for _, f := range boards.All() {
		if err := f.Prove(t.Context(), os.DirFS(filepath.Join("maps", f.Sample))); err != nil {
			t.Error(err)
		}
		if list, _ := must.Get2(f.Sum(t.Context(), os.DirFS(filepath.Join("maps", f.Sample))))(t); len(list) == 0 {
			t.Errorf("%s: its sample has no system", f.Name())
		}
	}
}

// TestFaults: a mapping that lacks something, or has an unknown word, is refused with the
// line of the fault.
func TestFaults(t *testing.T) {
	whole := string(must.Get(os.ReadFile(filepath.Join("testdata", "own", "board.toml")))(t))
	for _, x := range []struct{ name, old, now, want string }{
		{"nothing", "", "", ""},
		{"unknown key", "task = 't.task_id'", "taks = 't.task_id'", "board.toml:22: unknown key trial.taks"},
		{"unknown name", "'t.score / 100'", "'u.score'", `board.toml:26: "u.score": unknown name u`},
		{"unknown function", "'t.score / 100'", "'half(t.score)'", "board.toml:26:"},
		{"unknown operator", "'t.score / 100'", "'t.score % 2'", "unknown operator %"},
		{"code", "'t.score / 100'", "'func() int { return 1 }()'", "board.toml:26:"},
		{"no pattern", "'t.score / 100'", `'match(t.task_id, "(")'`, "missing closing"},
		{"unknown status", `is = "timeout"`, `is = "late"`, `unknown status "late"`},
		{"kind of a value", "trials = 2", `trials = "two"`, "board.toml:43:"},
		{"no agreement", "[[agree]]\nper = \"system\"\nstated = 'doc.score'\ncomputed = '100 * mean'\nwithin = 0.06", "[[agree]]\nwhen = 'score > 1'",
			"needs an [[agree]]"},
		{"no sample", `sample = "sample"`, "", "needs a sample"},
		{"too deep", `rows = [{ each = 'doc.tasks', as = "t" }]`, "rows = [" + strings.Repeat(`{ each = 'doc.tasks', as = "t" },`, 5) + "]", "at most 4 levels"},
		{"another value", "mean = 0.5", "mean = 0.6", "mean 0.5 in the sample, and 0.6 by its golden values"},
		{"another system", "maker/model-a", "maker/model-b", "the sample has no system maker/model-b"},
	} {
		m, err := boards.Parse("board.toml", []byte(strings.Replace(whole, x.old, x.now, 1)))
		if err == nil {
			err = m.Prove(t.Context(), os.DirFS(filepath.Join("testdata", "own", "sample")))
		}
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%s: %v, want %s", x.name, err, x.want)
		}
	}
}

// TestKinds: a value of another kind is a warning and no number, and what is missing is not
// a failure of a comparison.
func TestKinds(t *testing.T) {
	m := must.Get(boards.Parse("board.toml", must.Get(os.ReadFile(filepath.Join("testdata", "own", "board.toml")))(t)))(t)
	file := `{"model_id":"m","benchmark":"b","date":"2026-04-10","score":1,"tasks":[
		{"task_id":"a","score":"full","execution_time":"long"},{"task_id":"b","score":120},{"task_id":"c"},{"task_id":"d","score":100,"execution_time":-1},{"score":1}]}`
	fsys := fstest.MapFS{"run-details/a.json": {Data: []byte(file)}}
	list, said := must.Get2(m.Sum(t.Context(), fsys))(t)
	if x := list[0]; x.Trials != 4 || x.Passed != 1 || x.Nulls != 3 || x.Mean != 1 || x.Seconds != 0 {
		t.Errorf("%+v", x)
	}
	for _, want := range []string{"2 of 4: the score is not a number from 0 to 1", "the time is left out: long is not a number", "the time is ignored: it is negative",
		"names no task", "states 1 points"} {
		if !strings.Contains(strings.Join(said, "\n"), want) {
			t.Errorf("not said: %s\n%s", want, strings.Join(said, "\n"))
		}
	}
}

// TestReplaceByNothing: replacing a text by the empty one takes it away.
func TestReplaceByNothing(t *testing.T) {
	text := string(must.Get(os.ReadFile(filepath.Join("testdata", "own", "board.toml")))(t))
	m := must.Get(boards.Parse("board.toml", []byte(strings.Replace(text, "'doc.model_id'", `'replace(doc.model_id, "-", "")'`, 1))))(t)
	fsys := fstest.MapFS{"run-details/a.json": {Data: []byte(`{"model_id":"m-1","benchmark":"b","date":"2026-04-10","score":100,"tasks":[{"task_id":"a","score":100}]}`)}}
	if list, said := must.Get2(m.Sum(t.Context(), fsys))(t); len(list) != 1 || list[0].System != "m1 / openclaw" {
		t.Errorf("%+v, said %q", list, said)
	}
}
