package web

import (
	_ "embed"
	"strings"
)

// Cell is a text as a cell of a table of Markdown takes it.
func Cell(s string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;", "_", "\\_", "*", "\\*").Replace(s)
}
