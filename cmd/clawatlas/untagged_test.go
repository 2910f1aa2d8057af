package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Without the tags of the Makefile the program can be listed, checked and edited, and
// what it then cannot do it says when it opens a database; without a C compiler a build
// stops with a sentence. With -n nothing is compiled.
func TestBuildWithoutTags(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it builds")
	}
	for _, tt := range []struct{ name, cgo, flags, says string }{
		{"without the tag", "1", "", ""},
		{"without cgo", "0", "-tags=sqlite_fts5", "needs cgo"},
	} {
		cmd := exec.CommandContext(t.Context(), "go", "build", "-n", "-o", os.DevNull, ".")
		cmd.Env = append(os.Environ(), "CGO_ENABLED="+tt.cgo, "GOFLAGS="+tt.flags)
		var said strings.Builder
		cmd.Stderr = &said
		if err := cmd.Run(); (err == nil) != (tt.says == "") || tt.says != "" && strings.Count(strings.TrimSpace(said.String()), "\n") > 0 || !strings.Contains(said.String(), tt.says) {
			t.Errorf("%s: %v: %.300s; want %q", tt.name, err, said.String(), tt.says)
		}
	}
}
