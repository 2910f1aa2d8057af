package views

import (
	"context"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/cite"
	"github.com/clawatlas/clawatlas/views/ui"
)

// PageEntry is a page in a state as an entry in BibTeX; its key ends in the date.
func PageEntry(ctx context.Context, m ui.Meta, key string, state Citation) string {
	page := cite.Page{Title: m.Title, URL: m.Whole(ctx), Database: state.Database, Date: state.Date}
	if state.State != "" { // a board is cited by the address that goes on showing it as it is
		page.URL, page.Date, page.Database = ui.Absolute(ctx, state.State), state.Day, "sha256:"+state.Digest+" in "+state.Database
	}
	if page.Date != "" {
		key += "-" + page.Date
	}
	return page.BibTeX(key)
}

// repositoryName is what is known to be a repository on GitHub: owner and name.
var repositoryName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+$`)

// repositoryURL is the address of a benchmark's repository; empty where it names
// none.
func repositoryURL(b results.Benchmark) string {
	name := strings.TrimSpace(b.Repository)
	switch {
	case repositoryName.MatchString(name):
		return "https://github.com/" + name
	case strings.HasPrefix(name, "https://"):
		return name
	}
	return ""
}
