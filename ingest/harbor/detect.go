package harbor

import (
	"io/fs"
	"path"
	"regexp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

// Format is the Harbor job directory.
type Format struct{}

// Name is "harbor".
func (Format) Name() string { return "harbor" }

// sniffTrials is how many directories Detect opens where a job has lost all of
// its own files.
const sniffTrials = 3

// trialDir matches the name that Harbor gives a trial: at most 32 letters of
// the task's name, two underscores and seven random letters.
var trialDir = regexp.MustCompile(`^(.{1,32})__[A-Za-z0-9]{7}$`)

// Detect claims a job directory, or a trial directory that stands alone, or a
// folder of tasks.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	of := sniffDir(fsys, dir, entries)
	if of == nothing && !holdsTrials(fsys, dir, entries) {
		return detectTasks(fsys, dir, entries)
	}
	label := path.Base(dir)
	if dir == "." {
		label = "" // the caller knows the name of the source
	}
	why := map[kind]string{nothing: "its folders are trials of Harbor",
		aJob:   "its config.json, result.json or lock.json is of a job of Harbor",
		aTrial: "its config.json, result.json or lock.json is of a trial of Harbor"}
	return []ingest.Item{{Format: "harbor", Kind: ingest.KindRuns, Dir: dir, Label: label, Why: why[of]}}
}

// kind says what a directory is.
type kind int

const (
	nothing kind = iota
	aJob
	aTrial
)

// kindOf tells Harbor's files by members that those of others, which have the same
// names, lack.
func kindOf(v *head.Value) kind {
	states := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return !v.Has(name) || v.Is('n', name) })
	}
	switch {
	case states("job_name", "agents"), states("n_total_trials", "stats"), states("harbor", "trials"):
		return aJob
	case states("trial_name", "task", "agent"), states("trial_name", "task_name", "agent_info"):
		return aTrial
	}
	return nothing
}

func sniffDir(fsys fs.FS, dir string, entries []fs.DirEntry) kind {
	for _, name := range []string{"config.json", "result.json", "lock.json"} {
		for _, e := range entries {
			if e.Name() != name || !e.Type().IsRegular() {
				continue
			}
			if k := sniffFile(fsys, path.Join(dir, name)); k != nothing {
				return k
			}
		}
	}
	return nothing
}

func sniffFile(fsys fs.FS, name string) kind {
	h, err := head.Read(fsys, name)
	if err != nil {
		return nothing
	}
	// A job names its tasks and can be of any length, but says first what it is.
	var v jsontext.Value
	if h.Whole && !jsonOnly(h.Data, &v) {
		return nothing
	}
	return kindOf(h.Value())
}

// holdsTrials finds a job whose own files are lost.
func holdsTrials(fsys fs.FS, dir string, entries []fs.DirEntry) bool {
	opened := 0
	for _, e := range entries {
		if !e.IsDir() || !trialDir.MatchString(e.Name()) {
			continue
		}
		sub := path.Join(dir, e.Name())
		inner, err := fs.ReadDir(fsys, sub)
		if err == nil && sniffDir(fsys, sub, inner) == aTrial {
			return true
		}
		if opened++; opened == sniffTrials {
			return false
		}
	}
	return false
}

// Owns implements ingest.Owner: a job reads its own files and its trials, a trial all.
func (Format) Owns(fsys fs.FS, it ingest.Item, e fs.DirEntry) bool {
	if !e.IsDir() || it.Kind != ingest.KindRuns || trialDir.MatchString(e.Name()) {
		return true
	}
	child := path.Join(it.Dir, e.Name())
	if inner, err := fs.ReadDir(fsys, child); err != nil || sniffDir(fsys, child, inner) == aTrial {
		return true
	}
	own, err := fs.ReadDir(fsys, it.Dir)
	return err != nil || sniffDir(fsys, it.Dir, own) == aTrial
}
