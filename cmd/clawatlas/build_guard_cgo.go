//go:build !cgo

package main

import _ "embed"

// Without cgo, the SQLite driver compiles to a stub that fails at the first query, so the build
// must fail here. The pattern below matches no file, and its text is an error message. The go
// command prints this message before it compiles anything.
//
//go:embed "ClawAtlas needs cgo, which SQLite is compiled with: install a C compiler, set CGO_ENABLED=1 and run 'make build'"
var buildGuard string
