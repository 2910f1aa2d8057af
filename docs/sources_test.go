package docs_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results/must"
	public "github.com/clawatlas/clawatlas/results/sources"
)

// The page of public records has the list as it is.
func TestSources(t *testing.T) {
	page, _ := docs.Find("sources")
	head, _, _ := strings.Cut(page.Markdown, "\n|---|---|---|---|---|---|---|\n")
	want := head + "\n|---|---|---|---|---|---|---|\n"
	for _, s := range public.All() {
		paths := "everywhere"
		if len(s.Paths) > 0 {
			paths = "`" + strings.Join(s.Paths, "`, `") + "`"
		}
		holds := s.Holds
		if s.Runs != nil && s.Trials != nil {
			holds += fmt.Sprintf(" (%d runs, %d trials)", *s.Runs, *s.Trials)
		} else if s.Runs != nil {
			holds += fmt.Sprintf(" (%d runs)", *s.Runs)
		}
		want += fmt.Sprintf("| `%s` | <%s> | %s | %s | %s | %s | %s |\n", s.Name, s.Repository, s.Commit[:min(12, len(s.Commit))], paths, s.Licence, s.By, holds)
	}
	if *update {
		must.Do(t, os.WriteFile("sources.md", []byte(want), 0o644))
	} else if page.Markdown != want {
		t.Error("docs/sources.md is not the list; go test ./docs -run TestSources -update writes it")
	}
}
