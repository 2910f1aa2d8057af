package transcripts

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
)

// A resumed or forked session repeats the entries of the original one. Each entry is counted in
// only one file: the one that began first, or if several did, the one of these that ended first.
// The other files show the entry without counting it.

type entryID uint64

var entrySeed = maphash.MakeSeed()

func idOf(entry string) entryID { return entryID(maphash.String(entrySeed, entry)) }

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
