package docs_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// Every file is a page, with a title and a first sentence.
func TestPages(t *testing.T) {
	found, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, p := range docs.Pages() {
		listed = append(listed, p.ID+".md")
		if p.Title == "" || !strings.HasPrefix(p.Markdown, "# "+p.Title+"\n") || !strings.HasSuffix(p.Lead, ".") || len(p.Lead) > 200 || strings.ContainsAny(p.Lead, "`*[_") {
			t.Errorf("%s: title %q, first sentence %q", p.ID, p.Title, p.Lead)
		}
	}
	slices.Sort(listed)
	if diff := cmp.Diff(found, listed); diff != "" {
		t.Errorf("files and pages (-files +pages):\n%s", diff)
	}
	if _, ok := docs.Find("none"); ok {
		t.Error("there is a page called none")
	}
}

// Every link between the pages leads to a page and a heading that exist, and so
// does every place in the code that names a page. A page is also read on the
// site, where files that are no pages are not: those are named, not linked.
func TestReferences(t *testing.T) {
	root := resultstest.ModuleRoot(t)
	outlines := map[string]outline{}
	for _, p := range docs.Pages() {
		outlines[p.ID+".md"] = outlineOf(p.Markdown)
	}
	for name, o := range outlines {
		for _, link := range o.links {
			file, anchor, _ := strings.Cut(link, "#")
			if file == "" {
				file = name
			}
			if problem := missing(outlines, file, anchor); problem != "" {
				t.Errorf("docs/%s links %s: %s", name, link, problem)
			}
		}
	}
	cited := regexp.MustCompile(`\bdocs/([a-z]+\.md)(?:#([a-z0-9-]+))?`)
	n := 0
	for _, file := range sources(t, root) {
		data, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(data), "\n") {
			if path.Ext(file) == ".go" && !strings.HasPrefix(strings.TrimSpace(line), "//") {
				continue // records name files of their own
			}
			for _, m := range cited.FindAllStringSubmatch(line, -1) {
				n++
				if problem := missing(outlines, m[1], m[2]); problem != "" {
					t.Errorf("%s names %s: %s", file, m[0], problem)
				}
			}
		}
	}
	if n < 8 {
		t.Errorf("%d places name a page of the documentation, want those of the golden values at least", n)
	}
}

// The list of packages has every folder with code, and no other.
func TestPackages(t *testing.T) {
	root := resultstest.ModuleRoot(t)
	page, _ := docs.Find("architecture")
	_, list, _ := strings.Cut(page.Markdown, "\n## Packages\n")
	list, _, _ = strings.Cut(list, "\n## ")
	// A name in capitals stands for the folders that the line lists behind the colon.
	listed, members := map[string]bool{}, map[string]string{}
	for _, line := range strings.Split(list, "\n") {
		names, holds, room := strings.Cut(line, ": ")
		if !room {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(names, -1) {
			if base := path.Base(m[1]); base == strings.ToUpper(base) {
				members[path.Dir(m[1])] = holds
				continue
			}
			listed[m[1]] = true
			if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
				t.Errorf("docs/architecture.md lists the folder %s, which is not there", m[1])
			}
		}
	}
	folders := map[string]bool{}
	for _, f := range sources(t, root) {
		if path.Ext(f) == ".go" && strings.Contains(f, "/") && !strings.HasPrefix(f, ".") {
			folders[path.Dir(f)] = true
		}
	}
	for f := range folders {
		member := regexp.MustCompile(`\b` + path.Base(f) + `\b`).MatchString(members[path.Dir(f)])
		if !listed[f] && !member && !strings.HasPrefix(f, "ingest/bundled/") {
			t.Errorf("the folder %s has no line in the list of packages in docs/architecture.md", f)
		}
	}
}

// missing says why there is no such place in the documentation.
func missing(outlines map[string]outline, file, anchor string) string {
	o, ok := outlines[file]
	switch {
	case !ok:
		return "there is no page docs/" + file
	case anchor != "" && !slices.Contains(o.anchors, anchor):
		return "the page has no heading #" + anchor
	}
	return ""
}

// outline is what a page can be linked by and what it links within the module.
type outline struct{ anchors, links []string }

func outlineOf(markdown string) outline {
	md := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	var o outline
	_ = ast.Walk(md.Parser().Parse(text.NewReader([]byte(markdown))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			if id, ok := n.AttributeString("id"); entering && ok {
				o.anchors = append(o.anchors, string(id.([]byte)))
			}
		case *ast.Link:
			if at := string(n.Destination); entering && !strings.Contains(at, "://") {
				o.links = append(o.links, at)
			}
		}
		return ast.WalkContinue, nil
	})
	return o
}

// sources lists the files that may name a page: code, Markdown and the files
// that build and check, by their paths from the module's root.
func sources(t *testing.T, root string) []string {
	t.Helper()
	var list []string
	err := fs.WalkDir(os.DirFS(root), ".", func(at string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && at != "." && at != ".ci" && (name == "testdata" || name == "node_modules" || name == "bin" || strings.HasPrefix(name, ".")):
			return fs.SkipDir
		case d.IsDir():
		case slices.Contains([]string{".go", ".templ", ".md", ".css"}, path.Ext(name)) || path.Dir(at) == ".ci" || name == "Makefile":
			list = append(list, at)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
