package sqlstore

import (
	"strings"
	"unicode"
)

// ColumnName converts a Go field name to a column name in snake case.
func ColumnName(field string) string {
	var b strings.Builder
	letters := []rune(field)
	for i, r := range letters {
		starts := i > 0 && unicode.IsUpper(r) &&
			(!unicode.IsUpper(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1]))
		if starts {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
