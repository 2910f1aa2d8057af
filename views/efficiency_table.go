package views

import (
	"strings"
)

func Lower(s string) string { return strings.ToLower(s) }
