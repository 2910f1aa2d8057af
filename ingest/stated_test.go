package ingest_test

import (
	"bytes"
	"io/fs"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
)

// skimmer is the run directory of one of the example's agents.
const skimmer = "result_example/scripted_skimmer_clawatlas-runner"

// renamed is the example benchmark with one run, whose directory has another
// name and whose messages name the model that model returns for their scenario
// and round.
func renamed(t *testing.T, dir string, model func(scenario, task string) string) fstest.MapFS {
	t.Helper()
	m := fstest.MapFS{}
	for name, f := range ingesttest.Example(t) {
		rest, ours := strings.CutPrefix(name, skimmer+"/")
		switch {
		case !strings.HasPrefix(name, "result_example/"):
			m[name] = f
		case ours:
			data := f.Data
			if part := strings.Split(rest, "/"); part[0] == "infer" {
				data = bytes.ReplaceAll(data, []byte(`"model": "scripted"`), []byte(`"model": "`+model(part[1], part[2])+`"`))
			}
			m["result_example/"+dir+"/"+rest] = &fstest.MapFile{Data: data, Mode: fs.FileMode(0o644)}
		}
	}
	return m
}

// openModels is a database that knows three models.
func openModels(t *testing.T) *ingesttest.DB {
	t.Helper()
	db := ingesttest.Open(t)
	err := db.SaveModels(t.Context(), []results.Model{
		{ID: "gpt-5.5", Name: "GPT-5.5", Vendor: "OpenAI", Aliases: []string{"openai/gpt-5.5"}},
		{ID: "gemma-4-31b", Name: "Gemma 4 31B", Vendor: "Google", Aliases: []string{"gemma-4-31b-it"}},
		{ID: "claude-haiku-4.5", Name: "Claude Haiku 4.5", Vendor: "Anthropic", Aliases: []string{"claude-haiku-4-5"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func always(model string) func(string, string) string {
	return func(string, string) string { return model }
}

// What the records state of the model is held against the run's label and
// against each other, by canonical names.
func TestStatedModels(t *testing.T) {
	mixed := func(scenario, task string) string {
		if scenario == "ex_tea_shipment" {
			return "google/gemma-4-31b-it"
		}
		return "gpt-5.5"
	}
	for _, c := range []struct {
		name, dir string
		model     func(string, string) string
		id        ingest.Identity
		want      results.ExclusionKind // "" for none
		scenarios map[string]int
		warning   string
	}{
		{"the label's own", "openai_gpt-5.5_clawatlas-runner", always("gpt-5.5"), ingest.Identity{}, "", nil, ""},
		{"provider, router, case and date", "openai_gpt-5.5_clawatlas-runner", func(scenario, _ string) string {
			return map[string]string{"ex_tea_shipment": "openrouter/openai/GPT-5.5", "ex_office_move": "openai/gpt-5.5",
				"ex_library_outage": "gpt-5.5-2026-04-01"}[scenario]
		}, ingest.Identity{}, "", nil, ""},
		{"two known models", "openai_gpt-5.5_clawatlas-runner", mixed, ingest.Identity{}, results.ExclusionModels,
			map[string]int{"ex_tea_shipment": 10}, ""},
		{"another label", "google_gemma-4-31b-it_clawatlas-runner", always("gpt-5.5"), ingest.Identity{}, results.ExclusionLabel,
			map[string]int{"ex_tea_shipment": 10, "ex_office_move": 11, "ex_library_outage": 10}, ""},
		{"a flag that contradicts", "openai_gpt-5.5_clawatlas-runner", always("gpt-5.5"), ingest.Identity{Model: "Gemma-4-31B"},
			results.ExclusionLabel,
			map[string]int{"ex_tea_shipment": 10, "ex_office_move": 11, "ex_library_outage": 10}, ""},
		{"a flag mends the label", "google_gemma-4-31b-it_clawatlas-runner", always("gpt-5.5"), ingest.Identity{Model: "gpt-5.5"}, "", nil,
			""},
		{"a framework that contradicts", "openai_gpt-5.5_clawatlas-runner", always("gpt-5.5"), ingest.Identity{Framework: "codex"},
			results.ExclusionLabel,
			map[string]int{"ex_tea_shipment": 10, "ex_office_move": 11, "ex_library_outage": 10}, ""},
		{"a name that no alias knows", "openai_gpt-5.5_clawatlas-runner", always("gpt-5.5-tuned"), ingest.Identity{}, "", nil,
			"31 trials name the model gpt-5.5-tuned"},
		{"a label that no alias knows", "acme_ant-2_clawatlas-runner", always("gpt-5.5"), ingest.Identity{}, "", nil,
			"no alias knows ant-2"},
		{"neither is known", "acme_ant-2_clawatlas-runner", always("bee-1"), ingest.Identity{}, "", nil, "31 trials name the model bee-1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := renamed(t, c.dir, c.model)
			r := loadNamed(t, m, c.id)
			if c.want == "" && len(r.Exclusions) > 0 {
				t.Errorf("got %+v, want no objection", r.Exclusions)
			}
			if c.want != "" && (len(r.Exclusions) != 1 || r.Exclusions[0].Kind != c.want ||
				!maps.Equal(r.Exclusions[0].Scenarios, c.scenarios)) {
				t.Errorf("got %+v, want one of %s with %v", r.Exclusions, c.want, c.scenarios)
			}
			got := ""
			for _, w := range r.Warnings {
				if strings.Contains(w.Message, "no alias knows") {
					got += w.Message + "\n"
				}
			}
			if c.warning == "" && got != "" || !strings.Contains(got, c.warning) || strings.Count(got, "\n") > 1 {
				t.Errorf("warnings about names: %q, want %q once", got, c.warning)
			}
		})
	}
}

// loadNamed loads the single run of m over the bundled models, as a benchmark
// that is not one of scripted agents.
func loadNamed(t *testing.T, m fstest.MapFS, id ingest.Identity) ingest.RunLine {
	t.Helper()
	other := fstest.MapFS{}
	for name, f := range m {
		if strings.HasSuffix(name, "/tests.json") {
			f = &fstest.MapFile{Data: bytes.ReplaceAll(f.Data, []byte("ClawAtlas-example"), []byte("office-days"))}
		}
		other[name] = f
	}
	rep := ingesttest.Load(t, openModels(t), other, id)
	if len(rep.Runs) != 1 {
		t.Fatalf("%d runs, refused %+v; want one", len(rep.Runs), rep.Refused)
	}
	return rep.Runs[0]
}

// A helper model beside the main one is no mixture: a trial is of the model of
// most of its main agent's messages.
func TestHelperModel(t *testing.T) {
	m := renamed(t, "openai_gpt-5.5_clawatlas-runner", always("gpt-5.5"))
	changed := 0
	for name, f := range m {
		if strings.HasSuffix(name, "infer_result.json") && bytes.Count(f.Data, []byte(`"model": "gpt-5.5"`)) > 2 {
			f.Data = bytes.Replace(f.Data, []byte(`"model": "gpt-5.5"`), []byte(`"model": "claude-haiku-4-5-20251001"`), 1)
			changed++
		}
	}
	if changed == 0 {
		t.Fatal("no trial has three messages")
	}
	if r := loadNamed(t, m, ingest.Identity{}); len(r.Exclusions) > 0 {
		t.Errorf("got %+v, want no objection", r.Exclusions)
	}
}

// A name that only an earlier run has brought stays unknown, so that the same
// run is judged alike whatever was loaded before.
func TestKnownModelOrder(t *testing.T) {
	db := openModels(t)
	ingesttest.Load(t, db, renamed(t, "acme_bee-1_clawatlas-runner", always("bee-1")), ingest.Identity{})
	rep := ingesttest.Load(t, db, renamed(t, "openai_gpt-5.5_clawatlas-runner", always("bee-1")), ingest.Identity{})
	for _, o := range rep.Runs[0].Exclusions {
		if !o.Kind.FromOtherRuns() {
			t.Errorf("got %+v, want no objection of its own", o)
		}
	}
}

// What sub-agents are made of says nothing about the system, however much they
// say.
func TestSubAgentModel(t *testing.T) {
	steps := []results.Step{{Source: results.SourceAgent, ModelName: "gpt-5.5", Message: "look"}}
	for range 3 {
		steps = append(steps, results.Step{Source: results.SourceAgent, ModelName: "gemma-4-31b-it", Message: "seen", Depth: 1,
			Agent: "helper"})
	}
	db := openModels(t)
	m := renamed(t, "x", always("scripted"))
	for name := range m {
		if strings.HasPrefix(name, "result_example/") {
			delete(m, name)
		}
	}
	m["run/odd.json"] = &fstest.MapFile{Data: []byte("{}")}
	l := ingesttest.Loader(db)
	l.Formats = append(l.Formats, oddFormat{model: "openai/gpt-5.5", steps: steps})
	rep, err := l.Load(t.Context(), []ingest.Source{{FS: m, Name: "test"}})
	if err != nil || len(rep.Runs) != 1 {
		t.Fatalf("%v, %+v", err, rep)
	}
	if o := rep.Runs[0].Exclusions; len(o) > 0 {
		t.Errorf("got %+v, want no objection", o)
	}
}
