package ingest_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/results/must"
)

// secretName is a made-up key that may stand in a name.
func secretName() string { return "gh" + "p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8" }

// TestNamesAreClean holds that formats see no secret in the names of a tree, and
// still reach each file by the names that they see.
func TestNamesAreClean(t *testing.T) {
	key := secretName()
	source := fstest.MapFS{
		"a/" + key + "/x.txt":              {Data: []byte("1")},
		"a/" + key + "/API_KEY=s3cretkey9": {Data: []byte("2")},
		"a/" + key[:39] + "Z/x.txt":        {Data: []byte("3")},
		"a/plain [1].txt":                  {Data: []byte("4")},
		"-Users-jane-work/s.jsonl":         {Data: []byte("5")},
	}
	fsys := ingest.NewCleanNames(source, redact.New())
	seen := map[string]string{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil || info.Name() != d.Name() {
			t.Errorf("%s: info has the name %q, %v", name, info.Name(), err)
		}
		data, err := fs.ReadFile(fsys, name)
		seen[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) != len(source) || len(slices.Compact(slices.Sorted(maps.Values(seen)))) != len(source) {
		t.Errorf("saw %v, want %d files with their own contents", seen, len(source))
	}
	for name := range seen {
		if strings.Contains(name, "ghp") || strings.Contains(name, "s3cret") || strings.Contains(name, "jane") {
			t.Errorf("%s holds a secret", name)
		}
	}
	// What a record says of a path is redacted in the same way, before any listing.
	again := ingest.NewCleanNames(source, redact.New())
	said := redact.New().String("a/" + key + "/x.txt")
	if data, err := fs.ReadFile(again, said); err != nil || string(data) != "1" {
		t.Errorf("%s: %q, %v, want the file", said, data, err)
	}
	if _, err := fs.ReadFile(again, "a/"+said+"/none"); err == nil || strings.Contains(err.Error(), "ghp") {
		t.Errorf("a missing file: %v", err)
	}
}

// TestNoSecretInNames holds the same for what a load stores and reports.
func TestNoSecretInNames(t *testing.T) {
	key := secretName()
	message := must.Get(os.ReadFile("trace/testdata/claude-session.jsonl"))(t)
	source := fstest.MapFS{
		key + "/token=" + key + ".jsonl": {Data: message},
		key + "/bad " + key + ".jsonl":   {Data: []byte(`{"role":` + "\n")},
		key + "/clawatlas-labels.csv":    {Data: []byte("trial,label,step,note\nx/y,lost," + ",used " + key + "\n" + key + ",b\n")},
		key + "/clawatlas.toml":          {Data: []byte("variant = \"" + key + "\"\n")},
	}
	db := ingesttest.Open(t)
	rep := must.Get(ingesttest.Loader(db).Load(t.Context(), []ingest.Source{{FS: source, Name: "runs-" + key}}))(t)
	data := must.Get(json.Marshal(rep))(t)
	if len(rep.Runs) == 0 {
		t.Errorf("no run was read: %s", data)
	}
	if strings.Contains(strings.ToLower(string(data)), "ghp_a1b2") || strings.Contains(strings.ToLower(string(data)), "a1b2c3d4e5f6g7h8") {
		t.Errorf("the report holds the key: %s", data)
	}
}
