package ingest_test

import (
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
)

// TestNothingFound: a refusal says what was there and what comes nearest to a record.
func TestNothingFound(t *testing.T) {
	file := func() *fstest.MapFile { return &fstest.MapFile{Data: []byte("{}"), Mode: 0o644} }
	for _, tc := range []struct {
		name  string
		files fstest.MapFS
		want  string
	}{
		{"nothing", fstest.MapFS{}, "it contains no file"},
		{"pictures", fstest.MapFS{"a.png": file(), "b/c.PNG": file(), "LICENSE": file()}, "it contains 3 files (2 .png, 1 without extension)"},
		{"questions", fstest.MapFS{"eval/t1/questions.json": file(), "readme.md": file()},
			"it contains 2 files (1 .json, 1 .md); the nearest is eval/t1/questions.json: a ClawArena dataset has tests.json in a directory above its questions"},
		{"settings alone", fstest.MapFS{"x/task.toml": file()},
			"it contains 1 file (1 .toml); the nearest is x/task.toml: a Harbor task also has instruction.md or tests in the same folder"},
		{"a round alone", fstest.MapFS{"q1/scoring.json": file(), "report.json": file()},
			"it contains 2 files (2 .json); the nearest is q1/scoring.json: a ClawArena round must be in <run>/scoring/<test>/<round>"},
		{"many kinds", fstest.MapFS{"a.a": file(), "b.b": file(), "c.c": file(), "d.d": file(), "e.e": file()},
			"it contains 5 files (1 .a, 1 .b, 1 .c, 1 .d, 1 other kind)"},
		{"a kind that is not read", fstest.MapFS{"logs/a.eval": file(), "README.md": file()},
			"it contains 2 files (1 .eval, 1 .md); logs/a.eval is a log of Inspect, which is not read; run its benchmark under Harbor, whose ATIF trajectories are read"},
	} {
		rep := ingesttest.Load(t, ingesttest.Open(t), tc.files, ingest.Identity{})
		want := "no known record format found here: " + tc.want + "; see the formats list of `clawatlas ingest --help`"
		if len(rep.Refused) != 1 || rep.Refused[0].Reason != want {
			t.Errorf("%s: refused %+v, want %s", tc.name, rep.Refused, want)
		}
	}
}
