package scorefile

import (
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

// Name is the id of the format.
const Name = "scores"

const (
	scoresFile = "scores.json"
	tracesDir  = "traces"
	schema     = "clawatlas-scores/1"
)

// Format reads a folder with scores.json.
type Format struct{}

// Name returns the format's id.
func (Format) Name() string { return Name }

// Detect implements ingest.Format. It claims the folder of a scores.json with the expected schema.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	if !ingest.HasFile(entries, scoresFile) {
		return nil
	}
	h, err := head.Read(fsys, path.Join(dir, scoresFile))
	if err != nil || h.Value().String("schema") != schema {
		return nil
	}
	item := ingest.Item{Format: Name, Kind: ingest.KindRuns, Dir: dir}
	if dir != "." {
		item.Label = path.Base(dir)
	}
	return []ingest.Item{item}
}

// Owns implements ingest.Owner. Other entries of the folder are not read.
func (Format) Owns(_ fs.FS, _ ingest.Item, e fs.DirEntry) bool {
	return e.Name() == scoresFile || e.IsDir() && e.Name() == tracesDir
}
