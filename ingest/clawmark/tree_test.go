package clawmark_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/clawmark"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// officeTree is one task of our own making in a tree.
func officeTree(t *testing.T, dir string) fstest.MapFS {
	t.Helper()
	src := must.Get(os.ReadFile("testdata/office/task.py"))(t)
	return fstest.MapFS{dir + "task.py": {Data: src}, dir + "assets/AGENTS.md": {Data: []byte("# Agent\n")}}
}

// program is a task.py of a task that is known by its facts, and what its own facts say.
func program(t *testing.T, task *results.Task) []byte {
	t.Helper()
	p := clawmark.Program{ID: task.Slug, Prompt: "Do " + task.Slug + ".", Checks: slices.Clone(task.Checks)}
	for i, s := range task.Facts.Stages {
		st := results.Stage{ID: s.ID, Time: s.Time, Notification: fmt.Sprintf("Day %d", i)}
		if i > 0 {
			st.Changes = []results.StageChange{{Service: "notion", Method: "create_page", Label: "silent", Payload: []byte(`["note"]`)}}
		}
		p.Stages = append(p.Stages, st)
	}
	for i := range p.Checks {
		p.Checks[i].Description = "Looks for " + p.Checks[i].ID + "."
	}
	src := []byte("METADATA = {'id': '" + task.Slug + "'}\nasync def stage0(ctx):\n    return {}\nRUBRIC = {}\n")
	clawmark.Know(t, src, &p)
	return src
}

// A tree of tasks that nobody knows is a dataset of its own, with what changes in it.
func TestTreeOfItsOwn(t *testing.T) {
	for _, dir := range []string{"tasks/office/task1/", "office/task1/", "task1/", ""} {
		db := ingesttest.OpenBundled(t)
		rep := ingesttest.Load(t, db, officeTree(t, dir), ingest.Identity{Benchmark: "mine"})
		if len(rep.Datasets) != 1 || rep.Datasets[0].State != ingest.DatasetSet || len(rep.Refused)+len(rep.Runs) > 0 {
			t.Fatalf("%q: datasets %+v, refused %+v, %d runs", dir, rep.Datasets, rep.Refused, len(rep.Runs))
		}
		d := must.Get(db.FindDataset(t.Context(), "mine"))(t)
		if len(d.Tasks) != 1 || d.Tasks[0].Scenario != "office" || d.Tasks[0].Slug != "office_task1" || d.FactsOnly {
			t.Fatalf("%q: tasks %+v", dir, d.Tasks)
		}
		task := &d.Tasks[0]
		if task.Facts.Prompt != "Check the inbox. All in English." || len(task.Facts.Stages) != 3 || len(task.Checks) != 5 {
			t.Errorf("%q: %+v", dir, task)
		}
		two := "200"
		want := results.StageChange{
			Service: "google_sheets", Method: "update_values", Line: 66, Object: "Budget", Label: "silent", Told: "no", Conditional: true,
			Static: true, Comment: "(silent)",
			Payload: []byte(`["sheet_id","Sheet1!B3",[["9876"]]]`), Fields: []results.ChangedField{{Name: "B3", New: "9876", Old: &two}},
			Checks: []string{"S2_budget_right"}, LinkedBy: []string{"9876"},
		}
		must.Same(t, want, task.Facts.Stages[1].Changes[2], "%q", dir)
		if st := task.Facts.Stages[1]; st.Silent != 2 || st.Loud != 1 || st.Notification != "[Tue] There is a new file input/rule_v2.pdf" ||
			st.Time != "2024-03-26T09:00:00+08:00" {
			t.Errorf("%q: stage %+v", dir, st)
		}
		if mail := task.Facts.Stages[1].Changes[0]; string(mail.Payload) != `[{"from_user":"finance","to":"desk@example.com",`+
			`"subject":"\u003cscript\u003ealert(1)\u003c/script\u003e","body":"See input/rule_v2.pdf"}]` {
			t.Errorf("%q: payload %s", dir, mail.Payload)
		}
		check := results.CheckSpec{ID: "S1_redline_no_transfer", Day: "final", About: "stage1", Weight: 2, RedLine: true,
			Services: []string{"email"}}
		if diff := cmp.Diff(check, task.Checks[3]); diff != "" {
			t.Errorf("%q: %s", dir, diff)
		}
		if rep = ingesttest.Load(t, db, officeTree(t, dir),
			ingest.Identity{Benchmark: "mine"}); rep.Datasets[0].State != ingest.DatasetSame {
			t.Errorf("%q once more: %+v", dir, rep.Datasets)
		}
	}
}

