package compare

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/align"
)

const (
	alignedUnits = 40 // rows and folded stretches on one page
	foldLeast    = 3  // equal rows that make a stretch
)

// AlignedUnit is what a page counts by: one row, or one folded stretch of equal
// rows, from From to before To.
type AlignedUnit struct {
	From, To int
	Fold     bool
	Outputs  int // rows of the stretch with another output
}

// AlignedPage is one page of the alignment, with the steps that it shows in full.
type AlignedPage struct {
	Units  []AlignedUnit // of all pages
	Number int           // of the page, from 0
	Steps  [2]map[int]*results.Step

	rows []align.Row
	open bool
}

// Page is the page that has the row of the query.
func (c *TrialComparison) Page() *AlignedPage {
	p := &AlignedPage{rows: c.Alignment.Rows, open: c.Query.Open, Steps: [2]map[int]*results.Step{{}, {}}}
	for _, s := range align.Stretches(p.rows, foldLeast) {
		if s.Same && !p.open {
			p.Units = append(p.Units, AlignedUnit{From: s.From, To: s.To, Fold: true, Outputs: s.Outputs})
			continue
		}
		for i := s.From; i < s.To; i++ {
			p.Units = append(p.Units, AlignedUnit{From: i, To: i + 1})
		}
	}
	p.Number = p.PageOf(c.Query.From)
	return p
}

// PageOf is the number of the page that has a row.
func (p *AlignedPage) PageOf(row int) int {
	for i, u := range p.Units {
		if row < u.To {
			return i / alignedUnits
		}
	}
	return 0
}

// Last is the number of the last page.
func (p *AlignedPage) Last() int { return (len(p.Units) - 1) / alignedUnits }

// First is the first row of a page.
func (p *AlignedPage) First(number int) int { return p.Units[number*alignedUnits].From }

// Shown are the units of the page.
func (p *AlignedPage) Shown() []AlignedUnit {
	if len(p.Units) == 0 {
		return nil
	}
	return p.Units[p.Number*alignedUnits : min((p.Number+1)*alignedUnits, len(p.Units))]
}

// InFull reports whether a row is shown with the bodies of its steps.
func (p *AlignedPage) InFull(row int) bool {
	r := p.rows[row]
	return r.Kind != align.Same || p.open && r.OtherOutput
}

// Wanted are the numbers of the steps of a side, 0 or 1, that the page shows in full.
func (p *AlignedPage) Wanted(c *TrialComparison, side int) []int {
	var numbers []int
	a, b := c.Framed()
	if it := [2]*AlignedItem{a, b}[side]; it != nil {
		numbers = append(numbers, it.StepID)
	}
	for _, u := range p.Shown() {
		for i := u.From; i < u.To && !u.Fold; i++ {
			if item := [2]int{p.rows[i].A, p.rows[i].B}[side]; item >= 0 && p.InFull(i) {
				numbers = append(numbers, c.Sides()[side].Items[item].Step)
			}
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// AddSteps gives the page steps of a side.
func (p *AlignedPage) AddSteps(side int, steps []results.Step) {
	for i := range steps {
		p.Steps[side][steps[i].StepID] = &steps[i]
	}
}
