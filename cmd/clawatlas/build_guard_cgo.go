//go:build !cgo

package main

import _ "embed"

// Without cgo the SQLite driver compiles to a stub that fails at the first
// query, so the build stops here: the pattern below is a sentence that matches no file, and
// the go command prints it alone and before it compiles anything.
//
//go:embed "ClawAtlas needs cgo, which SQLite is compiled with: install a C compiler, set CGO_ENABLED=1 and run 'make build'"
var buildGuard string