// The whole tree of the benchmark brings what its programs say and changes nothing
// that is known; a part of it, or another rubric, brings nothing.
func TestTreeOfTheBenchmark(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	before := must.Get(db.FindDataset(t.Context(), "clawmark"))(t)
	whole, part := fstest.MapFS{}, fstest.MapFS{}
	for i := range before.Tasks {
		task := &before.Tasks[i]
		file := &fstest.MapFile{Data: program(t, task)}
		whole[task.Facts.SourcePath+"/task.py"] = file
		if i < 13 {
			part[task.Facts.SourcePath+"/task.py"] = file
		}
	}
	rep := ingesttest.Load(t, db, part, ingest.Identity{})
	if len(rep.Refused) != 1 || !strings.Contains(rep.Refused[0].Reason, "13 of the 100 tasks of ClawMark") {
		t.Errorf("a part: %+v", rep.Refused)
	}
	last := before.Tasks[99].Facts.SourcePath + "/task.py"
	if rep = ingesttest.Load(t, db, fstest.MapFS{"tasks/hr/task1/task.py": {Data: []byte("def stage0(): pass\nRUBRIC = {}\n")}},
		ingest.Identity{}); len(rep.Refused)+len(rep.Datasets) > 0 || len(rep.Warnings) != 1 ||
		!strings.Contains(rep.Warnings[0].Message, "its events are not known") {
		t.Errorf("unknown programs: refused %+v, datasets %+v, warnings %+v", rep.Refused, rep.Datasets, rep.Warnings)
	}
	other := before.Tasks[99]
	other.Checks = slices.Clone(other.Checks)
	other.Checks[0].Weight += 7
	program(t, &other)
	if rep = ingesttest.Load(t, db, whole, ingest.Identity{}); len(rep.Refused) != 1 ||
		!strings.Contains(rep.Refused[0].Reason, "rubric differs from the known one") {
		t.Errorf("another rubric: %+v", rep.Refused)
	}
	whole[last] = &fstest.MapFile{Data: append(slices.Clone(whole[last].Data), "# altered\n"...)}
	whole["tasks/office/task1/task.py"] = officeTree(t, "")["task.py"]
	rep = ingesttest.Load(t, db, whole, ingest.Identity{})
	if len(rep.Refused) > 0 || len(rep.Datasets) != 1 || rep.Datasets[0].State != ingest.DatasetSet {
		t.Fatalf("the tree: %+v, refused %+v", rep.Datasets, rep.Refused)
	}
	if len(rep.Warnings) != 2 || rep.Warnings[0].File != last || !strings.Contains(rep.Warnings[0].Message, "its events are not known") {
		t.Errorf("warnings %+v", rep.Warnings)
	}
	after := must.Get(db.FindDataset(t.Context(), "clawmark"))(t)
	stripped(t, after)
	after.FactsOnly, after.Benchmark.Digest = before.FactsOnly, before.Benchmark.Digest
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("more than the programs say has changed: %s", diff)
	}
}

// stripped takes away what the programs bring, which all but the last task have.
func stripped(t *testing.T, d *results.Dataset) {
	t.Helper()
	for i := range d.Tasks[:99] {
		task := &d.Tasks[i]
		if task.Facts.Prompt != "Do "+task.Slug+"." {
			t.Errorf("%s asks %q", task.Slug, task.Facts.Prompt)
		}
		task.Facts.Prompt = ""
		for k := range task.Facts.Stages {
			st := &task.Facts.Stages[k]
			if st.Notification != fmt.Sprintf("Day %d", k) || (k > 0) != (len(st.Changes) == 1 && st.Changes[0].Label == "silent") {
				t.Errorf("%s %s: %+v", task.Slug, st.ID, st)
			}
			st.Notification, st.Changes = "", nil
		}
		for k := range task.Checks {
			if c := &task.Checks[k]; c.Description == "Looks for "+c.ID+"." {
				c.Description = ""
			}
		}
	}
}

// A program of another kind is no task, and results beside the programs stay a run.
func TestTreeDetect(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	other := fstest.MapFS{"jobs/a/task.py": {Data: []byte("print('hello')\n")}}
	altered := officeTree(t, "office/task1/")
	altered["office/task1/task.py"].Data = append(altered["office/task1/task.py"].Data, '\n')
	if rep := ingesttest.Load(t, db, altered, ingest.Identity{Benchmark: "mine"}); len(rep.Datasets) > 0 || len(rep.Refused) != 1 ||
		!strings.Contains(rep.Refused[0].Reason, "its events are not known") {
		t.Errorf("an altered program: datasets %+v, refused %+v", rep.Datasets, rep.Refused)
	}
	if rep := ingesttest.Load(t, db, other, ingest.Identity{Benchmark: "mine"}); len(rep.Datasets) > 0 {
		t.Errorf("another program: %+v", rep.Datasets)
	}
	beside := officeTree(t, "tasks/office/task1/")
	beside["tasks/office/task1/result.json"] = &fstest.MapFile{Data: []byte(`{"task_id": "office_task1", "score": 0.1, ` +
		`"stages": [{"id": "stage0", "success": true, "verification": [{"id": "S0_report", "passed": true, "weight": 1.0}]}], "rubric": []}`)}
	rep := ingesttest.Load(t, db, beside, ingest.Identity{Benchmark: "mine", Model: "m"})
	if len(rep.Datasets) != 1 || len(rep.Runs) != 1 || rep.Runs[0].Benchmark != "mine" || rep.Runs[0].Counts.Expected != 1 {
		t.Errorf("a run beside: datasets %+v, runs %+v, refused %+v", rep.Datasets, rep.Runs, rep.Refused)
	}
}
