package formats_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	pq "github.com/parquet-go/parquet-go"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/clawatlas/clawatlas/ingest/boards"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/ingest/clawarena"
	"github.com/clawatlas/clawatlas/ingest/clawmark"
	"github.com/clawatlas/clawatlas/ingest/harbor"
	"github.com/clawatlas/clawatlas/ingest/parquet"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/ingest/scorefile"
	"github.com/clawatlas/clawatlas/ingest/terminalbench"
	"github.com/clawatlas/clawatlas/ingest/transcripts"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// fixture is records of one format.
type fixture struct {
	name   string
	format string
	runs   int
	fsys   func(t testing.TB) fs.FS
}

// fixtures has at least one for every format; TestEveryFormatHasAFixture says
// so.
func fixtures() []fixture {
	list := []fixture{
		{"bundled facts", published.Name, 26, func(testing.TB) fs.FS { return bundled.FS }},
		{"example runs", clawarena.Format{}.Name(), 4, func(testing.TB) fs.FS { return example.FS }},
		{"ClawMark results", clawmark.Format{}.Name(), 1, func(testing.TB) fs.FS {
			return os.DirFS(filepath.Join("..", "clawmark", "testdata", "results"))
		}},
		{"transcripts", transcripts.Name, 19, func(testing.TB) fs.FS {
			return os.DirFS(filepath.Join("..", "trace", "testdata"))
		}},
		{"parquet", parquet.Name, 2, parquetExport},
		{"Terminal-Bench 1", terminalbench.Name, 1, func(testing.TB) fs.FS {
			return os.DirFS(filepath.Join("..", "terminalbench",
				"testdata"))
		}},
		{"scores", scorefile.Name, 2, func(testing.TB) fs.FS {
			return os.DirFS(filepath.Join("..", "scorefile", "testdata"))
		}},
	}
	runs := map[string]int{"uniclaw": 2, "researchclaw": 2, "claw-eval-rows": 2, "pinchbench-api": 0, "clawbench-published": 0}
	for _, f := range boards.All() {
		n, stated := runs[f.Name()]
		if !stated {
			n = 1
		}
		list = append(list, fixture{f.Board.Name + " " + f.Name(), f.Name(), n, func(testing.TB) fs.FS {
			return os.DirFS(filepath.Join("..", "boards", "testdata", f.Name()))
		}})
	}
	for name, runs := range map[string]int{"current": 2, "legacy": 1, "multistep": 1, "names": 1} {
		list = append(list, fixture{"Harbor " + name, harbor.Format{}.Name(), runs, func(t testing.TB) fs.FS { return harborJob(t, name) }})
	}
	return list
}

// harborJob is one of the archives of the format's own tests.
func harborJob(t testing.TB, name string) fstest.MapFS {
	t.Helper()
	a := must.Get(txtar.ParseFile(filepath.Join("..", "harbor", "testdata", name+".txtar")))(t)
	fsys := fstest.MapFS{}
	for _, f := range a.Files {
		fsys["job/"+f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return fsys
}

// exportRow is a row of a Parquet export.
type exportRow struct {
	Model      string  `parquet:"model_name"`
	Case       string  `parquet:"case_name"`
	Domain     string  `parquet:"domain"`
	Trajectory string  `parquet:"trajectory"`
	Reward     float64 `parquet:"reward"`
}

func parquetExport(t testing.TB) fs.FS {
	t.Helper()
	return fstest.MapFS{"data/cases.parquet": {Data: exportFile(t, "hello")}}
}

func exportFile(t testing.TB, answer string) []byte {
	t.Helper()
	text := must.Get(json.Marshal(answer))(t)
	doc := fmt.Sprintf(`{"schema_version":"ATIF-v1.2","session_id":"s","agent":{"name":"a","version":"1"},"steps":[{"step_id":1,"source":"agent","message":%s}]}`, text)
	var b bytes.Buffer
	if err := pq.Write(&b, []exportRow{{"m-1", "c-1", "d", doc, 1}, {"m-2", "c-1", "d", doc, 0},
		{"m-1", "c-2", "d", doc, 0.5}}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// dump writes out all that a database knows of its runs, by what it means and
// not by its keys.
func dump(t testing.TB, db *sqlite.DB) string {
	t.Helper()
	ctx := t.Context()
	var b strings.Builder
	say := func(what string, v any, err error) {
		if err != nil {
			t.Fatalf("dump %s: %v", what, err)
		}
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatalf("dump %s: %v", what, err)
		}
		fmt.Fprintf(&b, "%s %s\n", what, data)
	}
	sets, err := db.Datasets(ctx)
	say("benchmarks", sets, err)
	for _, d := range sets {
		tasks, err := db.Tasks(ctx, d.Benchmark.ID, "")
		say("tasks", tasks, err)
		figures, err := db.Figures(ctx, d.Benchmark.ID)
		say("figures", figures, err)
		runs, _ := must.Get2(db.Runs(ctx, results.RunFilter{Benchmark: d.Benchmark.ID, Limit: 1000}))(t)
		for _, r := range runs {
			id := r.ID
			r.ID = 0
			say("run", r, nil)
			dumpRun(t, db, id, r.Slug, say)
		}
	}
	return b.String()
}

func dumpRun(t testing.TB, db *sqlite.DB, id int64, slug string, say func(string, any, error)) {
	ctx := t.Context()
	metrics, err := db.RunMetrics(ctx, id)
	say("metrics", metrics, err)
	warnings, err := db.Warnings(ctx, id)
	say("warnings", warnings, err)
	say("raws of the run", rawsOf(t, db, id, 0), nil)
	for _, x := range storedTrials(t, db, id, slug) {
		say("raws", x.raws, nil)
		say("steps", x.steps, nil)
		x.trial.ID = 0
		say("trial", x.trial, nil)
	}
}

// rawsOf reads the raw records, by name.
func rawsOf(t testing.TB, db *sqlite.DB, run, trial int64) map[string]string {
	t.Helper()
	list := must.Get(db.Raws(t.Context(), run, trial))(t)
	out := map[string]string{}
	for _, r := range list {
		out[r.Name] = string(must.Get(io.ReadAll(must.Get(db.RawReader(t.Context(), r.ID))(t)))(t))
	}
	return out
}
