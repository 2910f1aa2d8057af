package clawarena_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// under gives the small run's directory another name and puts another framework
// or model into some of its records.
func under(t *testing.T, dir string, edits ...edit) fstest.MapFS {
	m := fstest.MapFS{}
	for name, f := range mutate(t, smallWhole(), edits...) {
		if rest, ok := strings.CutPrefix(name, smallRun); ok {
			name = dir + "/" + rest
		}
		m[name] = f
	}
	return m
}

// The directory's name is held against every record, the first one included.
func TestLabelOfEveryRecord(t *testing.T) {
	const here, other = `"framework": "openclaw"`, `"framework": "nanobot"`
	in := func(kind string, rounds ...string) []edit {
		var list []edit
		for _, r := range rounds {
			list = append(list, edit{smallFile(kind, r), here, other})
		}
		return list
	}
	all := []string{"q1", "q2", "q3"}
	for _, tt := range []struct {
		name, dir string
		edits     []edit
		framework string
		tasks     []string // of the exclusion; nil: none
	}{
		{"sound", "vllm_model_openclaw", nil, "openclaw", nil},
		{"first round's scoring", "vllm_model_openclaw", in("scoring", "q1"), "openclaw", []string{"t1/q1"}},
		{"last round's scoring", "vllm_model_openclaw", in("scoring", "q3"), "openclaw", []string{"t1/q3"}},
		{"one round's answer", "vllm_model_openclaw", in("infer", "q2"), "openclaw", []string{"t1/q2"}},
		{"all records", "vllm_model_openclaw", append(in("scoring", all...), in("infer", all...)...), "openclaw",
			[]string{"t1/q1", "t1/q2", "t1/q3"}},
		{"directory", "vllm_model_nanobot_x", nil, "nanobot", []string{"t1/q1", "t1/q2", "t1/q3"}},
		{"provider of that name", "codex_model_openclaw", nil, "openclaw", nil},
		{"no label", "whatever", nil, "openclaw", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, line := readSmall(t, under(t, tt.dir, tt.edits...))
			must.Equal(t, tt.framework, line.System.Framework, "framework")
			if line.System.Model != "model" {
				t.Errorf("model = %s, which neither the name nor a message says", line.System.Model)
			}
			var tasks []string
			for _, o := range line.Exclusions {
				if o.Kind != results.ExclusionLabel || o.Scenarios["t1"] != len(o.Tasks) {
					t.Errorf("objection %+v, want one to the label", o)
				}
				tasks = append(tasks, o.Tasks...)
			}
			if slices.Sort(tasks); !slices.Equal(tasks, tt.tasks) {
				t.Errorf("objections %+v, want them to rest on %v", line.Exclusions, tt.tasks)
			}
		})
	}
}

// A model that one round's messages name besides the run's is objected to, if
// both are known.
func TestModelOfEveryRecord(t *testing.T) {
	m := under(t, "vllm_gemma-4-31b-it_openclaw", edit{smallFile("infer", "q2"), `"model": "model"`, `"model": "gpt-5.5"`})
	for name, f := range maps.Clone(m) {
		m[name] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(string(f.Data), `"model": "model"`, `"model": "gemma-4-31b-it"`)),
			Mode: f.Mode}
	}
	rep := ingesttest.Load(t, ingesttest.OpenBundled(t), m, ingest.Identity{})
	if len(rep.Runs) != 1 {
		t.Fatalf("report = %+v, want one run", rep)
	}
	o := rep.Runs[0].Exclusions
	if len(o) != 1 || o[0].Kind != results.ExclusionModels || !slices.Equal(o[0].Tasks, []string{"t1/q2"}) {
		t.Errorf("objections = %+v, want mixed models for t1/q2", o)
	}
}
