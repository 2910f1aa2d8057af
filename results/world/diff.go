package world

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/lcs"
)

// Diff is the difference between two versions of a file (by line) or chat (by message).
type Diff struct {
	Removed int // number of lines or messages only in the old version
	Added   int
	Kept    int // number of lines or messages that both versions contain
	// Parts lists all lines or messages of both versions in order. It is nil if the versions are
	// too large to align; the counts then ignore the order.
	Parts []Part
}

// Part is one line or message of a difference.
type Part struct {
	Mark Mark
	Text string
}

// Mark shows which version a part belongs to: both, the old one or the new one.
type Mark byte

// Values of Mark.
const (
	Same  Mark = ' '
	Minus Mark = '-'
	Plus  Mark = '+'
)

// largest is the maximum number of lines or messages per version for which versions are aligned.
// cells is the maximum table size of the alignment.
const (
	largest = 5000
	cells   = 1 << 26
)

// DiffOf compares the versions before and after a change. Short replies and headers are often
// repeated in chats. A message therefore counts as removed only if no message in the new version
// has the same text, and as added only if no message in the old version does.
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
			continue // another message has the same text
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

// beside is the number of unchanged lines or messages that Text shows before and after each change.
const beside = 2

// Text formats the difference line by line, or message by message. It replaces longer unchanged
// sections with the number of lines or messages.
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
