// Package terminal renders terminal recordings as text screens: asciicasts of versions 1, 2 and 3
// (docs.asciinema.org/manual/asciicast). Times are seconds from the beginning of a recording.
package terminal
