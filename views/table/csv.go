package table

import (
	"encoding/csv"
	"io"
	"iter"
	"regexp"
	"strings"
	"unicode"

	"github.com/clawatlas/clawatlas/views/ui"
)

// WriteCSV writes a table as CSV, with every cell defused. A row is the
// iterator's own until the next.
func WriteCSV(to io.Writer, header []string, rows iter.Seq[[]string]) error {
	w := csv.NewWriter(to)
	if err := w.Write(defuse(nil, header)); err != nil {
		return err
	}
	var safe []string
	for row := range rows {
		safe = defuse(safe[:0], row)
		if err := w.Write(safe); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// defuse appends a row that is safe to open in a spreadsheet: what acts unseen is
// a mark in brackets, and what would be a formula is text.
func defuse(safe, row []string) []string {
	for _, cell := range row {
		if formula(cell) {
			cell = "'" + cell
		}
		safe = append(safe, ui.Marked(cell))
	}
	return safe
}

// formula reports whether a spreadsheet would run a cell: it begins with one of
// the signs of a formula, wide ones too, behind any space or unseen character,
// and is no number. A cell that begins with a tab or an end of a line is none of
// ours, and some programs drop that and look at what follows.
func formula(cell string) bool {
	if cell == "" || plain(cell[0]) || number.MatchString(cell) {
		return false
	}
	if strings.ContainsRune("\t\r\n", rune(cell[0])) {
		return true
	}
	rest := strings.TrimLeftFunc(cell, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) })
	return strings.IndexAny(rest, "=+-@＝＋－＠﹦﹢﹣﹫") == 0
}

// plain reports whether a cell that begins with b is no formula, whatever
// follows: most begin with a letter or a digit.
func plain(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// number is how a cell of ours says a number.
var number = regexp.MustCompile(`^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$`)
