package sweagent

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

// Name is the id of the format.
const Name = "swe-agent"

// Format reads the folder of a run.
type Format struct{}

// Name returns the format's id.
func (Format) Name() string { return Name }

// sniffFolders bounds how many folders Detect looks into below one.
const sniffFolders = 40

// Detect claims the folder of a run: one with predictions, with a folder for each
// instance, or with trajectories and reports in folders of their usual names.
// Where trajectories or reports of runs only lie about, it claims these files alone.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	item := ingest.Item{Format: Name, Kind: ingest.KindRuns, Dir: dir}
	if dir != "." {
		item.Label = path.Base(dir)
	}
	if item.Why = holdsRun(fsys, dir, entries); item.Why != "" {
		return []ingest.Item{item}
	}
	var list []ingest.Item
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		name := path.Join(dir, e.Name())
		switch what := sniffFile(fsys, name); {
		case what == isTrajectory, what == isMini, what == isRunReport, what == isReport:
			item.Files = append(item.Files, e.Name())
			item.Why = what.why()
		case what == isOther && path.Ext(e.Name()) == ".traj" && !demonstration(fsys, name):
			list = append(list, ingest.Item{Format: Name, Dir: name, LooksLike: "a trajectory of SWE-agent",
				Lacks: "it has no list of steps beside its environment, history or info"})
		}
	}
	if item.Shallow = true; len(item.Files) > 0 {
		list = append(list, item)
	}
	return list
}

// Owns implements ingest.Owner: a run reads the files that it knows, the folders of its
// instances, and those of their usual names. Other documents are left, among them sessions of other programs.
func (Format) Owns(fsys fs.FS, it ingest.Item, e fs.DirEntry) bool {
	name := path.Join(it.Dir, e.Name())
	if !e.IsDir() {
		ext := path.Ext(e.Name())
		return sniffFile(fsys, name) != isOther || ext != ".json" && ext != ".jsonl" && ext != ".eval" && ext != ".parquet"
	}
	inner, err := fs.ReadDir(fsys, name)
	return err != nil || slices.Contains(usualFolders(), e.Name()) || holdsInstance(fsys, name, inner) != "" || holdsRun(fsys, name, inner) != ""
}

// usualFolders are those of a run in which trajectories and verdicts lie.
func usualFolders() []string { return append(verdictFolders(), "trajs") }

// verdictFolders are those in which SWE-bench and its service write.
func verdictFolders() []string {
	return []string{"logs", "eval_results", "evaluation_results", "results", "sb-cli-reports"}
}

// demonstration reports whether a file holds only a history, which is read as a
// conversation.
func demonstration(fsys fs.FS, name string) bool {
	h, err := head.Read(fsys, name)
	return err == nil && h.Value().Is('[', "history")
}

// holdsRun says why everything below a folder is of one run; empty if it is not.
func holdsRun(fsys fs.FS, dir string, entries []fs.DirEntry) string {
	trajectories, verdicts, looked := "", false, 0
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.Type().IsRegular() {
			switch what := sniffFile(fsys, name); {
			case what == isPredictions, what == isExits:
				return what.why()
			case what.trajectory():
				trajectories = what.why()
			}
			continue
		}
		if looked++; !e.IsDir() || looked > sniffFolders {
			continue
		}
		inner, err := fs.ReadDir(fsys, name)
		if err != nil {
			continue
		}
		if e.Name() == "trajs" && (holdsRun(fsys, name, inner) != "" || holdsTrajectory(fsys, name, inner)) {
			return "its folder trajs holds trajectories"
		}
		verdicts = verdicts || slices.Contains(verdictFolders(), e.Name())
		if why := holdsInstance(fsys, name, inner); why != "" {
			return why
		}
	}
	if verdicts {
		return trajectories
	}
	return ""
}

// holdsInstance says why a folder is that of one instance: its trajectory has its
// name, or a report of the harness lies in it.
func holdsInstance(fsys fs.FS, dir string, entries []fs.DirEntry) string {
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		stem, ok := trajectoryStem(e.Name())
		if ok && stem == path.Base(dir) && sniffFile(fsys, path.Join(dir, e.Name())).trajectory() {
			return "its folders hold a trajectory of their name each"
		}
		if e.Name() == "report.json" && sniffFile(fsys, path.Join(dir, e.Name())) == isReport {
			return "its folders hold a report of SWE-bench each"
		}
	}
	return ""
}

