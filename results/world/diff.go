package world

import (
	"bytes"
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
	Mark    Mark
	Text    string   // of a line
	Message *Message // of a chat
	Cut     bool     // its text goes on
	Left    int      // of a gap: the parts that are left out
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
	before, after := Messages(c.Before), Messages(c.After)
	a, b := texts(before), texts(after)
	was, is := setOf(a), setOf(b)
	if len(a) > largest || len(b) > largest {
		return counted(a, b)
	}
	d := Diff{}
	i, j := 0, 0
	for _, p := range diff(a, b).Parts {
		switch {
		case p.Mark == Minus && is[a[i]]:
			i++
			continue // it stands elsewhere
		case p.Mark == Minus:
			d.Parts = append(d.Parts, Part{Mark: Minus, Message: &before[i]})
			d.Removed++
			i++
			continue
		case p.Mark == Plus && !was[b[j]]:
			d.Parts = append(d.Parts, Part{Mark: Plus, Message: &after[j]})
			d.Added++
			j++
			continue
		case p.Mark == Same:
			i++
		}
		d.Parts = append(d.Parts, Part{Mark: Same, Message: &after[j]})
		d.Kept++
		j++
	}
	return d
}

func setOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, s := range list {
		set[s] = true
	}
	return set
}

func texts(list []Message) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].Text
	}
	return out
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
