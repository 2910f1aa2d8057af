package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

const module = "github.com/clawatlas/clawatlas"

// comments are what the source says of types and their fields, which no program
// knows of itself at run time.
type comments struct {
	text  map[string]string   // by import path and type, with .Field for a field
	words map[string][]string // values of the constants of a type, by the same key
}

// readComments parses the packages that answers are made of.
func readComments(root string) (*comments, error) {
	c := &comments{map[string]string{}, map[string][]string{}}
	for _, top := range []string{"docs", "results", "web"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			rel, err := filepath.Rel(root, name)
			if err != nil {
				return err
			}
			return c.read(name, path.Join(module, path.Dir(filepath.ToSlash(rel))))
		})
		if err != nil {
			return nil, fmt.Errorf("read doc comments: %w", err)
		}
	}
	return c, nil
}

func (c *comments) read(name, pkg string) error {
	src, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	tree, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, decl := range tree.Decls {
		g, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range g.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				c.addType(pkg+"."+s.Name.Name, s, g)
			case *ast.ValueSpec:
				c.addConstant(pkg, s)
			}
		}
	}
	return nil
}

func (c *comments) addType(key string, s *ast.TypeSpec, g *ast.GenDecl) {
	c.text[key] = words(s.Doc, g.Doc, s.Comment)
	st, ok := s.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range st.Fields.List {
		for _, n := range f.Names {
			c.text[key+"."+n.Name] = words(f.Doc, f.Comment)
		}
	}
}

// addConstant keeps the value of a constant text whose type is written beside it.
func (c *comments) addConstant(pkg string, s *ast.ValueSpec) {
	t, ok := s.Type.(*ast.Ident)
	if !ok {
		return
	}
	for _, v := range s.Values {
		if lit, ok := v.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				key := pkg + "." + t.Name
				c.words[key] = append(c.words[key], text)
			}
		}
	}
}

// goNil is the word of the source for what is null in JSON.
var goNil = regexp.MustCompile(`\b[Nn]il\b`)

// words is the first comment that says something, on one line.
func words(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if s := strings.Join(strings.Fields(g.Text()), " "); s != "" {
			return goNil.ReplaceAllString(s, "null")
		}
	}
	return ""
}
