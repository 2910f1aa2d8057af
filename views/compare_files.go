package views

import (
	"strings"
)

// LastPart is the last name of a field such as a.b[0].c.
func LastPart(field string) string {
	return field[strings.LastIndexAny(field, ".]")+1:]
}
