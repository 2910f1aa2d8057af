package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/clawatlas/clawatlas/results/must"
)

// Archives are built with the tags and flags of `make static`.
func TestRelease(t *testing.T) {
	root := filepath.Join("..", "..")
	var c struct {
		Version int
		Builds  []struct {
			Main                        string
			Goos, Goarch, Tags, Ldflags []string
		}
		Archives []struct{ Files []any }
		Checksum struct{ Algorithm string }
		Sboms    []struct{ Artifacts string }
	}
	text := must.Get(os.ReadFile(filepath.Join(root, ".goreleaser.yaml")))(t)
	must.Do(t, yaml.Unmarshal(text, &c))
	if c.Version != 2 || len(c.Builds) != 1 || !slices.Equal(c.Builds[0].Goos, []string{"linux"}) || !slices.Equal(c.Builds[0].Goarch, []string{"amd64", "arm64"}) ||
		c.Checksum.Algorithm != "sha256" || len(c.Sboms) != 1 || c.Sboms[0].Artifacts != "archive" || len(c.Archives) != 1 || len(c.Archives[0].Files) != 3 {
		t.Errorf("%+v", c)
	}
	if _, err := os.Stat(filepath.Join(root, c.Builds[0].Main, "main.go")); err != nil {
		t.Error(err)
	}
	if b := c.Builds[0]; !slices.Equal(b.Tags, []string{"{{ .Env.CLAWATLAS_TAGS }}"}) || !slices.Equal(b.Ldflags, []string{"{{ .Env.CLAWATLAS_LDFLAGS }}"}) {
		t.Errorf("the build has tags and flags of its own: %+v", b)
	}
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("make is not installed: the flags of the Makefile are not compared")
	}
	said := func(target string, form string) []string {
		t.Helper()
		out := must.Get(exec.Command("make", "-s", "-n", "-C", root, target).Output())(t)
		m := regexp.MustCompile(form).FindStringSubmatch(string(out))
		if m == nil {
			t.Fatalf("make %s does\n%s", target, out)
		}
		return m[1:]
	}
	static := said("static", `go build -tags '([^']+)' -ldflags '([^']+)'`)
	if release := said("release", `CLAWATLAS_TAGS='([^']+)' CLAWATLAS_LDFLAGS='([^']+)' goreleaser release`); !slices.Equal(static, release) {
		t.Errorf("make static has %q, make release %q", static, release)
	}
}
