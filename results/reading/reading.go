// Package reading knows the versions of importers, and which stored runs are out of date.
package reading

import (
	_ "embed"
	"strings"
)

// table lists each format's version, a digest of what its importer makes of test records (see
// TestFixtures).
//
//go:embed readers.txt
var table string

// Of returns the version of a format's importer; an unknown format is its own version.
func Of(format string) string {
	for line := range strings.Lines(table) {
		if name, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == format {
			return name + " " + version
		}
	}
	return format
}

func All() string { return strings.Join(strings.Fields(table), " ") }

// Stale reports whether a run was read by another version than the present one.
func Stale(format, reader string) bool { return reader != Of(format) }
