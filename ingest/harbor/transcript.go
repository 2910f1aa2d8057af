package harbor

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/trace"
)

type source struct {
	name    string // record name, for warnings and picture paths
	data    []byte
	dialect trace.Dialect
}

// others returns a note that names the remaining transcripts. They may contain the same
// conversation in a different format.
func others(rest []string, dir string) string {
	var names []string
	for _, name := range rest {
		if rank(name, dir) <= ownFormat {
			names = append(names, path.Base(name))
		}
	}
	return strings.Join(names, ", ")
}

// candidates lists the files that may be transcripts, best first. It prefers ATIF files because
// they contain pictures and token counts per call.
func (v *view) candidates(dir string) []string {
	var names []string
	for name := range v.stored {
		if strings.HasPrefix(name, dir+"/") && rank(name, dir) != noTrace {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(rank(a, dir)-rank(b, dir), strings.Compare(a, b))
	})
	return names
}

// Ranks of transcript files.
const (
	ownFormat = 10 // maximum rank of transcripts in the agent's own format
	isLog     = 50
	innerLog  = 51 // log inside an agent's subdirectory; used if there is no other log
	noTrace   = 99
)

// rank returns the rank of an agent's file. Files with a lower rank contain more information.
func rank(name, dir string) int {
	rel := strings.TrimPrefix(name, dir+"/")
	base := path.Base(rel)
	ext := path.Ext(base)
	top := !strings.Contains(rel, "/")
	switch {
	case rel == "trajectory.json":
		return 0
	case top && strings.HasPrefix(base, "trajectory."):
		return 20 // continuation of a trajectory.json, used if that file is missing
	case rel == "openclaw.session.jsonl":
		return 1
	case strings.HasPrefix(rel, "openclaw-state/agents/main/sessions/"):
		return 2
	case strings.HasPrefix(rel, "openclaw-state/"):
		return 3
	case rel == "claude-code.txt":
		return 4
	case base == "trajectory.json":
		return 5
	case ext == ".jsonl":
		return ownFormat
	case top && ext == ".json":
		return 15
	case top && (ext == ".txt" || ext == ".log") && base != "final_answer.txt":
		return isLog
	case strings.TrimSuffix(base, ".txt") == "stdout" || strings.TrimSuffix(base, ".txt") == "stderr":
		return innerLog
	}
	return noTrace
}
