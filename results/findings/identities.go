package findings

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Identities holds the equations that a benchmark's reported results violate.
type Identities struct {
	Rules []Identity // rules that reach the thresholds, by descending share of violations
	All   []Identity // all applied rules, in the order of the table
}

// Identity is one equation that reported results should satisfy.
type Identity struct {
	Rule    string // equation in words
	Checked int    // number of cells to which it was applied
	Broken  int    // number of violations that cannot be explained by rounding or by another tested interpretation
	// Explained is the number of violations that another interpretation explains: a different
	// convention, set of labels or rounding. Tried describes these interpretations.
	Explained int
	Tried     string
}

// Thresholds for reporting a rule: the number of cells checked and the share of violations. A
// single violation among few cells may be a typing error.
const (
	leastPlaces = 10
	leastBroken = 4 // minimum share of violations, as one in this many cells
)

func (i Identity) standsOut() bool {
	return i.Tried != "" && i.Checked >= leastPlaces && i.Broken*leastBroken >= i.Checked
}

// brokenIdentities returns a finding if a rule in the precomputed table of identities reaches the
// thresholds. It does not count violations explained by another interpretation. It ignores rules
// for which no other interpretation was tested.
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
