package clawmark

import (
	"context"
	"os"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// Whatever the two files hold, reading ends with a run in which each trial has
// a valid status, a score in 0..1 and passed only with every check passed.
func FuzzRead(f *testing.F) {
	for _, dir := range []string{"office_task1", "office_task2", "office_task3", "office_task4", "office_task5", "office_task6"} {
		rec, _ := os.ReadFile("testdata/" + acme + "/" + dir + "/result.json")
		messages, _ := os.ReadFile("testdata/" + acme + "/" + dir + "/messages.jsonl")
		f.Add(rec, messages, true)
		f.Add(rec, messages, false)
	}
	f.Fuzz(func(t *testing.T, rec, messages []byte, known bool) {
		fsys := fstest.MapFS{
			"m/office_task1/result.json":    {Data: rec},
			"m/office_task1/messages.jsonl": {Data: messages},
		}
		m := &memory{}
		if known {
			m.dataset = office()
		}
		in := &ingest.Input{FS: fsys, Item: Format{}.item("m"), Limits: ingest.Limits{Record: 1 << 20, Line: 1 << 16}}
		if err := (Format{}).Read(context.Background(), in, m); err != nil {
			t.Fatalf("read: %v", err)
		}
		for _, k := range m.trials {
			checkTrial(t, &k.Trial)
		}
	})
}

func checkTrial(t *testing.T, k *results.Trial) {
	if !k.Status.Valid() {
		t.Errorf("status %q is not valid", k.Status)
	}
	if k.Score != nil && !(*k.Score >= 0 && *k.Score <= 1) {
		t.Errorf("score %v is not in 0..1", *k.Score)
	}
	if (k.Score == nil) != (k.Status == results.JudgeError) {
		t.Errorf("score %v with status %s", k.Score, k.Status)
	}
	for _, c := range k.Checks {
		if k.Status == results.Passed && (c.Passed == nil || !*c.Passed) {
			t.Errorf("passed, but check %s has not", c.ID)
		}
	}
	if k.Scenario == "" || !results.ValidSlug(k.Task) {
		t.Errorf("task %q of scenario %q", k.Task, k.Scenario)
	}
}
