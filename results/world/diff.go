package world

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/lcs"
)

// Diff is what changed between two states of an object: lines of a file, messages
// of a chat.
type Diff struct {
	Removed int // that the state before has alone
	Added   int
	Kept    int // of the state after
	// Parts are all of them in order; nil where the states are too large to be set
	// side by side, and then the counts are of lines as a multiset.
	Parts []Part
}

// Part is one line or message.
type Part struct {
	Mark Mark
	Text string
}

// Mark says on which side a part stands.
type Mark byte

// The marks.
const (
	Same  Mark = ' '
	Minus Mark = '-'
	Plus  Mark = '+'
)

// largest is how many lines or messages of one side are compared in order, and
// cells bounds the comparison.
const (
	largest = 5000
	cells   = 1 << 26
)

// DiffOf compares the states of a change. A message counts as gone only if nothing
// in the later state says the same, and as added only if nothing in the earlier
// one did: short answers repeat, and headers repeat in every update.
func DiffOf(c *Change) Diff {
	if c.Object.Kind != Chat {
		return diff(lines(c.Before), lines(c.After))
	}
	a, b := Messages(c.Before), Messages(c.After)
	was, is := setOf(a), setOf(b)
	if len(a) > largest || len(b) > largest {
		return counted(a, b)
	}
	d := Diff{}
	for _, p := range diff(a, b).Parts {
		switch {
		case p.Mark == Minus && is[p.Text]:
			continue // it stands elsewhere
		case p.Mark == Minus:
			d.Removed++
		case p.Mark == Plus && !was[p.Text]:
			d.Added++
		default:
			p.Mark = Same
			d.Kept++
		}
		d.Parts = append(d.Parts, p)
	}
	return d
}

// beside is how many unchanged lines or messages Text leaves around a change.
const beside = 2

// Text writes the difference line by line, or message by message, and counts what is the
// same and far from any change.
func (d Diff) Text() []byte {
	var b bytes.Buffer
	if d.Parts == nil {
		fmt.Fprintf(&b, "%d removed, %d added, %d the same\n", d.Removed, d.Added, d.Kept)
	}
	near, same := lcs.Near(len(d.Parts), beside, func(i int) bool { return d.Parts[i].Mark != Same }), 0
	for i, p := range d.Parts {
		if !near[i] {
			same++
		}
		if same > 0 && (near[i] || i+1 == len(d.Parts)) {
			fmt.Fprintf(&b, "  [%d the same]\n", same)
			same = 0
		}
		if near[i] {
			fmt.Fprintf(&b, "%c %s\n", p.Mark, strings.ReplaceAll(p.Text, "\n", "\n  "))
		}
	}
	return b.Bytes()
}

func setOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, s := range list {
		set[s] = true
	}
	return set
}

// lines cuts a text into lines without their ends.
func lines(data []byte) []string {
	if len(data) == 0 {
		return nil
	}
	return strings.Split(string(bytes.TrimSuffix(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\n"))), "\n")
}

func diff(a, b []string) Diff {
	if len(a) > largest || len(b) > largest {
		return counted(a, b)
	}
	pairs, _ := lcs.Common(a, b, cells)
	d := Diff{Kept: len(pairs), Removed: len(a) - len(pairs), Added: len(b) - len(pairs)}
	lcs.SideBySide(pairs, len(a), len(b), func(i, j int) {
		switch {
		case j < 0:
			d.Parts = append(d.Parts, Part{Mark: Minus, Text: a[i]})
		case i < 0:
			d.Parts = append(d.Parts, Part{Mark: Plus, Text: b[j]})
		default:
			d.Parts = append(d.Parts, Part{Mark: Same, Text: b[j]})
		}
	})
	return d
}

// counted compares lines as multisets.
func counted(a, b []string) Diff {
	left := map[string]int{}
	for _, line := range a {
		left[line]++
	}
	d := Diff{}
	for _, line := range b {
		if left[line] > 0 {
			left[line]--
			d.Kept++
		}
	}
	d.Removed, d.Added = len(a)-d.Kept, len(b)-d.Kept
	return d
}
