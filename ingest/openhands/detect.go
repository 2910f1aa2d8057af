package openhands

import (
	"io/fs"
	"path"
	"regexp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

// Name is the id of the format.
const Name = "openhands"

// Format reads evaluations and conversations.
type Format struct{}

// Name returns the format's id.
func (Format) Name() string { return Name }

// The files of an evaluation.
const (
	outputFile    = "output.jsonl"
	evaluatedFile = "output.swebench_eval.jsonl"
	reportFile    = "report.json"
	eventsDir     = "events"
	stateFile     = "base_state.json"
)

// Names of files that hold one event each: of the SDK, and before it.
var (
	sdkEvent = regexp.MustCompile(`^event-(\d{3,})-.+\.json$`)
	oldEvent = regexp.MustCompile(`^(\d+)\.json$`)
)

// Detect claims the files of an evaluation, or the folder of a conversation.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	if why := holdsEvents(fsys, dir, entries); why != "" {
		return []ingest.Item{{Format: Name, Kind: ingest.KindRuns, Dir: dir, Label: label(dir), Why: why}}
	}
	if !ingest.HasFile(entries, outputFile) {
		return nil
	}
	name := path.Join(dir, outputFile)
	h, err := head.Read(fsys, name)
	if err != nil {
		return nil
	}
	lines := h.Lines()
	if len(lines) == 0 || !lines[0].HasAny("instance_id", "issue") && !lines[0].HasAll("instance", "history") {
		return nil
	}
	first := lines[0]
	item := ingest.Item{Format: Name, Kind: ingest.KindRuns, Dir: dir, Label: label(dir), Shallow: true, Files: []string{outputFile}}
	if !first.HasAny("history", "test_result", "git_patch") && !first.Cut {
		item.Dir, item.Lacks, item.LooksLike = name, "its first line has neither history nor test_result", "an evaluation of OpenHands"
		return []ingest.Item{item}
	}
	item.Why = "the first line of output.jsonl has an instance with its history"
	for _, beside := range []string{evaluatedFile, reportFile} {
		if ingest.HasFile(entries, beside) {
			item.Files = append(item.Files, beside)
		}
	}
	return []ingest.Item{item}
}

func label(dir string) string {
	if dir == "." {
		return ""
	}
	if path.Base(dir) == eventsDir && path.Dir(dir) != "." {
		return path.Base(path.Dir(dir))
	}
	return path.Base(dir)
}

// holdsEvents says why a folder is a conversation: it holds the events, or a folder
// with them.
func holdsEvents(fsys fs.FS, dir string, entries []fs.DirEntry) string {
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case e.IsDir() && e.Name() == eventsDir:
			inner, err := fs.ReadDir(fsys, name)
			if err != nil {
				continue
			}
			if why := firstEvent(fsys, name, inner); why != "" {
				return why
			}
		case path.Base(dir) == eventsDir || sdkEvent.MatchString(e.Name()):
			return firstEvent(fsys, dir, entries)
		}
	}
	return ""
}

// firstEvent looks into the first file that is called as one of events and tells: the
// first of all holds the description of the tools, and can be cut off before its kind.
func firstEvent(fsys fs.FS, dir string, entries []fs.DirEntry) string {
	for _, e := range entries {
		if !e.Type().IsRegular() || !sdkEvent.MatchString(e.Name()) && !oldEvent.MatchString(e.Name()) {
			continue
		}
		h, err := head.Read(fsys, path.Join(dir, e.Name()))
		if err != nil {
			return ""
		}
		v := h.Value()
		switch {
		case sdkEvent.MatchString(e.Name()) && v.HasAll("kind", "source"):
			return "its files hold one event of the OpenHands SDK each, with kind and source"
		case oldEvent.MatchString(e.Name()) && v.Has("source") && v.HasAny("action", "observation"):
			return "its files hold one event of OpenHands each, with source and action or observation"
		case v == nil || !v.Cut:
			return ""
		}
	}
	return ""
}

// Owns implements ingest.Owner: of the folders of a conversation its events are read.
func (Format) Owns(_ fs.FS, it ingest.Item, e fs.DirEntry) bool {
	return !e.IsDir() || e.Name() == eventsDir || path.Base(it.Dir) == eventsDir
}
