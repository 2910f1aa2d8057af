package terminalbench

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

// Name is the id of the format.
const Name = "terminalbench"

// Format reads run folders and separate files that contain rows of results.
type Format struct{}

// Name returns the format's id.
func (Format) Name() string { return Name }

type kind int

const (
	nothing kind = iota
	ofRun
	ofTrial
)

const resultsFile = "results.json"

// Detect implements ingest.Format. It claims a run folder, separate files of rows, or a folder of
// trials without a results file of the run.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	claim := func(at string) []ingest.Item {
		label := path.Base(at)
		if at == "." {
			label = ""
		}
		return []ingest.Item{{Kind: ingest.KindRuns, Dir: at, Label: label}}
	}
	if ingest.HasFile(entries, resultsFile) {
		if sniff(fsys, path.Join(dir, resultsFile)) != nothing {
			return claim(dir)
		}
	}
	if holdsTrials(fsys, dir, entries) {
		return claim(dir)
	}
	var items []ingest.Item
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), ".json") && sniff(fsys, path.Join(dir, e.Name())) == ofRun {
			items = append(items, claim(path.Join(dir, e.Name()))...)
		}
	}
	return items
}

func sniff(fsys fs.FS, name string) kind {
	h, err := head.Read(fsys, name)
	if err != nil || !h.IsObject() {
		return nothing
	}
	v := h.Value()
	isRow := func(row *head.Value) bool {
		return row.HasAll("is_resolved", "failure_mode", "parser_results") && row.HasAny("trial_name", "task_id")
	}
	switch {
	case isRow(v) && v.Has("trial_name"):
		return ofTrial
	case v.Is('[', "results") && isRow(v.Get("results").First()):
		return ofRun
	case v.Is('[', "results") && v.Has("n_resolved") && v.Has("accuracy") && v.Get("results").First() == nil:
		return ofRun // run without trials so far
	}
	return nothing
}

const few = 3

// holdsTrials recognises a run without a results file of its own, by the files
// TASK/TRIAL/results.json.
func holdsTrials(fsys fs.FS, dir string, entries []fs.DirEntry) bool {
	opened := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		if opened++; opened > few {
			return false
		}
		inner, err := fs.ReadDir(fsys, path.Join(dir, e.Name()))
		if err != nil {
			continue
		}
		tried := 0
		for _, t := range inner {
			if !t.IsDir() || !strings.HasPrefix(t.Name(), e.Name()+".") {
				continue
			}
			if sniff(fsys, path.Join(dir, e.Name(), t.Name(), resultsFile)) == ofTrial {
				return true
			}
			if tried++; tried == few {
				break
			}
		}
	}
	return false
}

// Owns implements ingest.Owner. In a run, the format owns the task folders, where trial names begin
// with the task's name. In a trial, it owns everything.
func (Format) Owns(fsys fs.FS, it ingest.Item, e fs.DirEntry) bool {
	if !e.IsDir() || sniff(fsys, path.Join(it.Dir, resultsFile)) == ofTrial {
		return true
	}
	inner, err := fs.ReadDir(fsys, path.Join(it.Dir, e.Name()))
	return err != nil || slices.ContainsFunc(inner, func(t fs.DirEntry) bool { return strings.HasPrefix(t.Name(), e.Name()+".") })
}
