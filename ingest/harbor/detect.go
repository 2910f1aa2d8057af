package harbor

import (
	"io"
	"io/fs"
	"path"
	"regexp"

	"github.com/clawatlas/clawatlas/ingest"
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
	if sniffDir(fsys, dir, entries) == nothing && !holdsTrials(fsys, dir, entries) {
		return detectTasks(fsys, dir, entries)
	}
	label := path.Base(dir)
	if dir == "." {
		label = "" // the caller knows the name of the source
	}
	return []ingest.Item{{Format: "harbor", Kind: ingest.KindRuns, Dir: dir, Label: label}}
}

// kind says what a directory is.
type kind int

const (
	nothing kind = iota
	aJob
	aTrial
)

// keys are the members that tell Harbor's files from those of others, which
// have the same names.
type keys struct {
	JobName     any `json:"job_name"`
	Agents      any `json:"agents"`
	TrialName   any `json:"trial_name"`
	TaskName    any `json:"task_name"`
	Task        any `json:"task"`
	Agent       any `json:"agent"`
	AgentInfo   any `json:"agent_info"`
	TotalTrials any `json:"n_total_trials"`
	Stats       any `json:"stats"`
	Harbor      any `json:"harbor"`
	Trials      any `json:"trials"`
}

func (k keys) kind() kind {
	switch {
	case k.JobName != nil && k.Agents != nil,
		k.TotalTrials != nil && k.Stats != nil,
		k.Harbor != nil && k.Trials != nil:
		return aJob
	case k.TrialName != nil && (k.Task != nil && k.Agent != nil || k.TaskName != nil && k.AgentInfo != nil):
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
	f, err := fsys.Open(name)
	if err != nil {
		return nothing
	}
	defer f.Close()
	// A job's config.json names its tasks, so it can be as large as any record.
	data, err := io.ReadAll(io.LimitReader(f, ingest.DefaultLimits().Record))
	if err != nil {
		return nothing
	}
	var k keys
	if !jsonOnly(data, &k) {
		return nothing
	}
	return k.kind()
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
