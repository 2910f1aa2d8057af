package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// component is one piece of software inside the binary.
type component struct {
	Name    string `json:"name"`    // module path, or the name of what is no module
	Version string `json:"version"` // empty for the Go standard library, whose version the binary states
	Licence string `json:"licence"` // SPDX expression
	PURL    string `json:"purl"`    // package URL, without the version
	files   []licenceFile
}

// licenceFile is a licence or notice that has to go along.
type licenceFile struct {
	path string // below the module
	body []byte
}

// listed is what `go list` says of a package.
type listed struct {
	ImportPath string
	Dir        string
	Standard   bool
	Module     *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// collect lists the components of the program in the order of their names. The
// tags are those of both ways to build it.
func collect(program string) ([]*component, error) {
	byName := map[string]*component{}
	for _, tags := range []string{"sqlite_fts5,sqlite_stat4", "sqlite_fts5,sqlite_stat4,netgo,osusergo,sqlite_omit_load_extension"} {
		packages, err := list(program, tags)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			if err := add(byName, p); err != nil {
				return nil, err
			}
		}
	}
	if err := addSQLite(byName); err != nil {
		return nil, err
	}
	if err := addFonts(byName); err != nil {
		return nil, err
	}
	var all []*component
	for _, c := range byName {
		if err := c.classify(); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b *component) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}

func list(program, tags string) ([]listed, error) {
	var stderr bytes.Buffer
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Standard,Module", "-tags="+tags, program)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("list packages: %w: %s", err, stderr.Bytes())
	}
	var packages []listed
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		switch err := dec.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return nil, fmt.Errorf("list packages: %w", err)
		}
		packages = append(packages, p)
	}
}

// add takes a package's licences: those of its own folder and of each above it,
// up to the root of its module, because parts of a module are often others' work.
func add(byName map[string]*component, p listed) error {
	name, version, root, dir := "Go standard library", "", "", p.Dir
	switch {
	case p.Standard:
		out, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return fmt.Errorf("find GOROOT: %w", err)
		}
		root = strings.TrimSpace(string(out))
		if byName[name] != nil {
			return nil
		}
		dir = root
	case p.Module == nil:
		return fmt.Errorf("package %s belongs to no module", p.ImportPath)
	case p.Module.Main:
		return nil
	default:
		name, version, root = p.Module.Path, p.Module.Version, p.Module.Dir
	}
	c := byName[name]
	if c == nil {
		c = &component{Name: name, Version: version, PURL: "pkg:golang/" + name}
		if p.Standard {
			c.PURL = "pkg:golang/std"
		}
		byName[name] = c
	}
	for ; strings.HasPrefix(dir, root); dir = filepath.Dir(dir) {
		if err := c.take(root, dir); err != nil {
			return err
		}
	}
	return nil
}

var licenceName = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|notice|patents)([.-].*)?$`)

func (c *component) take(root, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("look for licences: %w", err)
	}
	for _, e := range entries {
		if e.IsDir() || !licenceName.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		full := filepath.Join(dir, e.Name())
		rel, err := filepath.Rel(root, full)
		if err != nil {
			return fmt.Errorf("look for licences: %w", err)
		}
		rel = filepath.ToSlash(rel)
		if slices.ContainsFunc(c.files, func(f licenceFile) bool { return f.path == rel }) {
			continue
		}
		body, err := os.ReadFile(full)
		if err != nil {
			return fmt.Errorf("read licence: %w", err)
		}
		c.files = append(c.files, licenceFile{path: rel, body: body})
	}
	slices.SortFunc(c.files, func(a, b licenceFile) int { return cmp.Compare(a.path, b.path) })
	return nil
}

var sqliteVersion = regexp.MustCompile(`#define SQLITE_VERSION\s+"([0-9.]+)"`)

// addSQLite names the C library that its Go driver brings along as source. Its
// authors have given it to the public domain, so no text has to go along.
func addSQLite(byName map[string]*component) error {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/mattn/go-sqlite3").Output()
	if err != nil {
		return fmt.Errorf("find SQLite: %w", err)
	}
	header, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "sqlite3-binding.h"))
	if err != nil {
		return fmt.Errorf("find SQLite: %w", err)
	}
	m := sqliteVersion.FindSubmatch(header)
	if m == nil {
		return errors.New("find SQLite: its header states no version")
	}
	byName["SQLite"] = &component{Name: "SQLite", Version: string(m[1]), Licence: "blessing", PURL: "pkg:generic/sqlite"}
	return nil
}

// fontDir holds the fonts inside the binary, with their licences.
const fontDir = "views/card/fonts"

// addFonts names the fonts that pictures are drawn with.
func addFonts(byName map[string]*component) error {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("find the fonts: %w", err)
	}
	for _, f := range []struct{ name, version, purl, licence string }{
		{"Inter (font)", "5.3.0", "pkg:npm/%40fontsource/inter", "LICENSE-inter"},
		{"Noto Sans SC (font)", "5.3.0", "pkg:npm/%40fontsource/noto-sans-sc", "LICENSE-noto-sans-sc"},
	} {
		body, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), fontDir, f.licence))
		if err != nil {
			return fmt.Errorf("find the fonts: %w", err)
		}
		byName[f.name] = &component{Name: f.name, Version: f.version, PURL: f.purl, files: []licenceFile{{f.licence, body}}}
	}
	return nil
}
