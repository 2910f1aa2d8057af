// Package raced holds the list of the tests that run with the race detector against
// the code: it sees nothing where no goroutine is started and makes a test up to ten
// times as slow, so that only what starts one is worth its time.
package raced

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// code is what a package has to do with goroutines.
type code struct {
	starts  string                     // where its own code starts one
	inTests map[string]map[string]bool // functions of its tests, and those that each of them names
	begin   map[string]bool            // those of them that start one
	servers map[string]bool            // tests of servers, which make servers runs
}

// startsGoroutine reports whether a function starts one: by a go statement or by
// the Go method of a group, which is given a function.
func startsGoroutine(f ast.Node) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			found = found || ok && (sel.Sel.Name == "Go" || sel.Sel.Name == "TryGo") && len(n.Args) == 1
		}
		return !found
	})
	return found
}

// names are all identifiers in a function, among them what it calls.
func names(f ast.Node) map[string]bool {
	all := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			all[id.Name] = true
		}
		return true
	})
	return all
}

// add reads one file of the package.
func (c *code) add(t *testing.T, path string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		switch {
		case ok && strings.HasSuffix(path, "_test.go"):
			c.inTests[f.Name.Name] = names(f)
			c.begin[f.Name.Name] = c.begin[f.Name.Name] || startsGoroutine(f)
			c.servers[f.Name.Name] = c.inTests[f.Name.Name]["Wanted"]
		case startsGoroutine(d) && strings.HasSuffix(path, "_test.go"):
			t.Errorf("%s: a goroutine outside of a function", set.Position(d.Pos()))
		case startsGoroutine(d) && c.starts == "":
			c.starts = set.Position(d.Pos()).String()
		}
	}
}

// begins reports whether a function of the tests starts a goroutine, itself or by
// another one that it names.
func (c *code) begins(name string, on map[string]bool) bool {
	if on[name] || c.inTests[name] == nil || c.servers[name] {
		return false
	}
	on[name] = true
	if c.begin[name] {
		return true
	}
	for other := range c.inTests[name] {
		if c.begins(other, on) {
			return true
		}
	}
	return false
}

func isTest(name string) bool {
	return strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz") || strings.HasPrefix(name, "Example")
}

// packages reads all Go code of the tree.
func packages(t *testing.T, root string) map[string]*code {
	t.Helper()
	all := map[string]*code{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != root && (name == "testdata" || name == "node_modules" || strings.HasPrefix(name, ".")) {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		dir = filepath.ToSlash(dir)
		if all[dir] == nil {
			all[dir] = &code{inTests: map[string]map[string]bool{}, begin: map[string]bool{}, servers: map[string]bool{}}
		}
		all[dir].add(t, path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// line is one of the list.
type line struct {
	starts, in string
	tests      []string
}

func list(t *testing.T, path string) []line {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []line
	for s := range strings.Lines(string(text)) {
		if f := strings.Fields(s); len(f) > 2 && f[0] != "#" {
			all = append(all, line{f[0], f[1], f[2:]})
		}
	}
	return all
}

// faults are what the list forgets and what stands there in vain.
func faults(all map[string]*code, lines []line) (faults []string) {
	listed, covered := map[string]bool{}, map[string]bool{}
	for _, l := range lines {
		from, in := all[l.starts], all[l.in]
		if from == nil || in == nil {
			faults = append(faults, "no package "+l.starts+" or "+l.in)
			continue
		}
		covered[l.starts] = true
		for _, name := range l.tests {
			listed[l.in+" "+name] = true
			if in.inTests[name] == nil {
				faults = append(faults, "there is no "+name+" in "+l.in)
			} else if from.starts == "" && !in.begins(name, map[string]bool{}) {
				faults = append(faults, l.in+" "+name+" is listed and starts no goroutine")
			}
		}
	}
	for dir, c := range all {
		if c.starts != "" && !covered[dir] {
			faults = append(faults, c.starts+" starts a goroutine, and "+dir+" is not listed")
		}
		for name := range c.inTests {
			if isTest(name) && c.begins(name, map[string]bool{}) && !listed[dir+" "+name] {
				faults = append(faults, dir+" "+name+" starts a goroutine and is not listed")
			}
		}
	}
	slices.Sort(faults)
	return faults
}

func TestListIsHonest(t *testing.T) {
	for _, fault := range faults(packages(t, "../.."), list(t, "list")) {
		t.Error(fault)
	}
}

// What the test above looks for is found.
func TestFaultsAreFound(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"a/a.go":      "package a\nfunc f() { go f() }\n",
		"b/b_test.go": "package b\nfunc TestGroup() { helper() }\nfunc helper() { var g group; g.Go(nil) }\nfunc TestQuiet() {}\n",
		"c/c_test.go": "package c\nfunc TestServer() { storetest" + ".Wanted(); go f() }\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all := packages(t, root)
	for want, lines := range map[string][]line{
		"a is not listed": {{"b", "b", []string{"TestGroup"}}},
		"b TestGroup starts a goroutine and is not listed": {{"a", "b", []string{"TestQuiet"}}},
		"b TestQuiet is listed and starts no goroutine":    {{"a", "b", []string{"TestGroup"}}, {"b", "b", []string{"TestQuiet"}}},
		"there is no TestGone in b":                        {{"a", "b", []string{"TestGroup", "TestGone"}}},
		"no package gone or b":                             {{"a", "b", []string{"TestGroup"}}, {"gone", "b", []string{"TestGroup"}}},
	} {
		if found := faults(all, lines); len(found) != 1 || !strings.HasSuffix(found[0], want) {
			t.Errorf("found %q, want %q", found, want)
		}
	}
}
