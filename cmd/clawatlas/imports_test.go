package main_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

const module = "github.com/clawatlas/clawatlas"

// analyses are what pages are computed with, and the words that they are said in.
var analyses = []string{"results/align", "results/board", "results/calls", "results/casebook", "results/cases", "results/check", "results/cite", "results/compare", "results/days", "results/files", "results/findings", "results/item", "results/metric", "results/outline", "results/pairs", "results/reading", "results/sources",
	"results/score", "results/search", "results/stats", "results/terminal", "results/visible", "results/why", "results/words", "results/world"}

// stores are the packages that speak SQL.
var stores = []string{"results/postgres", "results/sqlite", "results/sqlstore", "results/storetest"}

// edges holds every import between packages of this module that code may make.
// The keys and values are folders; a trailing /* stands for each folder one
// level below that has no key of its own, which is how a new benchmark format
// needs no line here. A folder without a key is an error: it needs a decision.
var edges = map[string][]string{
	"cmd/clawatlas":           {"ingest", "ingest/boards", "ingest/bundled", "ingest/bundled/example", "ingest/bundled/scripted", "ingest/formats", "ingest/redact", "ingest/source", "ingest/trace", "results", "results/board", "results/compare", "results/link", "results/metric", "results/objects", "results/postgres", "results/reading", "results/score", "results/session", "results/sources", "results/sqlite", "results/sqlstore", "results/stats", "results/store", "results/tables", "results/visible", "results/words", "static", "views", "web", "web/export", "web/site", "views/*"},
	"docs":                    {},
	"e2e":                     {},
	"ingest":                  {"ingest/head", "ingest/redact", "ingest/source", "ingest/trace", "results", "results/board", "results/calls", "results/cases", "results/files", "results/item", "results/reading", "results/score", "results/session", "results/store", "results/why", "results/world"},
	"ingest/*":                {"ingest", "ingest/head", "ingest/trace", "results"}, // a format
	"ingest/head":             {},
	"ingest/terminalbench":    {"ingest", "ingest/head", "ingest/trace", "results", "results/terminal"},
	"ingest/clawarena":        {"ingest", "ingest/head", "ingest/trace", "results", "results/words", "results/world"},
	"ingest/clawmark":         {"ingest", "ingest/head", "ingest/trace", "results", "results/world"},
	"ingest/bundled":          {"ingest/bundled/example"},
	"ingest/bundled/example":  {},
	"ingest/bundled/scripted": {},
	"ingest/formats":          {"ingest", "ingest/*", "ingest/clawarena", "ingest/clawmark", "ingest/terminalbench"},
	"ingest/ingesttest":       {"ingest", "ingest/bundled", "ingest/bundled/example", "ingest/formats", "ingest/redact", "results", "results/must", "results/sqlite"},
	"ingest/redact":           {},
	"ingest/source":           {"ingest/head"},
	"ingest/trace":            {"ingest/head", "results"},
	"results":                 {},
	"results/align":           {"results", "results/calls", "results/files", "results/lcs"},
	"results/blob":            {},
	"results/board":           {"results", "results/check", "results/metric", "results/score", "results/stats"},
	"results/calls":           {"results"},
	"results/casebook":        {},
	"results/cases":           {"results", "results/pack", "results/why", "results/words", "results/world"},
	"results/check":           {"results"},
	"results/cite":            {"results/words"},
	"results/compare":         {"results", "results/board", "results/metric", "results/score", "results/stats"},
	"results/days":            {"results", "results/score", "results/stats"},
	"results/findings":        {"results", "results/board", "results/compare", "results/stats", "results/world"},
	"results/item":            {"results", "results/stats"},
	"results/lcs":             {},
	"results/metric":          {"results"},
	"results/must":            {},
	"results/outline":         {"results", "results/calls", "results/files"},
	"results/pack":            {},
	"results/reading":         {},
	"results/sources":         {"results"},
	"results/recent":          {},
	"results/resultstest":     {"results", "results/must"},
	"results/score":           {"results", "results/stats"},
	"results/search":          {"results"},
	"results/sqlite":          {"results", "results/blob", "results/pack", "results/recent", "results/search", "results/sqlstore"},
	"results/objects":         {"results", "results/recent"},
	"results/postgres":        {"results", "results/blob", "results/objects", "results/search", "results/sqlstore"},
	"results/storetest":       {"results/blob", "results/resultstest", "results/sqlstore"},
	"results/sqlstore":        {"results", "results/blob", "results/pack", "results/search"},
	"results/store":           {"results", "results/search"},
	"results/session":         {"results", "results/calls", "results/files", "results/lcs"},
	"results/stats":           {"results"},
	"results/tables":          {"results"},
	"results/terminal":        {},
	"results/visible":         {},
	"results/files":           {"results", "results/calls"},
	"results/why":             {"results", "results/calls", "results/files", "results/words"},
	"results/world":           {"results", "results/calls", "results/days", "results/lcs", "results/pack", "results/stats"},
	"results/words":           {"results", "results/metric", "results/visible"},
	"results/pairs":           {"results/stats"},
	"results/link":            {"results"},
	"static":                  {},
	"views":                   append([]string{"results", "results/link", "static", "views/card", "views/chart", "views/fingerprint", "views/richtext", "views/table", "views/ui"}, analyses...),
	"views/*":                 append([]string{"docs", "results", "results/link", "static", "views", "views/*", "views/card", "views/chart", "views/fingerprint", "views/richtext", "views/table", "views/ui"}, analyses...),
	"views/card":              {"results/words", "views/fingerprint"},
	"views/fingerprint":       {"results", "results/words"},
	"views/table":             {"results", "results/must", "results/visible", "results/words", "views/fingerprint", "views/ui"},
	"views/richtext":          {"results", "results/lcs", "results/words", "views/ui"},
	"views/chart":             {"results", "results/words", "static", "views/card", "views/ui"},
	"views/ui":                {"results", "results/visible", "results/words", "static", "views/card", "views/fingerprint"},
	"web":                     append([]string{"docs", "results", "results/link", "results/recent", "results/store", "results/tables", "static", "views", "views/*", "views/card", "views/chart", "views/fingerprint", "views/richtext", "views/table", "views/ui"}, analyses...),
	"web/*":                   append([]string{"docs", "results", "results/link", "static", "views", "views/*", "views/card", "views/chart", "views/fingerprint", "views/richtext", "views/table", "views/ui", "web", "web/*"}, analyses...),
	"web/export":              {},
}

