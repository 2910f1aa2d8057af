// Command measure prints the number of hand-written lines of code (as counted by wc -l) by
// directory. Packages that only tests import count as tests. It needs only the Go toolchain.
//
//	go run ./.ci/measure
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// size holds the number of lines of Go code, tests and templates, and the number of Go files that
// are not tests.
type size struct{ code, test, templ, files int }

// length is the number of lines of a function or file.
type length struct {
	name  string
	lines int
}

// tree holds the measurements of the repository.
type tree struct {
	areas    map[string]*size
	funcs    []length // outside tests
	files    []length // Go files and templates outside tests
	long     [2]int   // number of lines longer than 140 characters: outside tests and in tests
	words    int      // number of words in docs
	families map[string]*family
}

// family counts the lines and page routes of a group of pages with the same directory name in views
// and web.
type family struct{ lines, pages int }

// support matches directories of packages that only tests import.
var support = regexp.MustCompile(`(^|/)(results/must|\w*test)(/|$)`)

// generated matches the standard header of generated Go files.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

func main() {
	t := tree{areas: map[string]*size{}, families: map[string]*family{}}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			base := d.Name()
			if name != "." && (base == "testdata" || base == "node_modules" || strings.HasPrefix(base, ".")) {
				return fs.SkipDir
			}
			return nil
		}
		return t.add(name)
	})
	if err != nil {
		log.Fatal(err)
	}
	t.print()
}

// add adds a file to the measurements.
func (t *tree) add(name string) error {
	ext := path.Ext(name)
	if ext == ".md" && path.Dir(name) == "docs" {
		data, err := os.ReadFile(name)
		t.words += len(bytes.Fields(data))
		return err
	}
	if ext != ".go" && ext != ".templ" {
		return nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if ext == ".go" && generated.Match(data[:min(len(data), 4096)]) {
		return nil
	}
	lines := bytes.Count(data, []byte("\n"))
	tests := 0
	if strings.HasSuffix(name, "_test.go") || support.MatchString(path.Dir(name)) {
		tests = 1
	}
	for line := range bytes.Lines(data) {
		if utf8.RuneCount(bytes.TrimRight(line, "\n")) > 140 {
			t.long[tests]++
		}
	}
	s := t.area(name)
	switch {
	case tests > 0:
		s.test += lines
		return nil
	case ext == ".templ":
		s.templ += lines
	default:
		s.code += lines
		s.files++
		if err := t.functions(name, data); err != nil {
			return err
		}
	}
	t.files = append(t.files, length{name, lines})
	if f := t.family(name); f != nil {
		f.lines += lines
	}
	return nil
}

// family returns the page family of a file, or nil if the file is not in views or web. Files of
// common packages belong to "shared".
func (t *tree) family(name string) *family {
	parts := strings.Split(path.Dir(name), "/")
	if parts[0] != "views" && parts[0] != "web" {
		return nil
	}
	of := "shared"
	if len(parts) > 1 && !slices.Contains([]string{"ui", "chart", "step", "richtext", "fingerprint", "card", "table", "export"}, parts[1]) {
		of = parts[1]
	}
	if t.families[of] == nil {
		t.families[of] = &family{}
	}
	return t.families[of]
}

// area returns the totals for the file's directory, truncated to two levels.
func (t *tree) area(name string) *size {
	parts := strings.Split(path.Dir(name), "/")
	area := strings.Join(parts[:min(len(parts), 2)], "/")
	if t.areas[area] == nil {
		t.areas[area] = &size{}
	}
	return t.areas[area]
}

// functions records the length of each function in a file. In web it also counts the page routes.
func (t *tree) functions(name string, data []byte) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, data, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		at := set.Position(f.Pos())
		t.funcs = append(t.funcs, length{fmt.Sprintf("%s (%s:%d)", f.Name.Name, name, at.Line), set.Position(f.End()).Line - at.Line + 1})
	}
	if !strings.HasPrefix(name, "web/") {
		return nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "page" && len(call.Args) == 4 { // path, cost, handler and query
			t.family(name).pages++
		}
		return true
	})
	return nil
}

func (t *tree) print() {
	var names []string
	sums := map[string]*size{}
	total := &size{}
	for name, s := range t.areas {
		names = append(names, name)
		top, _, _ := strings.Cut(name, "/")
		if sums[top] == nil {
			sums[top] = &size{}
		}
		for _, to := range []*size{sums[top], total} {
			to.code, to.test, to.templ, to.files = to.code+s.code, to.test+s.test, to.templ+s.templ, to.files+s.files
		}
	}
	slices.Sort(names)
	row := func(name string, s *size) {
		fmt.Printf("%-26s %8d %8d %8d %8d\n", name, s.code, s.files, s.templ, s.test)
	}
	fmt.Printf("%-26s %8s %8s %8s %8s\n", "hand-written lines", "Go", "files", "templ", "tests")
	last := ""
	for _, name := range names {
		top, _, below := strings.Cut(name, "/")
		if top != last {
			row(top, sums[top])
			last = top
		}
		if below {
			row("  "+name, t.areas[name])
		}
	}
	row("total", total)
	fmt.Printf("\nGo without tests %d, tests %d, templates %d; lines over 140 columns %d and in tests %d; words of docs %d\n",
		total.code, total.test, total.templ, t.long[0], t.long[1], t.words)

	longest := func(list []length) {
		slices.SortStableFunc(list, func(a, b length) int { return b.lines - a.lines })
		for _, l := range list[:min(len(list), 3)] {
			fmt.Printf("  %4d  %s\n", l.lines, l.name)
		}
	}
	fmt.Println("\nlongest functions, in lines")
	longest(t.funcs)
	n := len(t.funcs)
	fmt.Printf("  %4d  median of %d functions\n  %4d  95th percentile\n", t.funcs[n/2].lines, n, t.funcs[n/20].lines)
	fmt.Println("longest files, in lines")
	longest(t.files)
	fmt.Println("\nfamilies of pages: lines in views and web with templates, pages, lines for a page")
	all := family{}
	names = names[:0]
	for name, f := range t.families {
		names = append(names, name)
		all.lines, all.pages = all.lines+f.lines, all.pages+f.pages
	}
	slices.Sort(names)
	t.families["all"] = &all
	for _, name := range append(names, "all") {
		f := t.families[name]
		fmt.Printf("  %-14s %6d %4d %6d\n", name, f.lines, f.pages, f.lines/max(f.pages, 1))
	}
}
