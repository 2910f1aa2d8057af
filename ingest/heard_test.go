package ingest_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// A trial whose trace asks what another task of the dataset asks has no verdict,
// whatever format it is in.
func TestAskedOtherTask(t *testing.T) {
	m := renamed(t, "x", always("scripted"))
	for name := range m {
		if strings.HasPrefix(name, "result_example/") {
			delete(m, name)
		}
	}
	m["run/odd.json"] = &fstest.MapFile{Data: []byte("{}")}
	prompts := map[string]string{}
	known := ingesttest.OpenBundled(t)
	ingesttest.Load(t, known, m, ingest.Identity{})
	d := must.Get(known.FindDataset(t.Context(), "clawatlas-example"))(t)
	for i := range d.Tasks {
		prompts[d.Tasks[i].Name().String()] = d.Tasks[i].Facts.Prompt
	}
	own, other := prompts["ex_office_move/q1"], prompts["ex_office_move/q2"]
	if len(own) < 40 || len(other) < 40 {
		t.Fatalf("the example's questions are %q and %q", own, other)
	}
	user := func(text string) results.Step { return results.Step{Source: results.SourceUser, Message: text} }
	deep := user(other)
	deep.Depth = 1
	for _, tt := range []struct {
		name  string
		steps []results.Step
		want  results.Status
	}{
		{"its own", []results.Step{user("Read this.\n" + own)}, results.Failed},
		{"its own in other lines", []results.Step{user(strings.ReplaceAll(own, " ", "\n "))}, results.Failed},
		{"another one's", []results.Step{user("Hello."), user("> " + other)}, results.JudgeError},
		{"its own, then another one's", []results.Step{user(own), user(other)}, results.JudgeError},
		{"another one's before", []results.Step{user(other), user(own)}, results.Failed},
		{"another one's to a helper", []results.Step{user(own), deep}, results.Failed},
		{"none", nil, results.Failed},
		{"what nobody asks", []results.Step{user("Say hello.")}, results.Failed},
	} {
		zero := 0.0
		db := ingesttest.Open(t)
		l := ingesttest.Loader(db)
		l.Formats = append(l.Formats, oddFormat{"odd", results.Trial{Score: &zero}, tt.steps})
		rep, err := l.Load(t.Context(), []ingest.Source{{FS: m, Name: "test"}})
		if err != nil || len(rep.Runs) != 1 {
			t.Fatalf("%v, %+v", err, rep)
		}
		got, err := db.FindTrial(t.Context(), rep.Runs[0].Run, "ex_office_move", "q1", 1)
		if err != nil || got.Status != tt.want || (got.Score == nil) != (tt.want == results.JudgeError) {
			t.Errorf("%s: %s with score %v (%v), want %s", tt.name, got.Status, got.Score, err, tt.want)
		}
		if r := rep.Runs[0]; (r.Counts.Error == 1) != (tt.want == results.JudgeError) || (len(r.Exclusions) == 1) != (tt.want == results.JudgeError) {
			t.Errorf("%s: the run counts %d errors, objections %+v", tt.name, r.Counts.Error, r.Exclusions)
		}
	}
}