// outside holds what only some folders may import from outside the module, by
// import path prefix, with the reason.
var outside = []struct {
	prefix string
	only   []string
	why    string
}{
	{"github.com/labstack/echo", []string{"web", "web/*"}, "echo's types stay inside web, so that it can be replaced there"},
	{"github.com/labstack/gommon", []string{"web", "web/*"}, "echo's types stay inside web, so that it can be replaced there"},
	{"database/sql", stores, "SQL stays in the packages of stores"},
	{"github.com/jmoiron/sqlx", stores, "SQL stays in the packages of stores"},
	{"github.com/mattn/go-sqlite3", stores, "SQL stays in the packages of stores"},
	{"github.com/jackc/pgx", []string{"results/postgres", "results/storetest"}, "one package speaks to PostgreSQL"},
	{"github.com/minio/minio-go", []string{"results/objects"}, "one package speaks to object stores"},
	{"github.com/alecthomas/kong", []string{"cmd/clawatlas"}, "the command line is parsed in cmd"},
	{"github.com/modelcontextprotocol/go-sdk", []string{"cmd/clawatlas"}, "the protocol of assistants is spoken by one command"},
	{"github.com/cli/browser", []string{"cmd/clawatlas"}, "only a command opens a browser"},
	{"testing", testOnly, "code that ships does not import testing"},
}

// standardOnly holds the folders that import nothing but the standard library
// and what edges allows them.
var standardOnly = []string{"results", "results/metric", "results/visible", "results/lcs", "ingest/bundled", "ingest/bundled/example", "ingest/bundled/scripted", "docs"}

// testOnly holds the folders that only test files and each other may import.
var testOnly = []string{"results/must", "results/resultstest", "results/storetest", "ingest/ingesttest"}

// testLayers holds what even test files of a folder tree may not import: a test
// may build whatever it needs from its own layer and those below, but a test of
// the nouns that needs a web page is a test of the page.
var testLayers = map[string][]string{
	"results": {"ingest", "views", "web"},
	"ingest":  {"views", "web"},
	"static":  {"results", "ingest", "views", "web"},
	"views":   {"ingest", "web", "results/sqlite"},
}

// source is one Go file of the tree with its imports.
type source struct {
	file    string // path from the module's root
	dir     string
	test    bool
	imports []string
}

