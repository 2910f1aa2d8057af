package nested

import "strings"

// pipes reads a table of GitHub Flavored Markdown that begins in a line: a head, a row
// of dashes with as many cells, and rows of no more. A row with more cells ends it, for
// nothing of it may be dropped.
func pipes(lines []string, at int) (Block, bool) {
	if at+1 >= len(lines) || !strings.Contains(lines[at], "|") {
		return Block{}, false
	}
	head, rule := cellsOf(lines[at]), cellsOf(lines[at+1])
	if len(head) < 2 || len(head) > columnsMost || len(rule) != len(head) {
		return Block{}, false
	}
	for _, c := range rule {
		if strings.Trim(c, ":-") != "" || !strings.Contains(c, "-") || strings.Contains(strings.Trim(c, ":"), ":") {
			return Block{}, false
		}
	}
	b := Block{From: at, To: at + 2, First: at + 2, Grid: &Grid{Head: head}}
	for ; b.To < len(lines) && strings.Contains(lines[b.To], "|"); b.To++ {
		row := cellsOf(lines[b.To])
		if len(row) > len(head) {
			break
		}
		b.Grid.Rows = append(b.Grid.Rows, append(row, make([]string, len(head)-len(row))...))
	}
	b.Grid.align()
	return b, len(b.Grid.Rows) > 0
}

// cellsOf cuts a row at its pipes; one after a backslash is text.
func cellsOf(line string) []string {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "|")
	var cells []string
	from := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			cells = append(cells, cell(line[from:i]))
			from = i + 1
		}
	}
	if last := cell(line[from:]); last != "" || from == 0 {
		cells = append(cells, last)
	}
	return cells
}

func cell(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), `\|`, "|") }
