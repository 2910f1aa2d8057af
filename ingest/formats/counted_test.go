package formats_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestEveryCountIsCompared holds that what a golden file says of a record is compared with
// something: a member that is decoded and that no test looks at would check nothing.
func TestEveryCountIsCompared(t *testing.T) {
	names := must.Get(filepath.Glob("*_test.go"))(t)
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		f := must.Get(parser.ParseFile(fset, name, nil, parser.SkipObjectResolution))(t)
		files = append(files, f)
	}
	// What is imported is not looked into: the structs and their uses are of this package.
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{}}
	config := types.Config{Error: func(error) {}, FakeImportC: true, Importer: nothing{}}
	_, _ = config.Check("formats_test", fset, files, info) // what it lacks are imports
	used := map[any]bool{}
	for _, s := range info.Selections {
		used[s.Obj()] = true
		recv := s.Recv()
		if p, ok := recv.Underlying().(*types.Pointer); ok {
			recv = p.Elem()
		}
		used[recv.String()+"."+s.Obj().Name()] = true // structs without a name that are alike
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
				if x, ok := typeOf(info, b.X).(*types.Struct); ok { // which compares all of it
					for field := range x.Fields() {
						used[field] = true
					}
				}
			}
			return true
		})
	}
	seen := map[types.Type]bool{}
	counted := 0
	var hold func(typ types.Type)
	hold = func(typ types.Type) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		switch x := typ.Underlying().(type) {
		case *types.Pointer:
			hold(x.Elem())
		case *types.Slice:
			hold(x.Elem())
		case *types.Map:
			hold(x.Elem())
		case *types.Struct:
			for field := range x.Fields() {
				counted++
				if !used[field] && !used[typ.String()+"."+field.Name()] && !field.Embedded() {
					t.Errorf("%s: %s is decoded and compared with nothing", fset.Position(field.Pos()), field.Name())
				}
				hold(field.Type())
			}
		}
	}
	for ident, inst := range info.Instances {
		if ident.Name == "countsOf" {
			hold(inst.TypeArgs.At(0))
		}
	}
	if counted < 50 {
		t.Errorf("only %d members of golden files are known", counted)
	}
}

func typeOf(info *types.Info, e ast.Expr) types.Type {
	if t := info.TypeOf(e); t != nil {
		return t.Underlying()
	}
	return nil
}

// nothing imports empty packages.
type nothing struct{}

// Import implements types.Importer.
func (nothing) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}
