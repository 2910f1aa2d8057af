package web

import (
	"strings"
	"testing"
)

// TestTermsAreExplainedByAFold looks at pages on which words of this site stand: each is
// explained in a fold, which a finger can open.
func TestTermsAreExplainedByAFold(t *testing.T) {
	for path, terms := range map[string][]string{
		"/findings":                {"printed", "no answer can pass"},
		"/":                        {"printed"},
		"/models":                  {"printed"},
		"/b/clawarena":             {"printed"},
		"/b/liveclawbench/tasks":   {"in doubt", "no answer can pass"},
		"/b/clawarena/method":      {"printed"},
		"/b/scripted-office/tasks": {"in doubt"},
	} {
		fold := newGoldenSite(t).page(t, path).Find("main details.terms")
		for _, term := range terms {
			if fold.Length() != 1 || !strings.Contains(squash(fold.Find("dt")), term) {
				t.Errorf("%s: %d folds, none of them explains %q: %s", path, fold.Length(), term, squash(fold))
			}
		}
	}
}
