package session

import (
	"cmp"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/lcs"
)

type file struct {
	results.SessionFile
	added, removed int
	unknown        bool // set if the number of changed lines is unknown for some change
}

func (f *Follower) touches(s *results.Step) {
	if len(s.ToolCalls) == 0 || f.out.Unfollowed > 0 {
		return
	}
	for i := range s.ToolCalls {
		f.size += len(s.ToolCalls[i].Arguments)
	}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			f.size += len(s.Observation.Results[i].Content)
		}
	}
	if f.size > followMost {
		f.out.Unfollowed, f.trail = s.StepID, nil
		return
	}
	touched := f.trail.Follow(0, f.names, []*results.Step{s})
	seen := map[[2]string]bool{} // a command may name the same file twice
	for i := range touched {
		t := &touched[i]
		key := [2]string{t.CallID + "\x00" + string(rune(t.Call)), t.Path}
		switch {
		case t.Failed:
		case !t.Op.Changes():
			f.read[t.Path] = true
		case !seen[key]:
			seen[key] = true
			f.changed(s, t)
		}
	}
}

func (f *Follower) changed(s *results.Step, t *files.Touch) {
	x := f.files[t.Path]
	if x == nil {
		x = &file{SessionFile: results.SessionFile{Path: t.Path, Guessed: true}}
		f.files[t.Path] = x
	}
	x.Changes++
	x.Step, x.Op, x.Guessed, x.Lines = t.Step, string(t.Op), x.Guessed && t.Guessed, nil
	if t.Known && t.Op != files.Remove {
		n := len(lines(t.Text))
		x.Lines = &n
	}
	added, removed, known := linesOf(&s.ToolCalls[t.Call-1], t)
	x.added, x.removed, x.unknown = x.added+added, x.removed+removed, x.unknown || !known
}

func linesOf(call *results.ToolCall, t *files.Touch) (added, removed int, known bool) {
	if t.Op != files.Remove && t.Known && t.KnownBefore {
		added, removed = differ(t.Before, t.Text)
		return added, removed, true
	}
	if t.Guessed {
		return 0, 0, false
	}
	args := calls.Read(call)
	if args.Patch != "" {
		return patchLines(args.Patch, t.Path)
	}
	for _, c := range args.Changes {
		a, r := differ(c.Old, c.New)
		added, removed = added+a, removed+r
	}
	return added, removed, len(args.Changes) > 0 && t.Op == files.Edit
}

func patchLines(patch, path string) (added, removed int, known bool) {
	here := false
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		if name, ok := patched(line); ok {
			here = files.Match(path, name)
			known = known || here
			continue
		}
		switch {
		case !here || strings.HasPrefix(line, "---"):
		case strings.HasPrefix(line, "+"):
			added++
		case strings.HasPrefix(line, "-"):
			removed++
		}
	}
	return added, removed, known
}

func patched(line string) (string, bool) {
	for _, head := range []string{"*** Add File: ", "*** Update File: ", "+++ b/", "+++ "} {
		if name, ok := strings.CutPrefix(line, head); ok {
			return strings.TrimSpace(name), true
		}
	}
	return "", false
}

const diffCells = 1 << 20

func differ(before, after string) (added, removed int) {
	a, b := lines(before), lines(after)
	pairs, _ := lcs.Common(a, b, diffCells)
	return len(b) - len(pairs), len(a) - len(pairs)
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func (f *Follower) listFiles(names files.Names) {
	dirs := map[string]bool{} // paths known to be directories
	for _, all := range []iter.Seq[string]{maps.Keys(f.files), maps.Keys(f.read)} {
		for p := range all {
			for p = path.Dir(p); !dirs[p] && p != "." && p != "/"; p = path.Dir(p) {
				dirs[p] = true
			}
		}
	}
	for name, x := range f.files {
		if x.Guessed && dirs[name] {
			continue
		}
		if !x.unknown {
			x.Added, x.Removed = &x.added, &x.removed
		}
		x.Path = names.Of("", x.Path)
		f.out.Changed = append(f.out.Changed, x.SessionFile)
	}
	slices.SortFunc(f.out.Changed, func(a, b results.SessionFile) int {
		return cmp.Or(compareBool(a.Guessed, b.Guessed), b.Changes-a.Changes, a.Step-b.Step, cmp.Compare(a.Path, b.Path))
	})
	f.out.ChangedTotal = len(f.out.Changed)
	f.out.Changed = f.out.Changed[:min(f.out.ChangedTotal, results.SessionMost)]
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
