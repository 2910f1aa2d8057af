package tau

import (
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

// Name is the id of the format.
const Name = "tau"

// Format reads results of tau-bench 1 and of tau2-bench.
type Format struct{}

// Name returns the format's id.
func (Format) Name() string { return Name }

// The versions of the format.
const (
	versionOne = "1"
	versionTwo = "tau2"
)

const (
	resultsFile       = "results.json"
	simulationsFolder = "simulations"
)

// Detect claims the folder of a run whose simulations are files of their own, and
// single files.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	item := ingest.Item{Format: Name, Kind: ingest.KindRuns, Dir: dir, Shallow: true}
	folder := false
	for _, e := range entries {
		folder = folder || e.IsDir() && e.Name() == simulationsFolder
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || path.Ext(e.Name()) != ".json" {
			continue
		}
		h, err := head.Read(fsys, path.Join(dir, e.Name()))
		if err != nil {
			continue
		}
		why, version := recognise(h.Value())
		if why == "" {
			continue
		}
		item.Files, item.Why, item.Version = append(item.Files, e.Name()), why, version
		item.Reasons = append(item.Reasons, ingest.Reason{Version: version, Why: why})
	}
	if len(item.Files) == 0 {
		return nil
	}
	if folder && len(item.Files) == 1 && item.Files[0] == resultsFile {
		item.Shallow = false
	}
	if dir != "." {
		item.Label = path.Base(dir)
	}
	return []ingest.Item{item}
}

// recognise says why a document is of this format; empty if it is not.
func recognise(v *head.Value) (why, version string) {
	switch {
	case v == nil:
	case v.Kind == '{' && v.Has("info", "num_trials") && v.Has("info", "user_info"):
		return "its info has user_info and num_trials", versionTwo
	case isSimulation(v.Get("simulations").First()):
		return "its simulations have task_id, trial and how each was terminated", versionTwo
	case row(v), v.Kind == '[' && row(v.First()):
		return "its rows have task_id, reward, info and traj", versionOne
	}
	return "", ""
}

// isSimulation reports whether a value is a simulation of tau2, where those stand first.
func isSimulation(v *head.Value) bool {
	return v.HasAll("id", "task_id") && v.HasAny("termination_reason", "reward_info")
}

// row reports whether a value is a row of tau-bench 1.
func row(v *head.Value) bool {
	return v.HasAll("task_id", "reward", "info") && v.Is('{', "info") &&
		(v.Is('[', "traj") || v.Cut && v.Get("info").HasAny("task", "source", "reward_info"))
}

// Owns implements ingest.Owner: beside its files a run reads the folder of simulations.
func (Format) Owns(_ fs.FS, _ ingest.Item, e fs.DirEntry) bool {
	return !e.IsDir() || e.Name() == simulationsFolder
}
