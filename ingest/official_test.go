package ingest_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

const exampleQuestions = "data/clawatlas-example/eval/ex_tea_shipment/questions.json"

// edited is the example with other contents of one file.
func edited(t *testing.T, name, old, by string) fstest.MapFS {
	t.Helper()
	m := ingesttest.Example(t)
	data := string(m[name].Data)
	if !strings.Contains(data, old) {
		t.Fatalf("%s does not contain %s", name, old)
	}
	m[name] = &fstest.MapFile{Data: []byte(strings.Replace(data, old, by, 1))}
	return m
}

func onlyDataset(t *testing.T) fs.FS {
	t.Helper()
	return must.Get(fs.Sub(ingesttest.Example(t), "data"))(t)
}

// content is what a benchmark's dataset, runs and board say.
func content(t *testing.T, db *ingesttest.DB, benchmark string) []string {
	t.Helper()
	d := must.Get(db.FindDataset(t.Context(), benchmark))(t)
	out := []string{fmt.Sprintf("%+v", d.Benchmark), fmt.Sprintf("%+v", d.Scenarios), d.ContentDigest()}
	for _, task := range d.Tasks {
		text := must.Get(json.Marshal(task))(t)
		out = append(out, string(text))
	}
	runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Benchmark: benchmark, Limit: 100}))(t)
	var lines []string
	for _, r := range runs {
		metrics := must.Get(db.RunMetrics(t.Context(), r.ID))(t)
		line := fmt.Sprintf("%s %+v %v %+v", r.Slug, r.Counts, r.Complete, r.Exclusions)
		for _, m := range metrics {
			if m.Value != nil {
				line += fmt.Sprintf(" %s|%s|%s=%v", m.Scope, m.Convention, m.Key, *m.Value)
			}
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return append(out, lines...)
}

// strangers are submissions that bring a dataset of their own.
func strangers(t *testing.T) map[string]fstest.MapFS {
	less := ingesttest.Example(t)
	tests := "data/clawatlas-example/tests.json"
	data := string(less[tests].Data)
	at := strings.Index(data, `"tests"`)
	end := strings.Index(data[at:], "}")
	less[tests] = &fstest.MapFile{Data: []byte(data[:at] + `"tests": [` + data[at+strings.Index(data[at:], "{"):at+end+1] + "]}")}
	return map[string]fstest.MapFS{
		"other solution": edited(t, exampleQuestions, `"answer": [`, `"answer": ["B", `),
		"other prompt":   edited(t, exampleQuestions, `"question": "`, `"question": "Changed. `),
		"other id":       edited(t, exampleQuestions, `"id": "q1"`, `"id": "q1x"`),
		"other version":  edited(t, tests, `"name": "ClawAtlas-example-v1"`, `"name": "ClawAtlas-example-v9"`),
		"fewer tests":    less,
	}
}

// TestStrangersDataset: a dataset beside a submission changes nothing, and the
// report says how it differs.
func TestStrangersDataset(t *testing.T) {
	const benchmark = "clawatlas-example"
	for name, stranger := range strangers(t) {
		t.Run(name, func(t *testing.T) {
			official := ingesttest.Open(t)
			ingesttest.LoadOfficial(t, official, onlyDataset(t))
			before := content(t, official, benchmark)
			rep := ingesttest.Load(t, official, stranger, ingest.Identity{})
			if len(rep.Datasets) != 1 || rep.Datasets[0].State != ingest.DatasetRefused || rep.Datasets[0].Difference.Empty() {
				t.Fatalf("report %+v", rep.Datasets)
			}
			after := content(t, official, benchmark)
			if d := cmp.Diff(before[:3], after[:3]); d != "" {
				t.Errorf("the dataset has changed:\n%s", d)
			}
			// The other order: the submission came first and set it.
			later := ingesttest.Open(t)
			rep = ingesttest.Load(t, later, stranger, ingest.Identity{})
			if len(rep.Datasets) != 1 || rep.Datasets[0].State != ingest.DatasetSet {
				t.Fatalf("report of the first dataset %+v", rep.Datasets)
			}
			if rep = ingesttest.Load(t, later, onlyDataset(t), ingest.Identity{}); rep.Datasets[0].State != ingest.DatasetRefused {
				t.Errorf("another dataset replaces the first without --dataset: %+v", rep.Datasets)
			}
			ingesttest.LoadOfficial(t, later, onlyDataset(t))
			if d := cmp.Diff(after, content(t, later, benchmark)); d != "" {
				t.Errorf("the order makes a difference (-official first +submission first):\n%s", d)
			}
		})
	}
}

// TestStrangersFigures: models, figures and tables beside a submission are
// claims, and claims replace nothing.
func TestStrangersFigures(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	figures := must.Get(db.Figures(t.Context(), "clawarena"))(t)
	sources, err := db.FigureSources(t.Context(), "clawarena")
	if err != nil || len(sources) == 0 {
		t.Fatal(err)
	}
	rep := ingesttest.Load(t, db, fstest.MapFS{
		"clawatlas-figures.json": {Data: []byte(`{"format":"clawatlas-figures","version":1,"benchmarks":["b.json"],"models":["m.json"],"datasets":["d.json"],"figures":["f.json"]}`)},
		"b.json":                 {Data: []byte(`{"benchmarks":[{"id":"clawarena","name":"Hijacked","scoring":"clawarena","summary":"mine","headline":"crs"}]}`)},
		"m.json":                 {Data: []byte(`{"models":[{"id":"gpt-5.5","name":"Mine","vendor":"me","aliases":["gpt-5.4"]}]}`)},
		"d.json":                 {Data: []byte(`{"benchmark":"clawarena","scenarios":[{"slug":"hil_s1","title":"Mine","tasks":[{"slug":"q1","kind":"multi_choice","options":"ABCDE","gold":"A"}]}]}`)},
		"f.json":                 {Data: []byte(`{"sources":[{"id":"` + sources[0].ID + `","benchmark":"clawarena","title":"Mine"}],"figures":[]}`)},
	}, ingest.Identity{})
	if len(rep.Refused) > 0 {
		t.Fatalf("the bundle could not be read, so the test tests nothing: %+v", rep.Refused)
	}
	if m, err := db.FindModel(t.Context(), "gpt-5.5"); err != nil || m.Name != "GPT-5.5" || m.Vendor != "OpenAI" {
		t.Errorf("model %+v, %v", m, err)
	}
	after, err := db.Figures(t.Context(), "clawarena")
	if d := cmp.Diff(figures, after); err != nil || d != "" {
		t.Errorf("figures, %v:\n%s", err, d)
	}
	if b, err := db.FindBenchmark(t.Context(), "clawarena"); err != nil || b.Name == "Hijacked" || b.Summary == "mine" {
		t.Errorf("benchmark %+v, %v", b, err)
	}
	if rep.WarningCount() != 2 || len(rep.Datasets) != 1 || rep.Datasets[0].State != ingest.DatasetRefused ||
		rep.Datasets[0].Difference.Gold != 1 {
		t.Errorf("report %+v %+v", rep.Warnings, rep.Datasets)
	}
}

// TestFiguresThatAreHeld: a copy of what is published needs no word, another number does.
func TestFiguresThatAreHeld(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	for cell, warnings := range map[string]int{"75.8": 0, "75.9": 1} {
		rep := ingesttest.Load(t, db, fstest.MapFS{
			"clawatlas-figures.json": {Data: []byte(`{"format":"clawatlas-figures","version":1,"figures":["f.json"]}`)},
			"f.json": {Data: []byte(`{"sources":[{"id":"clawmark-paper-v1","benchmark":"clawmark","title":"Paper"}],"figures":[{"benchmark":"clawmark","source":"clawmark-paper-v1",
"place":"Table 3","group":"clawmark/table3","framework":"openclaw","columns":[{"metric":"score","unit":"percent"}],"rows":[{"model":"Claude Sonnet 4.6","cells":["` + cell + `"]}]}]}`)},
		}, ingest.Identity{})
		told := 0
		for _, w := range rep.Warnings {
			if strings.Contains(w.Message, "reported results") {
				told++
			}
		}
		if len(rep.Refused) > 0 || told != warnings {
			t.Errorf("%s: %+v, refused %+v; want %d warnings about figures", cell, rep.Warnings, rep.Refused, warnings)
		}
	}
}

// TestFactsGetTheirTexts: a benchmark whose tasks and solutions are known may get
// its texts from any copy that agrees, and from none that does not.
func TestFactsGetTheirTexts(t *testing.T) {
	full := ingesttest.Open(t)
	ingesttest.LoadOfficial(t, full, onlyDataset(t))
	facts := must.Get(full.FindDataset(t.Context(), "clawatlas-example"))(t)
	facts.Benchmark.Digest, facts.FactsOnly = "", true
	for i := range facts.Tasks {
		task := &facts.Tasks[i]
		task.Facts = results.TaskFacts{TimeoutS: task.Facts.TimeoutS}
		for j := range task.Options {
			task.Options[j].Text, task.Options[j].Feedback = "", ""
		}
	}
	open := func() *ingesttest.DB {
		db := ingesttest.Open(t)
		must.Do(t, db.SaveDataset(t.Context(), facts))
		return db
	}
	if rep := ingesttest.Load(t, open(), ingesttest.Example(t), ingest.Identity{}); rep.Datasets[0].State != ingest.DatasetSet {
		t.Errorf("a true copy: %+v", rep.Datasets)
	}
	db := open()
	if rep := ingesttest.Load(t, db, strangers(t)["other solution"], ingest.Identity{}); rep.Datasets[0].State != ingest.DatasetRefused ||
		rep.Datasets[0].Difference.Gold != 1 {
		t.Errorf("another solution: %+v", rep.Datasets)
	}
	task, err := db.FindTask(t.Context(), "clawatlas-example", "ex_tea_shipment", "q1")
	if err != nil || task.Facts.Prompt != "" {
		t.Errorf("texts of a refused dataset were taken: %+v, %v", task.Facts, err)
	}
}
