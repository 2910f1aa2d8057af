package redact

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestReal runs the tests that read real records, see docs/records.md.
func TestReal(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){
		"Records": testRealRecords,
	}, "data")
}

// planted are the passwords and the PIN that the tasks of LiveClawBench give to
// the agent for the sites of its sandbox, or that a task's own tests make up.
// They open nothing, but nothing in the record says so, and what is written
// after "password" is redacted by rule.
func planted() []string {
	return []string{"admin123", "password123", "demo123", "originalpass", "Griff!n_2026", "Shop$ecret_456", "backup_Pass!789", "8891"}
}

// testRealRecords runs over all public records that the project knows. Their
// publishers removed the keys, so every hit of another rule than home would be
// a false one, but for what is planted; a new record with a real key has to be
// looked at and listed.
func testRealRecords(t *testing.T) {
	r := New()
	expected := []string{"home", "assignment", "login"}
	met := map[string]int{}
	each(t, func(path string, in []byte) {
		before := r.Counts()
		for _, h := range r.scanner.hits(in, nesting) {
			if value := string(in[h.start:h.end]); r.scanner.rules[h.rule].name != "home" {
				if !slices.Contains(planted(), value) {
					t.Errorf("%s: %q is taken for a secret", path, value)
				}
				met[value]++
			}
		}
		once := r.Bytes(in)
		if json.Valid(in) && !json.Valid(once) {
			t.Errorf("%s was JSON and is no longer", path)
		}
		for rule, n := range r.Counts() {
			if n > before[rule] && !slices.Contains(expected, rule) {
				t.Errorf("%s: %d hits of %s", path, n-before[rule], rule)
			}
		}
		counts := r.Counts()
		if twice := r.Bytes(once); !bytes.Equal(once, twice) || !maps.Equal(counts, r.Counts()) {
			t.Errorf("%s: a second pass changed the result", path)
		}
		for _, left := range []string{"/home/xkaiwen", "/Users/jianhenghou", "harsh_bespokelabs_ai"} {
			if bytes.Contains(once, []byte(left)) {
				t.Errorf("%s: %s is still there", path, left)
			}
		}
	})
	t.Logf("hits by rule: %v, planted: %v", r.Counts(), met)
	for _, value := range planted() {
		if met[value] == 0 {
			t.Errorf("%s is planted no more", value)
		}
	}
	if r.Counts()["home"] == 0 {
		t.Error("no home directory found: the records have thousands")
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
