package static

import (
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	cssBlock   = regexp.MustCompile(`\{[^{}]*\}`)
	cssComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	cssClass   = regexp.MustCompile(`\.([A-Za-z][\w-]*)`)
	quoted     = regexp.MustCompile("\"[^\"\n]*\"|`[^`\n]*`|'[^'\n]*'")
	className  = regexp.MustCompile(`[A-Za-z][\w-]*`)
	// Steps of ramps, series, colours of a terminal, depths and kinds of marks are put
	// together from a letter and a number or a word.
	composed = regexp.MustCompile(`^(a|b|d|m|n|q|s|w|lv|mk|deep)\d$|^(mk|k)-`)
)

// TestNoDeadClasses finds rules that no page can use: a class that stands in no text
// of a template, of the code beside it or of the script. The sheet is sent to every
// reader, and its size is bounded.
func TestNoDeadClasses(t *testing.T) {
	used := map[string]bool{}
	for _, dir := range []string{"../views", "."} {
		err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
			source := strings.HasSuffix(name, ".templ") || strings.HasSuffix(name, ".js") || strings.HasSuffix(name, ".go")
			if err != nil || !source || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_templ.go") {
				return err
			}
			text, err := fs.ReadFile(os.DirFS(dir), name)
			for _, line := range strings.Split(string(text), "\n") {
				if strings.HasPrefix(strings.TrimSpace(line), "//") {
					continue
				}
				for _, q := range quoted.FindAllString(line, -1) {
					for _, word := range className.FindAllString(q, -1) {
						used[word] = true
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	sheet, err := os.ReadFile("app.css")
	if err != nil {
		t.Fatal(err)
	}
	rules := cssBlock.ReplaceAllString(cssComment.ReplaceAllString(string(sheet), ""), "{}")
	named := map[string]bool{}
	for _, m := range cssClass.FindAllStringSubmatch(rules, -1) {
		named[m[1]] = true
	}
	if len(named) < 100 || len(used) < 1000 {
		t.Fatalf("%d classes in the sheet and %d words in templates: they were not read", len(named), len(used))
	}
	for _, class := range slices.Sorted(maps.Keys(named)) {
		if !used[class] && !composed.MatchString(class) {
			t.Errorf(".%s is in the sheet and in no template", class)
		}
	}
}
