//go:build !cgo

package main

import _ "embed"

// Without cgo the SQLite driver compiles to a stub that fails at the first query, so the build has
// to fail here. The pattern below is an error message that matches no file. The go command prints
// only this message, before it compiles anything.
//
//go:embed "ClawAtlas needs cgo, which SQLite is compiled with: install a C compiler, set CGO_ENABLED=1 and run 'make build'"
var buildGuard string
