//go:build cgo && !sqlite_fts5

package main

import _ "embed"

// Search needs SQLite's FTS5, which the driver compiles in only under a build
// tag. A binary without it would start and then fail at the first database, so
// the build stops here: the pattern below is a sentence that matches no file,
// and the go command prints it alone and before it compiles anything.
//
//go:embed "ClawAtlas needs SQLite's full-text search: run 'make build', or add -tags sqlite_fts5,sqlite_stat4"
var buildGuard string
