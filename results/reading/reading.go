// Package reading defines the versions of the importers. A stored run is out of date if its
// importer's version has changed.
package reading

import (
	_ "embed"
	"strings"
)

// table lists a version for each format's importer: a digest of its output for test records (see
// TestFixtures).
//
//go:embed readers.txt
var table string

// Of returns the version of a format's importer; for an unknown format it returns the name of the
// format.
func Of(format string) string {
	for line := range strings.Lines(table) {
		if name, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == format {
			return name + " " + version
		}
	}
	return format
}

func All() string { return strings.Join(strings.Fields(table), " ") }

// Stale reports whether a run was imported by a different version of the importer than the current
// one.
func Stale(format, reader string) bool { return reader != Of(format) }
