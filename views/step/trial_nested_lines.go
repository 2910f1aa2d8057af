package step

import (
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/nested"
	"github.com/clawatlas/clawatlas/views/richtext"
)

// linesBlock is a run of lines of a text within what a page shows of it.
type linesBlock struct {
	Lines *richtext.LinesOf // of a run that is neither a table nor the head of an e-mail
	Grid  *nested.Grid
	Rows  [][]string
	Head  []nested.Field // of an e-mail
	First int            // number of the line of the first row or field
	Title int            // of the line of the table's head; 0 where it stands in an earlier part
	Rule  int            // of the row of dashes below it
}

// BlocksIn cuts a part of a text, which begins in a line, into its runs.
func (t *RecordText) BlocksIn(text string, line int) []linesBlock {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	from, to := line-1, line-1+len(lines)
	var list []linesBlock
	for _, b := range t.Blocks {
		a, z := max(b.From, from), min(b.To, to)
		if a >= z {
			continue
		}
		v := linesBlock{First: a + 1}
		switch {
		case b.Head != nil:
			v.Head = b.Head[a-b.From : z-b.From]
		case b.Grid != nil:
			v.Table(b, a, z)
		default:
			v.Lines = &richtext.LinesOf{Text: strings.Join(lines[a-from:z-from], "\n"), Prefix: t.Lines, First: a + 1}
		}
		list = append(list, v)
	}
	return list
}

// Table lays out the rows of lines a to z. The head is repeated in each part of a text;
// its address is in the first.
func (v *linesBlock) Table(b nested.Block, a, z int) {
	first := max(a, b.First)
	v.Grid, v.First = b.Grid, first+1
	if first < z {
		v.Rows = b.Grid.Rows[first-b.First : z-b.First]
	}
	if a == b.From {
		v.Title = a + 1
	}
	if rule := b.From + 1; rule < b.First && rule >= a && rule < z {
		v.Rule = rule + 1
	}
}

// blocksWeight is what tables cost beyond their text.
func (b *Budget) blocksWeight(list []nested.Block) int {
	sum := 0
	for _, x := range list {
		if x.Grid != nil {
			sum += (len(x.Grid.Rows) + 1) * len(x.Grid.Head) * cellWeight
		}
	}
	return min(sum, b.Most/2)
}

// lineID is the id of a line's element; empty without addresses or without a line.
func (t *RecordText) lineID(line int) string {
	if t.Lines == "" || line == 0 {
		return ""
	}
	return t.Lines + strconv.Itoa(line)
}
