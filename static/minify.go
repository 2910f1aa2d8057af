package static

import (
	"bytes"
	"regexp"
)

// minify removes comments and unnecessary white space from the style sheet. It handles only the CSS
// features that our style sheet uses. A test checks that strings contain no comment delimiters,
// braces, semicolons or repeated spaces.
func minify(css []byte) []byte {
	css = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAll(css, nil)
	css = regexp.MustCompile(`\s+`).ReplaceAll(css, []byte(" "))
	css = regexp.MustCompile(` ?([{};]) ?`).ReplaceAll(css, []byte("$1"))
	// a space before a colon or after a bracket can be significant in a selector, but not one after
	// a colon or comma
	css = regexp.MustCompile(`([:,]) `).ReplaceAll(css, []byte("$1"))
	css = bytes.ReplaceAll(css, []byte(";}"), []byte("}"))
	return bytes.TrimSpace(css)
}

// uncommented removes indentation and comment lines from a script. Our scripts contain no
// multi-line strings.
func uncommented(js []byte) []byte {
	return regexp.MustCompile(`(?m)^[ \t]*(//.*)?\n?|^[ \t]+`).ReplaceAll(js, nil)
}
