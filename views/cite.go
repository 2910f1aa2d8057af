package views

import (
	"context"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/cite"
	"github.com/clawatlas/clawatlas/views/ui"
)

// PageEntry returns a BibTeX entry for a page. It cites the board snapshot in state, if any.
func PageEntry(ctx context.Context, m ui.Meta, key string, state Citation) string {
	page := cite.Page{Title: m.Title, URL: m.Whole(ctx), Database: state.Database, Date: state.Date}
	if state.State != "" { // cite a board by the URL of its snapshot
		page.URL, page.Date, page.Database = ui.Absolute(ctx, state.State), state.Day, "sha256:"+state.Digest+" in "+state.Database
	}
	if page.Date != "" {
		key += "-" + page.Date
	}
	return page.BibTeX(key)
}

// repositoryName matches a GitHub repository name of the form owner/name.
var repositoryName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+$`)

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

// Linked is a schema.org object in JSON-LD. Fields with unknown values are omitted.
type Linked map[string]any

func linked(kind string, texts map[string]string) Linked {
	x := Linked{"@type": kind}
	for name, text := range texts {
		if text != "" {
			x[name] = ui.Plain(text)
		}
	}
	return x
}

// Dataset returns a schema.org description of a results page and of the benchmark's data set, with
// its licence and authors.
func Dataset(ctx context.Context, m ui.Meta, b results.Benchmark) Linked {
	of := linked("Dataset", map[string]string{"name": b.Name, "description": b.Summary, "version": b.Version, "sameAs": repositoryURL(b)})
	if b.Licence != "" {
		of["license"] = linked("CreativeWork", map[string]string{"name": b.Licence})
	}
	if p, ok := cite.FindPaper(b.Paper); ok {
		of["citation"] = linked("ScholarlyArticle", map[string]string{"name": p.Title, "url": p.URL()})
		var people []Linked
		for _, name := range p.Authors {
			people = append(people, linked("Person", map[string]string{"name": name}))
		}
		if people != nil {
			of["creator"] = people
		}
	} else if b.Paper != "" {
		of["citation"] = ui.Plain(b.Paper)
	}
	x := linked("Dataset", map[string]string{"name": m.Title, "description": m.Description, "url": m.Whole(ctx)})
	x["@context"], x["isBasedOn"] = "https://schema.org", of
	var twins []Linked
	for _, t := range [][2]string{{m.CSVPath, "text/csv"}, {m.JSONPath, "application/json"}} {
		if t[0] != "" {
			twins = append(twins, linked("DataDownload", map[string]string{"contentUrl": ui.Absolute(ctx, t[0]), "encodingFormat": t[1]}))
		}
	}
	if twins != nil {
		x["distribution"] = twins
	}
	return x
}
