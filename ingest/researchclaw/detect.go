package researchclaw

import (
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

// Name is the id of the format.
const Name = "researchclaw"

// Format reads a folder of trials, or one trial.
type Format struct{}

// Name returns the format's id.
func (Format) Name() string { return Name }

const (
	dataFile   = "data.json"
	outputFile = "output.json"
	taskFile   = "workspace/INSTRUCTIONS.md"
)

// few is how many folders are opened to find out whether they hold trials.
const few = 3

// Detect claims the folder of a trial, and one whose first folders are such.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	item := ingest.Item{Format: Name, Kind: ingest.KindRuns, Dir: dir,
		Why: "data.json has run_id, task_id, timestamp, status and agent_name"}
	if dir != "." {
		item.Label = path.Base(dir)
	}
	if ingest.HasFile(entries, dataFile) && isTrial(fsys, dir) {
		return []ingest.Item{item}
	}
	opened := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		if isTrial(fsys, path.Join(dir, e.Name())) {
			return []ingest.Item{item}
		}
		if opened++; opened == few {
			break
		}
	}
	return nil
}

// isTrial reports whether a folder has the data.json of a trial.
func isTrial(fsys fs.FS, dir string) bool {
	h, err := head.Read(fsys, path.Join(dir, dataFile))
	if err != nil || !h.IsObject() {
		return false
	}
	v := h.Value()
	return v.HasAll("run_id", "task_id", "timestamp", "status", "agent_name")
}

// Owns implements ingest.Owner: the folders of trials are read, and in that of one trial
// all that the site exports.
func (Format) Owns(fsys fs.FS, it ingest.Item, e fs.DirEntry) bool {
	return isTrial(fsys, it.Dir) || e.IsDir() && isTrial(fsys, path.Join(it.Dir, e.Name()))
}
