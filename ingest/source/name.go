package source

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

const (
	maxPath  = 4096 // maximum length of a path in bytes, as on Linux
	maxDepth = 64   // maximum number of nested directories; each needs memory
)

// cleanName converts the name of an archive entry to a path for fs.FS. If that is impossible, it
// returns the reason.
func cleanName(name string) (clean, reason string) {
	switch {
	case name == "":
		return "", "no name"
	case !utf8.ValidString(name):
		return "", "name is not UTF-8"
	case strings.ContainsAny(name, "\\\x00"):
		return "", "name has a backslash or a NUL"
	case strings.HasPrefix(name, "/"):
		return "", "absolute path"
	case len(name) > maxPath || strings.Count(name, "/") > maxDepth:
		return "", "path too long or too deep"
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == ".." {
			return "", "path with .."
		}
	}
	clean = path.Clean(name)
	if !filepath.IsLocal(clean) || !fs.ValidPath(clean) {
		return "", "not a local path"
	}
	return clean, ""
}
