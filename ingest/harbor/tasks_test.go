package harbor_test

import (
	stdcmp "cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// tree is a folder of tasks: their names, each with an instruction.
func tree(dir string, names ...string) fstest.MapFS {
	m := fstest.MapFS{}
	for _, name := range names {
		put(m, path.Join(dir, name, "task.toml"),
			"version = \"1.0\"\n[metadata]\ndifficulty = \"easy\"\ncategory = \"desk\"\ntags = [\"mail\"]\nfactor_a1 = "+
				"1\nfactor_b2 = 0\n[agent]\ntimeout_sec = 90.0\n")
		put(m, path.Join(dir, name, "instruction.md"), "Do "+name+".\n")
		put(m, path.Join(dir, name, "tests", "test.sh"), "exit 1\n")
		put(m, path.Join(dir, name, "environment", "messages.jsonl"), `{"role":"user","content":"a seed, no transcript"}`+"\n")
	}
	return m
}

func put(m fstest.MapFS, name, data string) {
	m[name] = &fstest.MapFile{Data: []byte(data), Mode: 0o644}
}

// putTrial adds a job with one trial of a task that was run by its path.
func putTrial(m fstest.MapFS, dir, task, at string) {
	put(m, dir+"/"+task+"__abcdefg/result.json",
		fmt.Sprintf(`{"task_name": %[1]q, "trial_name": "%[1]s__abcdefg", "task_id": {"path": %[2]q}, "source": null,
"config": {"trial_name": "%[1]s__abcdefg", "task": {"path": %[2]q}, "agent": {"name": "a", "model_name": "m"}},
"agent_info": {"name": "a", "version": "1", "model_info": {"name": "m", "provider": null}},
"verifier_result": {"rewards": {"reward": 1}}, "started_at": "2026-01-01T00:00:00Z", "finished_at": "2026-01-01T00:01:00Z"}`, task, at))
}

// TestTaskTree: a folder of tasks is a dataset, with and without runs, and a run of
// its tasks by their path meets it.
func TestTaskTree(t *testing.T) {
	files := tree("toys", "one", "two")
	db := ingesttest.OpenBundled(t)
	rep := ingesttest.Load(t, db, files, ingest.Identity{})
	if len(rep.Refused) > 0 || len(rep.Warnings) > 0 || len(rep.Runs) > 0 || len(rep.Datasets) != 1 ||
		rep.Datasets[0].State != ingest.DatasetSet {
		t.Fatalf("%+v", rep)
	}
	d := must.Get(db.FindDataset(t.Context(), "toys"))(t)
	ninety := 90.0
	want := []results.Task{
		{Scenario: "desk", Slug: "one", Title: "one", Ordinal: 1, Kind: results.KindReward,
			Facts: results.TaskFacts{Prompt: "Do one.", Difficulty: "easy", Tags: []string{"mail"}, Factors: []string{"A1"},
				TimeoutS: &ninety, SourcePath: "toys/one"}},
		{Scenario: "desk", Slug: "two", Title: "two", Ordinal: 2, Kind: results.KindReward,
			Facts: results.TaskFacts{Prompt: "Do two.", Difficulty: "easy", Tags: []string{"mail"}, Factors: []string{"A1"},
				TimeoutS: &ninety, SourcePath: "toys/two"}},
	}
	for i := range d.Tasks {
		d.Tasks[i].Options, d.Tasks[i].Checks, d.Tasks[i].Updates = nil, nil, nil
	}
	if diff := cmp.Diff(want, d.Tasks); diff != "" {
		t.Error(diff)
	}
	putTrial(files, "jobs", "two", "toys/two")
	rep = ingesttest.Load(t, db, files, ingest.Identity{})
	if len(rep.Runs) != 1 || rep.Runs[0].Benchmark != "toys" || rep.Runs[0].Counts.Passed != 1 || rep.Runs[0].Counts.Expected != 2 {
		t.Errorf("the run of a task of the tree: %+v", rep.Runs)
	}
	if len(rep.Datasets) != 1 || rep.Datasets[0].State != ingest.DatasetSame {
		t.Errorf("the tree once more: %+v", rep.Datasets)
	}
	files["toys/two/instruction.md"].Data = []byte("Do something else.")
	if rep = ingesttest.Load(t, db, files, ingest.Identity{}); rep.Datasets[0].State != ingest.DatasetRefused ||
		rep.Datasets[0].Difference.Other != 1 {
		t.Errorf("another text: %+v", rep.Datasets[0])
	}
}

// TestTaskTreeNames: a dataset is called what a registry, a folder or the caller
// calls it, and nothing that any repository's folder is called.
func TestTaskTreeNames(t *testing.T) {
	lone := tree(".", "x")
	for name, f := range lone {
		delete(lone, name)
		lone[strings.TrimPrefix(name, "x/")] = f
	}
	listed := tree("tasks", "one", "two")
	put(listed, "registry.json", `[{"name": "other", "version": "9", "tasks": [{"name": "three"}]}, {"name": "Toy Bench", `+
		`"version": "1.2", "tasks": [{"name": "one", "path": "tasks/one"}, {"name": "two"}]}]`)
	beside := tree("suite", "one")
	putTrial(beside, "suite/job", "one", "suite/one")
	broken := tree("suite", "one")
	put(broken, "suite/one/task.toml", "version = \"1.0\"\n[metadata\n")
	owned := func(one, two string) fstest.MapFS {
		m := tree(".", "one", "two")
		put(m, "one/task.toml", "[task]\nname = \""+one+"/one\"\n")
		put(m, "two/task.toml", "[task]\nname = \""+two+"/two\"\n")
		return m
	}
	for _, tc := range []struct {
		name, source, stated, want, refused string
		files                               fstest.MapFS
	}{
		{name: "registry", files: listed, want: "toy-bench 1.2 2"},
		{name: "repository", files: tree("my-bench/tasks", "one"), want: "my-bench  1"},
		{name: "source", files: tree("tasks", "one"), want: "test  1"},
		{name: "source with the tasks", files: tree(".", "one"), want: "test  1"},
		{name: "no name", source: "tasks", files: tree(".", "one", "three", "two", "zwei"),
			refused: "4 tasks of Harbor's (one, three, two, …)"},
		{name: "organisation", source: "tasks", files: owned("acme", "acme"), want: "acme  2"},
		{name: "two organisations", source: "tasks", files: owned("acme", "other"), refused: "(acme/one, other/two)"},
		{name: "stated", files: tree("tasks", "one"), stated: "mine", want: "mine  1"},
		{name: "lone task", files: lone, want: "test  1"},
		{name: "jobs beside", files: beside, want: "suite  1"},
		{name: "one name of another benchmark's", files: tree("suite", "email-reply", "x", "y"), want: "suite  3"},
		{name: "damaged", files: broken, refused: "task.toml:2"},
	} {
		db := ingesttest.OpenBundled(t)
		rep := loadAs(t, db, stdcmp.Or(tc.source, "test"), tc.files, tc.stated)
		got := ""
		for _, x := range rep.Datasets {
			d := must.Get(db.FindDataset(t.Context(), x.Benchmark))(t)
			got += fmt.Sprintf("%s %s %d", d.Benchmark.ID, d.Benchmark.Version, len(d.Tasks))
		}
		reason := ""
		for _, r := range rep.Refused {
			reason += r.Reason
		}
		if got != tc.want || (tc.refused == "") != (reason == "") || !strings.Contains(reason, tc.refused) {
			t.Errorf("%s: %q, want %q; refused %q", tc.name, got, tc.want, reason)
		}
		if tc.name == "jobs beside" && (len(rep.Runs) != 1 || rep.Runs[0].Benchmark != "suite") {
			t.Errorf("the job beside its tasks: %+v", rep.Runs)
		}
	}
}

// loadAs reads a source of a name.
func loadAs(t *testing.T, db *ingesttest.DB, name string, files fs.FS, stated string) *ingest.RunReport {
	t.Helper()
	rep, err := ingesttest.Loader(db).Load(t.Context(), []ingest.Source{{FS: files, Name: name,
		Identity: ingest.Identity{Benchmark: stated}}})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// TestTaskTreeElsewhere: the same tasks are the same dataset wherever they lie, also
// where nothing names it any more.
func TestTaskTreeElsewhere(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	loadAs(t, db, "toys", tree("tasks", "one", "two"), "")
	for _, name := range []string{"tasks", "copy-of-toys"} {
		rep := loadAs(t, db, name, tree(".", "one", "two"), "")
		if len(rep.Refused) > 0 || len(rep.Datasets) != 1 || rep.Datasets[0].Benchmark != "toys" ||
			rep.Datasets[0].State != ingest.DatasetSame {
			t.Errorf("in %s: %+v, refused %+v", name, rep.Datasets, rep.Refused)
		}
	}
}

// TestTaskTreeOfKnownBenchmark: the tree of a benchmark that ships brings its texts
// and nothing else; a part of it brings nothing.
func TestTaskTreeOfKnownBenchmark(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	before := must.Get(db.FindDataset(t.Context(), "liveclawbench"))(t)
	var names []string
	for i := range before.Tasks {
		names = append(names, path.Base(before.Tasks[i].Facts.SourcePath))
	}
	rep := ingesttest.Load(t, db, tree("tasks", names[:100]...), ingest.Identity{})
	if len(rep.Refused) != 1 || !strings.Contains(rep.Refused[0].Reason, "100 of the 134 tasks of LiveClawBench") {
		t.Errorf("a part: %+v", rep.Refused)
	}
	rep = ingesttest.Load(t, db, tree("tasks", append(names, "draft")...), ingest.Identity{})
	if len(rep.Refused) > 0 || len(rep.Datasets) != 1 || rep.Datasets[0].State != ingest.DatasetSet || len(rep.Warnings) != 1 ||
		!strings.Contains(rep.Warnings[0].Message, "1 folder") {
		t.Fatalf("the tree: %+v, refused %+v, warnings %+v", rep.Datasets, rep.Refused, rep.Warnings)
	}
	after := must.Get(db.FindDataset(t.Context(), "liveclawbench"))(t)
	for i := range after.Tasks {
		if want := "Do " + names[i] + "."; after.Tasks[i].Facts.Prompt != want {
			t.Errorf("%s asks %q, want %q", after.Tasks[i].Name(), after.Tasks[i].Facts.Prompt, want)
		}
		after.Tasks[i].Facts.Prompt = ""
	}
	if after.FactsOnly || after.Benchmark.Digest == "" {
		t.Error("it has its texts and says that it has not")
	}
	after.FactsOnly, after.Benchmark.Digest = before.FactsOnly, before.Benchmark.Digest
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("more than the texts has changed: %s", diff)
	}
}

// TestTaskTreeTexts: the registries' lines in both languages and the two forms of a
// rubric come with the tasks; a rubric of another form is told of.
func TestTaskTreeTexts(t *testing.T) {
	files := tree("toys/tasks", "one", "two", "three")
	put(files, "toys/docs/metadata/cases_registry.csv", "case_id,Case name,description\n1,one,\"Do it, once\"\n2,gone,Nothing\n")
	put(files, "toys/docs/metadata/cases_registry_zh.csv", "case_id,Case name,description\n1,one,做一次\n")
	put(files, "toys/tasks/one/tests/rubric.json", `{"light": 0.25, "heavy": 0.75}`)
	put(files, "toys/tasks/two/tests/rubric.json",
		`{"dimension_weights": {"insight": 1}, "criteria": {"insight": [{"criterion": "Says why", "weight": 0.6}, `+
			`{"criterion": "Says how", "weight": 0.4}]}}`)
	put(files, "toys/tasks/three/tests/rubric.json", `["a", "b"]`)
	db := ingesttest.OpenBundled(t)
	rep := ingesttest.Load(t, db, files, ingest.Identity{})
	if len(rep.Refused) > 0 || len(rep.Warnings) != 1 || rep.Warnings[0].File != "toys/tasks/three/tests/rubric.json" {
		t.Fatalf("refused %+v, warnings %+v", rep.Refused, rep.Warnings)
	}
	d := must.Get(db.FindDataset(t.Context(), "toys"))(t)
	got := map[string]results.TaskFacts{}
	for _, x := range d.Tasks {
		got[x.Slug] = results.TaskFacts{Descriptions: x.Facts.Descriptions, Rubric: x.Facts.Rubric}
	}
	want := map[string]results.TaskFacts{
		"one": {Descriptions: map[string]string{"en": "Do it, once", "zh": "做一次"},
			Rubric: []results.RubricPart{{Name: "heavy", Weight: .75}, {Name: "light", Weight: .25}}},
		"two": {Rubric: []results.RubricPart{{Name: "insight", Weight: 1,
			Criteria: []results.Criterion{{Text: "Says why", Weight: .6}, {Text: "Says how", Weight: .4}}}}},
		"three": {},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// testTaskTreeBesideSite: the root of a repository that holds the tasks and the site's
// data about them gives one dataset with the same facts, whichever is read first.
func testTaskTreeBesideSite(t *testing.T) {
	site := os.DirFS(resultstest.Shared(t, "data", "liveclawbench", "site-data"))
	data := must.Get(fs.ReadFile(site, "tasks.json"))(t)
	var list struct {
		Tasks []struct {
			Name, Instruction string
			Chinese           string `json:"description_zh"`
		}
	}
	must.Do(t, json.Unmarshal(data, &list))
	tasks, whole := fstest.MapFS{}, fstest.MapFS{}
	for _, x := range list.Tasks {
		maps.Copy(tasks, tree("tasks", x.Name))
		put(tasks, "tasks/"+x.Name+"/instruction.md", x.Instruction+"\n")
	}
	sites := fstest.MapFS{}
	for _, name := range []string{"tasks.json", "leaderboard.json", "task-results.json"} {
		data := must.Get(fs.ReadFile(site, name))(t)
		put(sites, "website/site-data/"+name, string(data))
	}
	put(tasks, "tasks/"+list.Tasks[0].Name+"/tests/rubric.json", `{"heavy": 0.75, "light": 0.25}`)
	put(tasks, "docs/metadata/cases_registry_zh.csv", "Case name,description\n"+list.Tasks[0].Name+","+list.Tasks[0].Chinese+"\n")
	maps.Copy(whole, tasks)
	maps.Copy(whole, sites)
	facts := map[string][]results.TaskFacts{}
	for name, order := range map[string][]fs.FS{"root": {whole}, "tasks first": {tasks, sites}, "site first": {sites, tasks}} {
		db := ingesttest.OpenBundled(t)
		for _, fsys := range order {
			rep := ingesttest.Load(t, db, fsys, ingest.Identity{})
			for _, d := range rep.Datasets {
				if d.State == ingest.DatasetRefused {
					t.Errorf("%s: %s differs: %+v", name, d.Source, d.Difference)
				}
			}
			if len(rep.Refused) > 0 {
				t.Errorf("%s: %+v", name, rep.Refused)
			}
		}
		d := must.Get(db.FindDataset(t.Context(), "liveclawbench"))(t)
		for i := range d.Tasks {
			facts[name] = append(facts[name], d.Tasks[i].Facts)
		}
	}
	for name := range facts {
		if diff := cmp.Diff(facts["root"], facts[name]); diff != "" {
			t.Errorf("%s (-root +%[1]s): %s", name, diff)
		}
	}
}
