package redact

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestRealRecords runs over all public records that the project knows. Their
// publishers removed the keys, so every hit of another rule than home would be
// a false one; a new record with a real key has to be looked at and listed.
func TestRealRecords(t *testing.T) {
	r := New()
	expected := []string{"home"}
	each(t, func(path string, in []byte) {
		before := r.Counts()
		once := r.Bytes(in)
		if json.Valid(in) && !json.Valid(once) {
			t.Errorf("%s was JSON and is no longer", path)
		}
		for rule, n := range r.Counts() {
			if n > before[rule] && !slices.Contains(expected, rule) {
				t.Errorf("%s: %d hits of %s", path, n-before[rule], rule)
			}
		}
		counts := r.Total()
		if twice := r.Bytes(once); !bytes.Equal(once, twice) || r.Total() != counts {
			t.Errorf("%s: a second pass changed the result", path)
		}
		for _, left := range []string{"/home/xkaiwen", "/Users/jianhenghou", "harsh_bespokelabs_ai"} {
			if bytes.Contains(once, []byte(left)) {
				t.Errorf("%s: %s is still there", path, left)
			}
		}
	})
	t.Logf("hits by rule: %v", r.Counts())
	if r.Counts()["home"] == 0 {
		t.Error("no home directory found: the records have thousands")
	}
}

func TestRealConfigurations(t *testing.T) {
	r, documents := New(), 0
	each(t, func(path string, in []byte) {
		name := filepath.Base(path)
		if name != "config.json" && name != "models.json" && name != "result.json" {
			return
		}
		documents++
		out, err := r.EnvMap(in)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if json.Valid(in) && !json.Valid(out) {
			t.Errorf("%s was JSON and is no longer", path)
		}
	})
	t.Logf("%d documents, hits by rule: %v", documents, r.Counts())
	if r.Counts()[ruleEnv] == 0 {
		t.Error("no environment value found: Harbor's jobs have some")
	}
}

// each calls do with every file of the shared records.
func each(t testing.TB, do func(path string, in []byte)) {
	t.Helper()
	root := resultstest.Shared(t, "data")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		in, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		do(rel, in)
		return err
	})
	if err != nil {
		t.Fatalf("read shared records: %v", err)
	}
}

// BenchmarkRealRecords measures the scan over the 18 MB of a published run.
func BenchmarkRealRecords(b *testing.B) {
	var files [][]byte
	size := 0
	each(b, func(_ string, in []byte) {
		files, size = append(files, in), size+len(in)
	})
	r := New()
	b.SetBytes(int64(size))
	for b.Loop() {
		for _, in := range files {
			r.Bytes(in)
		}
	}
}