// TestImports reads the import lines of every Go file and holds them against
// the layout that docs/architecture.md#directions-of-import gives.
func TestImports(t *testing.T) {
	files := sources(t)
	if len(files) < 10 {
		t.Fatalf("found %d Go files, which cannot be the whole tree", len(files))
	}
	for _, f := range files {
		for _, problem := range f.problems() {
			t.Error(problem)
		}
	}
}

// problems returns one sentence for each import that breaks a rule.
func (f source) problems() []string {
	var out []string
	say := func(format string, args ...any) {
		out = append(out, f.file+": "+fmt.Sprintf(format, args...))
	}
	allowed, known := edgesOf(f.dir)
	if !known && !f.test {
		say("the folder %s has no line in the table of allowed imports (cmd/clawatlas/imports_test.go); give it one", f.dir)
	}
	for _, p := range f.imports {
		dir, internal := strings.CutPrefix(p, module+"/")
		switch {
		case f.test && internal:
			f.testProblem(dir, say)
		case f.test:
		case internal && slices.Contains(testOnly, dir) && !slices.Contains(testOnly, f.dir):
			say("imports %s, which only test files may import", dir)
		case internal && !known:
		case internal && !matches(dir, allowed) && len(allowed) == 0:
			say("imports %s, but %s may import nothing of this module", dir, f.dir)
		case internal && !matches(dir, allowed):
			say("imports %s, but %s may import only %s of this module", dir, f.dir, strings.Join(allowed, ", "))
		case !internal:
			f.outsideProblem(p, say)
		}
	}
	return out
}

// testProblem reports an import by a test file that reaches up the layers.
func (f source) testProblem(dir string, say func(string, ...any)) {
	for layer, above := range testLayers {
		if !under(f.dir, layer) {
			continue
		}
		for _, a := range above {
			if under(dir, a) {
				say("imports %s, but tests of %s do not reach up to %s", dir, layer, a)
			}
		}
	}
}

// outsideProblem reports an import from outside the module that has its place
// elsewhere.
func (f source) outsideProblem(p string, say func(string, ...any)) {
	for _, rule := range outside {
		if under(p, rule.prefix) && !matches(f.dir, rule.only) {
			say("imports %s: %s", p, rule.why)
		}
	}
	first, _, _ := strings.Cut(p, "/")
	if strings.Contains(first, ".") && matches(f.dir, standardOnly) {
		say("imports %s, but %s imports nothing outside the standard library", p, f.dir)
	}
}

// edgesOf returns the allowed imports of a folder, by its own key or by the key
// of its parent with /*.
func edgesOf(dir string) (allowed []string, known bool) {
	if allowed, known = edges[dir]; known {
		return allowed, true
	}
	allowed, known = edges[path.Dir(dir)+"/*"]
	return allowed, known
}

// matches reports whether dir is one of list, or has no key of its own and is
// one level below an entry that ends in /*.
func matches(dir string, list []string) bool {
	_, own := edges[dir]
	return slices.Contains(list, dir) || !own && slices.Contains(list, path.Dir(dir)+"/*")
}

// under reports whether p is prefix or lies below it.
func under(p, prefix string) bool {
	return p == prefix || strings.HasPrefix(p, prefix+"/")
}

// sources parses every Go file of the module but those that the go command
// itself ignores.
func sources(t *testing.T) []source {
	t.Helper()
	root := resultstest.ModuleRoot(t)
	var out []source
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root && ignored(d.Name()) {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(name) != ".go" || ignored(d.Name()) {
			return nil
		}
		f, err := parse(root, name)
		if err != nil {
			return err
		}
		out = append(out, f)
		return nil
	})
	if err != nil {
		t.Fatalf("read the tree: %v", err)
	}
	return out
}

// ignored reports whether the go command skips a file or folder of that name.
func ignored(name string) bool {
	return name == "testdata" || name == "node_modules" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// parse reads the imports of one file.
func parse(root, name string) (source, error) {
	rel, err := filepath.Rel(root, name)
	if err != nil {
		return source{}, fmt.Errorf("find %s in the module: %w", name, err)
	}
	rel = filepath.ToSlash(rel)
	tree, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		return source{}, fmt.Errorf("parse %s: %w", rel, err)
	}
	f := source{file: rel, dir: path.Dir(rel), test: strings.HasSuffix(rel, "_test.go")}
	for _, spec := range tree.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return source{}, fmt.Errorf("parse %s: import %s: %w", rel, spec.Path.Value, err)
		}
		f.imports = append(f.imports, p)
	}
	return f, nil
}
