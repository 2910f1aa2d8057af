// Package docs holds the documentation of the program: the Markdown files of
// this folder, which the site serves at /docs.
package docs

import (
	"embed"
	"slices"
	"strings"
)

// files are the pages as they lie in the repository.
//
//go:embed *.md
var files embed.FS

// Entry says what a document is about.
type Entry struct {
	ID    string `json:"id"`    // the name of its file without ".md"
	Title string `json:"title"` // its first heading
	Lead  string `json:"lead"`  // its first sentence, plain text
}

// List is all documents.
type List struct {
	Pages []Entry `json:"pages"` // in the order in which to read them
}

// Contents lists the documents.
func Contents() List {
	l := List{Pages: []Entry{}}
	for _, p := range Pages() {
		l.Pages = append(l.Pages, p.Entry)
	}
	return l
}

// Page is one document.
type Page struct {
	Entry
	Markdown string `json:"markdown"` // the whole file
}

// Pages lists the documents in the order in which to read them.
func Pages() []Page {
	var list []Page
	for _, id := range []string{"design", "search", "architecture", "statistics", "data", "operate", "records"} {
		text, err := files.ReadFile(id + ".md")
		if err != nil {
			panic("docs: " + err.Error()) // the program was built without it, which a test excludes
		}
		list = append(list, Parse(id, string(text)))
	}
	return list
}

// Find returns the document with the id.
func Find(id string) (Page, bool) {
	list := Pages()
	i := slices.IndexFunc(list, func(p Page) bool { return p.ID == id })
	if i < 0 {
		return Page{}, false
	}
	return list[i], true
}

// Parse takes title and first sentence from a text that begins with both.
func Parse(id, text string) Page {
	title, rest, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
	lead, _, _ := strings.Cut(strings.TrimSpace(rest), "\n\n")
	lead = strings.Join(strings.Fields(lead), " ")
	if first, _, more := strings.Cut(lead, ". "); more {
		lead = first + "."
	}
	return Page{Entry{ID: id, Title: title, Lead: lead}, text}
}
