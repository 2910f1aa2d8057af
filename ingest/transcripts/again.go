package transcripts

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
)

// A session that is resumed or forked repeats the entries that it goes on from. Each
// belongs to the file that began first, of these to the one that ended first; in the
// others it is shown and not counted.

type entryID uint64

var entrySeed = maphash.MakeSeed()

func idOf(entry string) entryID { return entryID(maphash.String(entrySeed, entry)) }

// own says of each entry whose it is. It is called when all files are surveyed.
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
