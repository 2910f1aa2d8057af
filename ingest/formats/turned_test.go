package formats_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/clawarena"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/parquet"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestTurned writes the members of every object in the opposite order, which says the
// same: no record is lost or taken for another one, and nothing that it states changes.
func TestTurned(t *testing.T) {
	for _, fx := range fixtures() {
		if fx.runs == 0 {
			continue
		}
		switch fx.format {
		case published.Name, published.SnapshotFormat, parquet.Name, clawarena.Format{}.Name():
			continue
		}
		t.Run(fx.name, func(t *testing.T) {
			whole, names := jsonFiles(t, fx.fsys(t))
			other := maps.Clone(whole)
			for _, name := range names {
				if data := turned(whole[name].Data); data != nil {
					other[name] = &fstest.MapFile{Data: data}
				}
			}
			want := statedBy(t, whole)
			if must.Same(t, want, statedBy(t, other), "trials as they were and turned"); len(want) == 0 {
				t.Error("there are no trials")
			}
		})
	}
}

// statedBy says of each trial in a tree what its record states of it.
func statedBy(t *testing.T, fsys fs.FS) (list []string) {
	t.Helper()
	db := ingesttest.Open(t)
	for _, r := range ingesttest.Load(t, db, fsys, ingest.Identity{}).Runs {
		for _, s := range ingesttest.Trials(t, db, r.Run) {
			d, usage := &s.Trial.Details, must.Get(json.Marshal(s.Trial.Usage))(t)
			list = append(list, fmt.Sprintf("%s %s, %s: %s/%s attempt %d: %s of %s %s in %s %s %s, %d steps, %d checks, %s", s.Run.Format,
				s.Run.Benchmark, s.Run.Label, s.Trial.Scenario, s.Trial.Task, s.Trial.Attempt, s.Trial.Status, s.Run.ModelName, d.Model,
				s.Run.System.Framework, d.Framework, d.FrameworkVersion, len(s.Steps), len(s.Trial.Checks), usage))
		}
	}
	slices.Sort(list)
	return list
}

// jsonFiles reads a tree, and names the files of it that hold JSON.
func jsonFiles(t testing.TB, fsys fs.FS) (whole fstest.MapFS, names []string) {
	t.Helper()
	whole = fstest.MapFS{}
	for name, data := range must.Files(t, fsys) {
		if strings.HasPrefix(name, "fuzz/") || strings.HasPrefix(name, "golden/") {
			continue
		}
		whole[name] = &fstest.MapFile{Data: data}
		if ext := path.Ext(name); ext == ".json" || ext == ".jsonl" || ext == ".traj" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return whole, names
}

func decoder(data []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
}

// turned turns the values that a file holds one after the other. It is nil where the file
// is no JSON.
func turned(data []byte) []byte {
	dec := decoder(data)
	var out bytes.Buffer
	for {
		v, err := dec.ReadValue()
		switch {
		case err == io.EOF:
			return out.Bytes()
		case err != nil:
			return nil
		}
		out.Write(append(turnedValue(v.Clone()), '\n'))
	}
}

// turnedValue writes a value that is known to be one.
func turnedValue(v jsontext.Value) []byte {
	kind := v.Kind()
	if kind != '{' && kind != '[' {
		return v
	}
	dec := decoder(v)
	_, _ = dec.ReadToken()
	var list [][]byte
	for k := dec.PeekKind(); k != '}' && k != ']'; k = dec.PeekKind() {
		var member []byte
		if kind == '{' {
			name, _ := dec.ReadValue()
			member = append(name.Clone(), ':')
		}
		x, _ := dec.ReadValue()
		list = append(list, append(member, turnedValue(x.Clone())...))
	}
	if kind == '{' {
		slices.Reverse(list)
		return slices.Concat([]byte("{"), bytes.Join(list, []byte(",")), []byte("}"))
	}
	return slices.Concat([]byte("["), bytes.Join(list, []byte(",")), []byte("]"))
}
