package static

import (
	"bytes"
	"regexp"
)

// minify takes comments and needless space out of the sheet, so that it can be
// written for people and is still small on the wire. It knows what our own
// sheet uses, not all of CSS: strings have no comment marks, braces, semicolons
// or runs of space in them, which a test holds.
func minify(css []byte) []byte {
	css = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAll(css, nil)
	css = regexp.MustCompile(`\s+`).ReplaceAll(css, []byte(" "))
	css = regexp.MustCompile(` ?([{};]) ?`).ReplaceAll(css, []byte("$1"))
	// A space before a colon or after a bracket can mean something in a
	// selector; one after a colon or comma never does.
	css = regexp.MustCompile(`([:,]) `).ReplaceAll(css, []byte("$1"))
	css = bytes.ReplaceAll(css, []byte(";}"), []byte("}"))
	return bytes.TrimSpace(css)
}

// uncommented takes the lines out of a script that are a comment from their first
// letter on, and the space that lines begin with. Our scripts have no text of
// several lines.
func uncommented(js []byte) []byte {
	return regexp.MustCompile(`(?m)^[ \t]*(//.*)?\n?|^[ \t]+`).ReplaceAll(js, nil)
}
