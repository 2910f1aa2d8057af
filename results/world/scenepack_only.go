package world

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/pack"
)

// packOnly appends the values that changes alone bring, in the order of their texts.
func (s *Scene) packOnly(b []byte) []byte {
	by := map[onlyValue][]string{}
	for v, x := range s.only {
		by[x] = append(by[x], v)
	}
	order := slices.SortedFunc(maps.Keys(by), func(a, b onlyValue) int {
		return cmp.Or(cmp.Compare(a.change, b.change), cmp.Compare(a.until, b.until), cmp.Compare(flag(a.sure), flag(b.sure)))
	})
	b = pack.AppendNumber(b, len(order))
	for _, x := range order {
		slices.Sort(by[x])
		b = pack.AppendNumber(pack.AppendNumber(pack.AppendNumber(b, int(x.change)), x.until), flag(x.sure))
		b = pack.AppendText(b, strings.Join(by[x], "\n"))
	}
	return b
}

func (s *Scene) unpackOnly(r *pack.Reader) {
	s.only = map[string]onlyValue{}
	for n := r.Number(); n > 0 && r.Err() == nil; n-- {
		x := onlyValue{change: int32(r.Number()), until: r.Number(), sure: r.Number() == 1}
		if int(x.change) >= len(s.changes) {
			r.Damaged()
			return
		}
		for v := range strings.SplitSeq(string(r.Bytes()), "\n") {
			s.only[v] = x
		}
	}
}

func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}
