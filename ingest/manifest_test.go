package ingest_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// session is a transcript that names neither its model nor its agent.
const session = `{"messages": [{"role": "user", "content": "go"}, {"role": "assistant", "content": "done"}]}`

// A manifest states what records do not; the nearest one counts, flags count
// more, and what is wrong with one costs the records that it speaks for.
func TestManifest(t *testing.T) {
	const root = "model = \"Root Model\"\nframework = \"nanobot\"\ndate = \"2026-09-01\"\n"
	for _, test := range []struct {
		name    string
		files   map[string]string
		flags   ingest.Identity
		want    []string // model and framework of the runs in a and b
		refused string
		warning string
	}{
		{"none", nil, ingest.Identity{}, []string{"unrecorded ", "unrecorded "}, "", ""},
		{"in the root", map[string]string{"": root}, ingest.Identity{}, []string{"root-model nanobot", "root-model nanobot"}, "", ""},
		{"beside one of the runs", map[string]string{"a/": `model = "A Model"`}, ingest.Identity{}, []string{"a-model ", "unrecorded "}, "",
			""},
		{"both", map[string]string{"": root, "b/": `model = "B Model"`}, ingest.Identity{},
			[]string{"root-model nanobot", "b-model nanobot"}, "", ""},
		{"flags", map[string]string{"": root, "b/": `model = "B Model"`}, ingest.Identity{Model: "Flag"},
			[]string{"flag nanobot", "flag nanobot"}, "", ""},
		{"a typing error", map[string]string{"": root + "modle = \"x\"\n"}, ingest.Identity{},
			[]string{"root-model nanobot", "root-model nanobot"}, "", "unknown keys, ignored: modle"},
		{"with a byte order mark", map[string]string{"": "\ufeff" + root}, ingest.Identity{},
			[]string{"root-model nanobot", "root-model nanobot"}, "", ""},
		{"a date of TOML's own", map[string]string{"": "model = \"m\"\ndate = 2026-09-01\n"}, ingest.Identity{}, []string{"m ", "m "}, "",
			""},
		{"no day", map[string]string{"b/": "date = \"2026-13-44\"\n"}, ingest.Identity{}, []string{"unrecorded "},
			"b/clawatlas.toml: date 2026-13-44 is not a valid date", ""},
		{"damaged", map[string]string{"b/": "model = \"x\"\nframework = \n"}, ingest.Identity{}, []string{"unrecorded "},
			"b/clawatlas.toml:2: ", ""},
		{"of the wrong type", map[string]string{"b/": "model = 5\n"}, ingest.Identity{}, []string{"unrecorded "}, "b/clawatlas.toml:1: ",
			""},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := fstest.MapFS{"a/s.json": {Data: []byte(session)}, "b/s.json": {Data: []byte(session)}}
			for dir, text := range test.files {
				m[dir+ingest.ManifestName] = &fstest.MapFile{Data: []byte(text)}
			}
			rep := ingesttest.Load(t, ingesttest.Open(t), m, test.flags)
			if len(rep.Runs) != len(test.want) {
				t.Fatalf("report %+v, want %d runs", rep, len(test.want))
			}
			for i, want := range test.want {
				must.Equal(t, want, rep.Runs[i].System.Model+" "+rep.Runs[i].System.Framework, "run of %s is of", rep.Runs[i].Label)
			}
			if refused := len(rep.Refused) > 0; refused != (test.refused != "") || refused &&
				!strings.HasPrefix(rep.Refused[0].Reason, test.refused) {
				t.Errorf("refused %+v, want %q", rep.Refused, test.refused)
			}
			if warned := len(rep.Warnings) > 0; warned != (test.warning != "") || warned &&
				!strings.Contains(rep.Warnings[0].Message, test.warning) {
				t.Errorf("warnings %+v, want %q", rep.Warnings, test.warning)
			}
		})
	}
}

// The date of a manifest is that of a run whose records state none.
func TestManifestDate(t *testing.T) {
	for _, text := range []string{"date = \"2026-09-01\"\n", "date = 2026-09-01\n"} {
		db := ingesttest.Open(t)
		rep := ingesttest.Load(t, db, fstest.MapFS{"s.json": {Data: []byte(session)}, ingest.ManifestName: {Data: []byte(text)}},
			ingest.Identity{})
		if len(rep.Runs) != 1 {
			t.Fatalf("%s: report %+v", text, rep)
		}
		run, err := db.FindRun(t.Context(), rep.Runs[0].Run)
		if err != nil || run.StartedAt == nil || time.UnixMilli(*run.StartedAt).UTC().Format(time.DateOnly) != "2026-09-01" {
			t.Errorf("%s: started at %v, %v; want 2026-09-01", text, run.StartedAt, err)
		}
	}
}
