// Package reading says by which version of the readers and rules a run was read, and
// whether the present ones would read it otherwise.
package reading

import (
	_ "embed"
	"strings"
)

// table has a line for each format: its name and what stands for its reader and the
// rules that all share. It is a digest over what they make of the records that tests
// have, so that no change of theirs can be forgotten: TestFixtures holds it.
//
//go:embed readers.txt
var table string

// Of is the version of the reader of a format. A format that is not in the table is its
// own version.
func Of(format string) string {
	for line := range strings.Lines(table) {
		if name, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == format {
			return name + " " + version
		}
	}
	return format
}

// All is the versions of all readers together.
func All() string { return strings.Join(strings.Fields(table), " ") }

// Stale reports whether a run of a format was read by another version than the present
// one.
func Stale(format, reader string) bool { return reader != Of(format) }
