package published

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/clawarena"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

var update = flag.Bool("update", false, "write the bundled facts of the world anew from the dataset's tree")

// onlyDataset takes the dataset that a format reads.
type onlyDataset struct {
	ingest.Writer
	d *results.Dataset
}

func (w *onlyDataset) SaveDataset(_ context.Context, d *results.Dataset) error {
	w.d = d
	return nil
}

func (w *onlyDataset) FindDataset(context.Context, string) (*results.Dataset, error) {
	return nil, results.ErrNotFound
}

// The bundled facts are those of the public tree at the commit that they name.
// With -update the file is written.
func testBundledWorld(t *testing.T) {
	root := resultstest.Shared(t, "world", "clawarena")
	commit, err := os.ReadFile(filepath.Join(root, "UPSTREAM_COMMIT"))
	if err != nil {
		t.Fatal(err)
	}
	w := &onlyDataset{}
	in := &ingest.Input{FS: os.DirFS(filepath.Join(root, "data", "clawarena")), Item: ingest.Item{Kind: ingest.KindDataset, Dir: "."}}
	if err := (clawarena.Format{}).Read(t.Context(), in, w); err != nil {
		t.Fatal(err)
	}
	file := worldFile{Benchmark: "clawarena", Source: "aiming-lab/ClawArena " + string(bytes.TrimSpace(commit)[:7])}
	for _, x := range w.d.Worlds {
		file.Worlds = append(file.Worlds, entryOf(x))
	}
	want, err := file.write()
	if err != nil {
		t.Fatal(err)
	}
	const name = "../bundled/clawarena/world.json"
	if *update {
		if err := os.WriteFile(name, want, 0o644); err != nil { //nolint:gosec // a file of the repository
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("the bundled facts are not those of the tree (-tree +bundled):\n%s", diff)
	}
}

func entryOf(x results.World) worldEntry {
	e := worldEntry{Scenario: x.Scenario, Files: x.Files, Chats: x.Chats}
	for _, c := range x.Changes {
		e.Changes = append(e.Changes, changeEntry{Round: c.Round, Updates: c.Updates, Kind: c.Kind, Path: c.Path, Name: c.Name,
			Effect: c.Effect, Told: c.Told, Author: c.Author, Had: c.Had, Removed: c.Removed, Added: c.Added, Kept: c.Kept})
	}
	return e
}

// write encodes the file with one change a line.
func (f *worldFile) write() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{\n \"benchmark\":\"" + f.Benchmark + "\",\n \"source\":\"" + f.Source + "\",\n \"worlds\":[")
	for i, w := range f.Worlds {
		if i > 0 {
			b.WriteByte(',')
		}
		changes := w.Changes
		w.Changes = nil
		head, err := json.Marshal(w)
		if err != nil {
			return nil, err
		}
		b.WriteString("\n  " + string(bytes.TrimSuffix(head, []byte("null}"))) + "[")
		for j, c := range changes {
			if j > 0 {
				b.WriteByte(',')
			}
			line, err := json.Marshal(c)
			if err != nil {
				return nil, err
			}
			b.WriteString("\n   " + string(line))
		}
		b.WriteString("\n  ]}")
	}
	b.WriteString("\n ]\n}\n")
	return b.Bytes(), nil
}