// holdsTrajectory reports whether trajectories lie in a folder.
func holdsTrajectory(fsys fs.FS, dir string, entries []fs.DirEntry) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return e.Type().IsRegular() && sniffFile(fsys, path.Join(dir, e.Name())).trajectory()
	})
}

// trajectoryStem is the name of a trajectory's file without its end.
func trajectoryStem(name string) (string, bool) {
	for _, end := range []string{".traj.json", ".traj"} {
		if stem, ok := strings.CutSuffix(name, end); ok {
			return stem, true
		}
	}
	return name, false
}

// fileKind is what a file of a run holds.
type fileKind int

const (
	isOther       fileKind = iota
	isTrajectory           // of SWE-agent
	isMini                 // of mini-swe-agent since 1.0
	isMiniList             // of mini-swe-agent before 1.0, which only its place tells from other chats
	isPredictions          // by instance
	isReport               // of one instance, or of several by their names
	isRunReport            // lists of instances
	isExits                // lists of instances by exit status
	isConfig               // of the run
)

func (k fileKind) trajectory() bool { return k == isTrajectory || k == isMini || k == isMiniList }

// why ends the sentence "it is read as this format because".
func (k fileKind) why() string {
	switch k {
	case isTrajectory:
		return "it has a trajectory with its environment, history or info"
	case isMini, isMiniList:
		return "it has messages with the info of mini-swe-agent"
	case isPredictions:
		return "it has predictions with model_patch and model_name_or_path"
	case isReport:
		return "it says resolved beside tests_status"
	case isRunReport:
		return "it lists resolved_ids"
	case isExits:
		return "it lists instances_by_exit_status"
	}
	return ""
}

// sniffFile tells what a file holds, by its name and by members that only such
// files have.
func sniffFile(fsys fs.FS, name string) fileKind {
	base := path.Base(name)
	switch path.Ext(base) {
	case ".traj", ".json", ".jsonl":
	case ".yaml":
		if base == "run_batch.config.yaml" || base == "run_single.config.yaml" || base == "args.yaml" {
			return isConfig
		}
		if !strings.HasPrefix(base, "exit_statuses") {
			return isOther
		}
	default:
		return isOther
	}
	h, err := head.Read(fsys, name)
	if err != nil {
		return isOther
	}
	if path.Ext(base) == ".yaml" {
		if bytes.Contains(h.Data, []byte("instances_by_exit_status:")) {
			return isExits
		}
		return isOther
	}
	return sniffJSON(h)
}

func sniffJSON(h head.Head) fileKind {
	v := h.Value()
	if v == nil {
		return isOther
	}
	_, traj := trajectoryStem(h.Base())
	verdict := func(v *head.Value) bool {
		return v.Has("resolved") && v.HasAny("tests_status", "patch_successfully_applied")
	}
	if v.Kind == '[' {
		switch {
		case predicted(v.First()):
			return isPredictions
		case traj && h.Ext() == ".json" && v.First().HasAll("role", "content"):
			return isMiniList
		}
		return isOther
	}
	var first *head.Value
	if len(v.Keys) > 0 {
		first = v.Get(v.Keys[0])
	}
	switch {
	case h.Ext() == ".jsonl":
		if predicted(v) {
			return isPredictions
		}
	case v.Is('[', "trajectory") && (v.Has("environment") || traj && (v.HasAny("history", "info") || v.Cut)),
		traj && v.Cut && h.Ext() == ".traj" && v.Has("environment") && v.Is('[', "history"): // sorted, the trajectory comes last
		return isTrajectory
	case traj && v.Cut && h.Ext() == ".json" && v.Get("messages").First().HasAll("role", "content"): // the info comes after them
		return isMini
	case v.Is('{', "info") && (v.Has("info", "mini_version") ||
		v.Has("trajectory_format") || traj && v.Get("info").HasAny("model_stats", "exit_status")):
		return isMini
	case verdict(v):
		return isReport
	case v.Is('[', "resolved_ids") && v.HasAny("submitted_ids", "completed_ids", "submitted_instances", "schema_version"),
		v.HasAll("submitted_instances", "completed_ids"), v.Is('[', "resolved") && v.Is('[', "no_generation"):
		return isRunReport
	case predicted(first):
		return isPredictions
	case verdict(first):
		return isReport
	}
	return isOther
}

// predicted reports whether it is what an agent submits for an instance.
func predicted(v *head.Value) bool { return v.HasAll("model_patch", "model_name_or_path") }
