// Command measure prints the size of the code by area: lines as wc counts them, of files
// that people write. It reads the tree and needs nothing but Go.
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
)

// size is what an area has of each kind of file.
type size struct{ code, test, templ, files int }

// length is a function or file and its lines.
type length struct {
	name  string
	lines int
}

// tree is what was measured.
type tree struct {
	areas     map[string]*size
	funcs     []length // outside tests
	files     []length // outside tests, templates included
	pages     int      // routes of pages
	pageFiles int      // files that make pages
}

// generated is the mark of files that programs write.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

func main() {
	t := tree{areas: map[string]*size{}}
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

// add measures one file.
func (t *tree) add(name string) error {
	ext := path.Ext(name)
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
	s := t.area(name)
	switch {
	case strings.HasSuffix(name, "_test.go"), strings.HasPrefix(name, "internal/"):
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
	if strings.HasPrefix(name, "web/") || strings.HasPrefix(name, "views/") || strings.HasPrefix(name, "results/report/") {
		t.pageFiles++
	}
	return nil
}

// area is the sum of the part of the tree that a file belongs to: a folder at
// the top or, of results, ingest, views and cmd, one below them.
func (t *tree) area(name string) *size {
	parts := strings.Split(path.Dir(name), "/")
	area := strings.Join(parts[:min(len(parts), 2)], "/")
	if t.areas[area] == nil {
		t.areas[area] = &size{}
	}
	return t.areas[area]
}

// functions notes the functions of a file and the routes of pages in it.
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
		if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "page" && len(call.Args) == 4 { // address, cost, handler, query
			t.pages++
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
	fmt.Printf("\n%d pages from %d files of web, views and results/report: %.1f files for a page\n", t.pages, t.pageFiles,
		float64(t.pageFiles)/float64(t.pages))
}
