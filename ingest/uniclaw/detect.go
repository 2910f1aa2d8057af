package uniclaw

import (
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

// Name is the id of the format.
const Name = "uniclaw"

// Format reads the data of UniClawBench's site.
type Format struct{}

// Name returns the format's id.
func (Format) Name() string { return Name }

const (
	resultsFile = "results.json"
	runsFile    = "runs.json"
	schema      = "clawbench.static.v2"
)

// Detect claims the two files, by the schema and kind that they state.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	is := func(name, kind string) bool {
		if !ingest.HasFile(entries, name) {
			return false
		}
		h, err := head.Read(fsys, path.Join(dir, name))
		return err == nil && h.Value().String("schema") == schema && h.Value().String("kind") == kind
	}
	item := ingest.Item{Format: Name, Kind: ingest.KindRuns, Dir: dir, Shallow: true, Version: schema}
	rows, packed := is(resultsFile, "results"), is(runsFile, "runs_packed")
	for _, f := range []struct {
		there     bool
		name, why string
	}{{rows, resultsFile, "it states the schema " + schema + " and the kind results"},
		{packed, runsFile, "it states the schema " + schema + " and the kind runs_packed"}} {
		if f.there {
			item.Files = append(item.Files, f.name)
			item.Reasons = append(item.Reasons, ingest.Reason{Version: schema, Why: f.why})
		}
	}
	if len(item.Files) == 0 {
		return nil
	}
	item.Why = item.Reasons[0].Why
	if !rows {
		item.Lacks = "results.json beside it, which has the tokens"
	}
	if dir != "." {
		item.Label = path.Base(dir)
	}
	return []ingest.Item{item}
}

// Owns implements ingest.Owner: folders beside the files are not read.
func (Format) Owns(_ fs.FS, _ ingest.Item, e fs.DirEntry) bool { return !e.IsDir() }
