package main_test

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestBuildGuards asks the go command for a build that cannot work and expects
// one sentence instead. With -n nothing is compiled, so this costs as much as
// listing the packages.
func TestBuildGuards(t *testing.T) {
	tests := []struct {
		name string
		env  []string
		want string // part of the one line; empty if the build must go through
	}{
		{"without the tag", []string{"CGO_ENABLED=1", "GOFLAGS="}, "needs SQLite's full-text search: run 'make build'"},
		{"without cgo", []string{"CGO_ENABLED=0", "GOFLAGS=-tags=sqlite_fts5"}, "needs cgo"},
		{"without both", []string{"CGO_ENABLED=0", "GOFLAGS="}, "needs cgo"},
		{"with both", []string{"CGO_ENABLED=1", "GOFLAGS=-tags=sqlite_fts5"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "go", "build", "-n", "-o", os.DevNull, ".")
			cmd.Env = append(os.Environ(), test.env...)
			// The plan of a build that goes through is long and of no interest.
			var stdout, stderr strings.Builder
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			err := cmd.Run()
			got := strings.TrimSpace(stderr.String())
			if test.want == "" {
				if err != nil {
					t.Fatalf("go build -n: %v\n%s", err, got)
				}
				return
			}
			if err == nil {
				t.Fatalf("go build -n went through, want a stop with %q", test.want)
			}
			if !strings.Contains(got, test.want) || strings.Contains(got, "\n") {
				t.Errorf("the build stopped with\n%s\nwant one line with %q", got, test.want)
			}
		})
	}
}
