package align

import "path"

// gapCells is the maximum table size for one gap; a longer gap is divided into blocks.
const gapCells = 1 << 22

// gap appends the rows of a[i:x] and b[j:y], a section without shared calls. It pairs messages of
// the same speaker and calls of the same kind of tool, preferring calls with the same target.
func (al *Alignment) gap(a, b []Item, i, x, j, y int) {
	for (x-i)*(y-j) > gapCells {
		// Longer sections are divided into blocks, both sides in proportion to their lengths.
		const block = 1 << 11
		longest := max(x-i, y-j)
		i2, j2 := i+(x-i)*block/longest, j+(y-j)*block/longest
		al.gap(a, b, i, i2, j, j2)
		i, j = i2, j2
	}
	al.Rows = append(al.Rows, pairUp(a, b, i, x, j, y)...)
}

// likeness returns the similarity of two items; 0 if they must not be paired.
func likeness(p, q *Item) int32 {
	if p.IsCall() != q.IsCall() {
		return 0
	}
	switch {
	case p.Key == q.Key:
		return 6
	case p.IsCall() && p.Intent == q.Intent:
		return 5
	case !p.IsCall() && p.Source == q.Source:
		return 1
	case !p.IsCall() || p.Tool != q.Tool:
		return 0
	case p.Target != "" && p.Target == q.Target:
		return 3
	case path.Ext(p.Target) != "" && path.Ext(p.Target) == path.Ext(q.Target) && path.Dir(p.Target) == path.Dir(q.Target):
		return 2
	}
	return 1
}

// pairUp returns the order-preserving pairing with the highest total likeness (Needleman and
// Wunsch, J. Mol. Biol. 48 (1970) 443, without gap penalties).
func pairUp(a, b []Item, i, x, j, y int) []Row {
	n, m := x-i, y-j
	if n+m == 0 {
		return nil
	}
	rows := make([]Row, 0, max(n, m))
	if n == 0 || m == 0 {
		return onlies(rows, i, x, j, y)
	}
	const down, right, both = 1, 2, 3
	from := make([]uint8, n*m)
	best, below := make([]int32, m+1), make([]int32, m+1)
	for r := n - 1; r >= 0; r-- {
		best, below = below, best
		best[m] = 0
		for c := m - 1; c >= 0; c-- {
			v, way := below[c], uint8(down)
			if best[c+1] > v {
				v, way = best[c+1], right
			}
			if l := likeness(&a[i+r], &b[j+c]); l > 0 && below[c+1]+l >= v {
				v, way = below[c+1]+l, both
			}
			best[c], from[r*m+c] = v, way
		}
	}
	r, c := 0, 0
	for r < n && c < m {
		switch from[r*m+c] {
		case down:
			rows = append(rows, Row{A: i + r, B: -1, Kind: OnlyA})
			r++
		case right:
			rows = append(rows, Row{A: -1, B: j + c, Kind: OnlyB})
			c++
		default:
			rows = append(rows, pairRow(a, b, i+r, j+c))
			r++
			c++
		}
	}
	return onlies(rows, i+r, x, j+c, y)
}

func pairRow(a, b []Item, i, j int) Row {
	if a[i].Key != b[j].Key {
		return Row{A: i, B: j, Kind: Other}
	}
	return Row{A: i, B: j, Kind: Same, OtherOutput: a[i].IsCall() && a[i].Out != b[j].Out}
}

func onlies(rows []Row, i, x, j, y int) []Row {
	for ; i < x; i++ {
		rows = append(rows, Row{A: i, B: -1, Kind: OnlyA})
	}
	for ; j < y; j++ {
		rows = append(rows, Row{A: -1, B: j, Kind: OnlyB})
	}
	return rows
}
