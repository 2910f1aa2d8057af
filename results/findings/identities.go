package findings

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Identities is a benchmark whose printed numbers break their own arithmetic.
type Identities struct {
	Rules []Identity // that stand out, the largest share of broken places first
	All   []Identity // every rule that was applied, in the order of the table
}

// Identity is one equation that printed numbers should satisfy.
type Identity struct {
	Rule    string // as an equation in words
	Checked int    // places that it was applied to
	Broken  int    // places that neither rounding nor another reading that was tried explains
	// Explained counts the places that break the rule and fit another reading: another
	// convention, set of labels or rounding. Tried names those readings.
	Explained int
	Tried     string
}

// What makes a rule stand out: so many places, and that share of them broken, where
// other readings were tried. A single broken place among few is a slip of the pen.
const (
	leastPlaces = 10
	leastBroken = 4 // one in so many
)

func (i Identity) standsOut() bool {
	return i.Tried != "" && i.Checked >= leastPlaces && i.Broken*leastBroken >= i.Checked
}

// brokenIdentities reads the table of identities that was computed when the figures were
// read in; it holds while a rule stands out. What another known reading explains is no
// arithmetic, and of a table that tries none nothing is said.
func brokenIdentities(in Input) *Identities {
	at := slices.IndexFunc(in.Tables, func(t results.StatTable) bool { return t.Computed && t.ID == results.IdentitiesTable })
	if at < 0 {
		return nil
	}
	t := in.Tables[at]
	column := func(key string) int {
		return slices.IndexFunc(t.Columns, func(c results.StatColumn) bool { return c.Key == key })
	}
	checked, broken, explained, tried := column("checked"), column("broken"), column("explained"), column("tried")
	if checked < 0 || broken < 0 || explained < 0 || tried < 0 {
		return nil
	}
	m := &Identities{}
	for _, r := range t.Rows {
		if r.Cells[checked].Value == nil || r.Cells[broken].Value == nil || r.Cells[explained].Value == nil {
			continue
		}
		i := Identity{Rule: r.Label, Checked: int(*r.Cells[checked].Value), Explained: int(*r.Cells[explained].Value), Tried: r.Cells[tried].Text}
		i.Broken = int(*r.Cells[broken].Value) - i.Explained
		m.All = append(m.All, i)
		if i.standsOut() {
			m.Rules = append(m.Rules, i)
		}
	}
	if len(m.Rules) == 0 {
		return nil
	}
	slices.SortStableFunc(m.Rules, func(a, b Identity) int { return cmp.Compare(b.Broken*a.Checked, a.Broken*b.Checked) })
	return m
}
