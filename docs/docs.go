// Package docs contains the documentation of the program: the Markdown files of this directory,
// which the site serves at /docs.
package docs

import (
	"embed"
	"path"
	"regexp"
	"slices"
	"strings"
)

// files holds the Markdown documents and the example files for deployment.
//
//go:embed *.md deploy
var files embed.FS

// Entry is an entry of the index of documents.
type Entry struct {
	ID    string `json:"id"`    // file name without ".md"
	Title string `json:"title"` // first heading
	Lead  string `json:"lead"`  // first sentence, as plain text
	Group string `json:"group"` // title of the document's group
}

// Group is a set of documents for one kind of user.
type Group struct {
	Title string   // what the user wants to do
	Lead  string   // questions that the documents answer
	Try   string   // command to start with; empty if Href is set
	Href  string   // path of the page to start with; empty if Try is set
	Label string   // link text for Href
	Pages []string // ids of the documents
}

// Groups lists the document groups in index order.
func Groups() []Group {
	return []Group{
		{"Read the results", "Who leads, by how much, and is the difference significant? Why did a trial fail, and how do I find it?", "",
			"/findings", "Findings", []string{"read", "scores", "statistics", "why", "search"}},
		{"Add your runs", "How do I view, check and submit what my harness wrote? Which formats are read, and what gets a run excluded?",
			"clawatlas view PATH", "", "", []string{"start", "formats", "boards", "submit", "checks"}},
		{"Get the data", "How do I get tables, runs and traces as JSON, CSV, SQLite or Parquet, and what has changed?",
			"clawatlas export --parquet DIR", "", "", []string{"api", "data", "changelog"}},
		{"Run a site", "How do I deploy, configure, scale and secure a site?",
			"clawatlas serve", "", "", []string{"deploy", "operate", "scale", "security"}},
		{"Change the code", "How do I add a page or a format? What does the site promise, and where is what?",
			"make test", "", "", []string{"contribute", "design", "architecture", "records"}},
	}
}

func groupOf(id string) string {
	for _, g := range Groups() {
		if slices.Contains(g.Pages, id) {
			return g.Title
		}
	}
	return ""
}

// List is the index of all documents.
type List struct {
	Pages []Entry `json:"pages"` // documents in reading order
}

// Contents returns the index of all documents.
func Contents() List {
	l := List{Pages: []Entry{}}
	for _, p := range Pages() {
		l.Pages = append(l.Pages, p.Entry)
	}
	return l
}

type Page struct {
	Entry
	Markdown string `json:"markdown"` // content of the whole file
}

// Pages returns all documents in reading order.
func Pages() []Page {
	var list []Page
	for _, g := range Groups() {
		for _, id := range g.Pages {
			if text, err := files.ReadFile(id + ".md"); err == nil {
				list = append(list, Parse(id, shown(string(text))))
			}
		}
	}
	return list
}

var fileLink = regexp.MustCompile(`(?m)^\[[^]]+\]\((deploy/[A-Za-z.-]+)\)$`)

// shown replaces a link in a paragraph of its own by the content of the linked file, because the
// site does not serve these files.
func shown(text string) string {
	return fileLink.ReplaceAllStringFunc(text, func(link string) string {
		name := fileLink.FindStringSubmatch(link)[1]
		file, err := files.ReadFile(name)
		if err != nil {
			return link // a test checks that every linked file exists
		}
		return "`" + path.Base(name) + "`:\n\n```\n" + string(file) + "```"
	})
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

// Parse returns a document from Markdown that begins with a title and a first sentence.
func Parse(id, text string) Page {
	title, rest, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
	lead, _, _ := strings.Cut(strings.TrimSpace(rest), "\n\n")
	lead = strings.Join(strings.Fields(lead), " ")
	if first, _, more := strings.Cut(lead, ". "); more {
		lead = first + "."
	}
	return Page{Entry{ID: id, Title: title, Lead: lead, Group: groupOf(id)}, text}
}
