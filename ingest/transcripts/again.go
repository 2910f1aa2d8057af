package transcripts

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// A resumed or forked session repeats the entries of the original one. Each entry is counted in
// only one file: the one that began first, or if several did, the one of these that ended first.
// The other files show the entry without counting it.

type entryID = uint64

var entrySeed = maphash.MakeSeed()

func idOf(entry string) entryID { return maphash.String(entrySeed, entry) }

// digest adds the content of a step to what identifies a transcript. Without ids of entries, only
// times distinguish equal transcripts.
func (f *file) digest(s *results.Step) {
	ids := len(f.entries) > 0
	if s.Source != results.SourceAgent || !ids && (s.Timestamp == nil || !f.dialect.Lines() || f.dialect.Export()) {
		return
	}
	text := s.Message
	for i := range s.ToolCalls {
		text += "\x00" + s.ToolCalls[i].ID + string(s.ToolCalls[i].Arguments)
	}
	if !ids {
		text += fmt.Sprint(*s.Timestamp)
	}
	f.steps = append(f.steps, idOf(text))
}

// dropCopies removes files that repeat a session of another file of this load and add nothing to it.
func (r *reader) dropCopies() {
	if r.in.Sessions == nil {
		return
	}
	slices.SortStableFunc(r.files, func(a, b *file) int { // files that contain others come first
		return cmp.Or(order(a.dialect.Export())-order(b.dialect.Export()), len(b.entries)-len(a.entries),
			order(!strings.Contains(a.name, a.session))-order(!strings.Contains(b.name, b.session)), strings.Compare(a.name, b.name))
	})
	r.files = slices.DeleteFunc(r.files, r.isCopy)
	slices.SortFunc(r.files, func(a, b *file) int { return strings.Compare(a.name, b.name) })
}

// isCopy reports whether a file repeats another one. If not, it is added to the files that have been
// read.
func (r *reader) isCopy(f *file) bool {
	steps := f.steps
	f.steps = nil
	if f.session == "" || len(f.entries)+len(steps) == 0 && !f.dialect.Export() {
		return false
	}
	own := ingest.Session{Name: path.Join(r.in.Item.Source, f.name), Entries: slices.Concat(f.entries, steps)}
	slices.Sort(own.Entries)
	for _, s := range r.in.Sessions[f.session] {
		done, entries := s.Holds(steps), s.Holds(f.entries)
		switch {
		case s.Name == own.Name:
			return false
		case done == len(steps) && entries == len(f.entries):
			r.w.Warn(ingest.Warn(f.name, 0, "repeats the session in %s: not counted", s.Name))
			return true
		case 2*done > len(steps) && path.Dir(s.Name) != path.Dir(own.Name):
			r.w.Warn(ingest.Warn(f.name, 0, "repeats a part of the session in %s: that part counts twice", s.Name))
		}
	}
	r.in.Sessions[f.session] = append(r.in.Sessions[f.session], own)
	return false
}

func order(later bool) int {
	if later {
		return 1
	}
	return 0
}

// own determines the file in which each entry is counted. It must be called after all files have
// been surveyed.
func (r *reader) own() {
	files := slices.Clone(r.files)
	slices.SortStableFunc(files, func(a, b *file) int {
		return cmp.Or(cmp.Compare(a.began, b.began), cmp.Compare(a.ended, b.ended), strings.Compare(a.name, b.name))
	})
	r.entries = map[entryID]*file{}
	for _, f := range files {
		for _, id := range f.entries {
			r.entries[id] = cmp.Or(r.entries[id], f)
		}
		f.entries = nil
	}
}

func (r *reader) known(f *file) func(string) bool {
	return func(entry string) bool {
		owner := r.entries[idOf(entry)]
		return owner != nil && owner != f
	}
}
