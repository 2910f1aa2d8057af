package nested

import (
	"encoding/csv"
	"regexp"
	"strings"
)

// headName is how a column of a file with commas or tabs is called: it begins with a
// letter and is no sentence. A blank after the comma is prose.
var headName = regexp.MustCompile(`^\p{L}[\p{L}\p{N}_ ()%#$€£¥-]{0,39}$`)

var identifier = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// delimited reads a text that is a table as a whole: each line as many cells as the
// head, whose names differ. A column of numbers or dates under a name that is neither
// tells it from prose; without one, three names that are identifiers do.
func delimited(text string, lines []string) []Block {
	body, tail := remark(lines)
	for _, comma := range []rune{',', '\t', ';'} {
		if !strings.ContainsRune(lines[0], comma) || body < 3 {
			continue
		}
		r := csv.NewReader(strings.NewReader(strings.Join(lines[:body], "\n")))
		r.Comma = comma
		records, err := r.ReadAll()
		if err != nil || len(records) != body || len(records[0]) > columnsMost {
			continue // also where a cell holds a line end: rows are lines
		}
		g := &Grid{Head: records[0], Rows: records[1:]}
		if g.align(); !g.isTable(comma) {
			continue
		}
		list := []Block{{From: 0, To: body, First: 1, Grid: g}}
		if tail {
			list = append(list, Block{From: body, To: len(lines)})
		}
		return list
	}
	return nil
}

// remark finds where the table ends before a last line in brackets, which the tool that
// read the file wrote.
func remark(lines []string) (body int, tail bool) {
	body = len(lines)
	last := strings.TrimSpace(lines[body-1])
	if !strings.HasPrefix(last, "[") || !strings.HasSuffix(last, "]") {
		return body, false
	}
	for body--; body > 0 && strings.TrimSpace(lines[body-1]) == ""; body-- {
	}
	return body, true
}

func (g *Grid) isTable(comma rune) bool {
	seen, identifiers := map[string]bool{}, 0
	for _, name := range g.Head {
		if seen[name] || !headName.MatchString(name) || strings.HasSuffix(name, " ") {
			return false
		}
		seen[name] = true
		if identifier.MatchString(name) {
			identifiers++
		}
	}
	for c := range g.Head {
		all := true
		for _, row := range g.Rows {
			all = all && (row[c] == "" || dated(row[c]))
		}
		if g.Numbers[c] || all && g.Rows[0][c] != "" {
			return len(g.Head) > 1
		}
	}
	return comma != ';' && identifiers == len(g.Head) && identifiers >= 3
}
