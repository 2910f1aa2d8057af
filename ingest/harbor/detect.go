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

type Format struct{}

func (Format) Name() string { return "harbor" }

// sniffTrials is the maximum number of trial directories that are opened to recognise a job
// directory without job files.
const sniffTrials = 3

// trialDir matches a trial directory: up to 32 characters of the task name, two underscores and
// seven random letters or digits.
var trialDir = regexp.MustCompile(`^(.{1,32})__[A-Za-z0-9]{7}$`)

// Detect implements ingest.Format. It claims a job directory, a single trial directory, or a folder
// of tasks.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	of := sniffDir(fsys, dir, entries)
	if of == nothing && !holdsTrials(fsys, dir, entries) {
		return detectTasks(fsys, dir, entries)
	}
	label := path.Base(dir)
	if dir == "." {
		label = ""
	}
	return []ingest.Item{{Format: "harbor", Kind: ingest.KindRuns, Dir: dir, Label: label}}
}

type kind int

const (
	nothing kind = iota
	aJob
	aTrial
)

// kindOf recognises the kind of a Harbor file by keys that do not occur in other harnesses' files.
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
	// A job file can be long, but its first keys identify it.
	var v jsontext.Value
	if h.Whole && !jsonOnly(h.Data, &v) {
		return nothing
	}
	return kindOf(h.Value())
}

// holdsTrials recognises a job directory without job files by its trial directories.
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

// Owns implements ingest.Owner.
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
