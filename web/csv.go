package web

import (
	"encoding/csv"
	"net/http"
	"regexp"
	"strings"
	"unicode"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/views/ui"
)

// table answers with rows as CSV, with every cell defused.
func table(c echo.Context, name string, header []string, rows [][]string) error {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+name+`.csv"`)
	c.Response().WriteHeader(http.StatusOK)
	w := csv.NewWriter(c.Response())
	if err := w.Write(defuse(header)); err != nil {
		return err
	}
	for _, row := range rows {
		if err := w.Write(defuse(row)); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// defuse makes a row safe to open in a spreadsheet: what acts unseen is a mark
// in brackets, and what would be a formula is text.
func defuse(row []string) []string {
	out := make([]string, len(row))
	for i, cell := range row {
		if formula(cell) {
			cell = "'" + cell
		}
		out[i] = ui.Marked(cell)
	}
	return out
}

// formula reports whether a spreadsheet would run a cell: it begins with one of
// the signs of a formula, wide ones too, behind any space or unseen character,
// and is no number. A cell that begins with a tab or an end of a line is none of
// ours, and some programs drop that and look at what follows.
func formula(cell string) bool {
	if cell == "" || number.MatchString(cell) {
		return false
	}
	if strings.ContainsRune("\t\r\n", rune(cell[0])) {
		return true
	}
	rest := strings.TrimLeftFunc(cell, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) })
	return strings.IndexAny(rest, "=+-@＝＋－＠﹦﹢﹣﹫") == 0
}

// number is how a cell of ours says a number.
var number = regexp.MustCompile(`^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$`)
