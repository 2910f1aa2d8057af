package harbor

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/trace"
)

type source struct {
	name    string // name of the record, for warnings and pictures
	data    []byte
	dialect trace.Dialect
}

// others returns a note naming the remaining transcripts, which may contain the same conversation
// in a different format.
func others(rest []string, dir string) string {
	var names []string
	for _, name := range rest {
		if rank(name, dir) <= ownFormat {
			names = append(names, path.Base(name))
		}
	}
	return strings.Join(names, ", ")
}

// candidates lists possible transcripts, best first. ATIF is preferred because it has pictures and
// tokens per call.
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
	ownFormat = 10 // maximum rank of the agent's own formats
	isLog     = 50
	innerLog  = 51 // counts where no other log says anything
	noTrace   = 99
)

// rank returns the rank of an agent's file. A lower rank is more informative.
func rank(name, dir string) int {
	rel := strings.TrimPrefix(name, dir+"/")
	base := path.Base(rel)
	ext := path.Ext(base)
	top := !strings.Contains(rel, "/")
	switch {
	case rel == "trajectory.json":
		return 0
	case top && strings.HasPrefix(base, "trajectory."):
		return 20 // a continuation without its beginning is better than nothing
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
