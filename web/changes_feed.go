package web

import (
	"encoding/xml"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/visible"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// atomFeed is an Atom document (RFC 4287). Its links are relative to its own
// address, because the site does not know under which name it is read.
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Links   []atomLink  `xml:"link"`
	Author  string      `xml:"author>name"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Content struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	} `xml:"content"`
}

// changesFeed is GET /changes.atom: the newest groups of changes.
func (s *Server) changesFeed(c echo.Context) error {
	ctx := c.Request().Context()
	of := ask(c).text("benchmark")
	groups, _, err := s.store.ChangeGroups(ctx, results.ChangeFilter{Benchmark: of, Limit: rowsOnPage})
	if err != nil {
		return err
	}
	rev, err := s.store.Revisions(ctx)
	if err != nil {
		return err
	}
	names, err := s.benchmarkNames(ctx)
	if err != nil {
		return err
	}
	q := link.With(url.Values{}, "benchmark", of)
	f := atomFeed{
		ID: "urn:clawatlas:" + rev.ID + ":changes:" + url.QueryEscape(of), Title: "ClawAtlas: changes", Author: "ClawAtlas", Updated: atomTime(0),
		Links: []atomLink{{"self", link.To(q, "changes.atom")}, {"alternate", link.To(q, "changes")}},
	}
	for i := range groups {
		e := entryOf(&groups[i], rev.ID, names)
		f.Updated = max(f.Updated, e.Updated)
		f.Entries = append(f.Entries, e)
	}
	doc, err := xml.MarshalIndent(f, "", " ")
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/atom+xml; charset=utf-8", append([]byte(xml.Header), doc...))
}

// entryOf is the entry of one day, benchmark and kind. It is updated when the
// group grows.
func entryOf(g *results.ChangeGroup, id string, names map[string]string) atomEntry {
	name := names[g.Benchmark]
	if name == "" {
		name = g.Benchmark
	}
	e := atomEntry{
		ID:      "urn:clawatlas:" + id + ":" + g.Day + ":" + g.Benchmark + ":" + string(g.Kind),
		Title:   visible.Line(name + ": " + views.ChangeWords(g.Kind, g.Count)),
		Updated: atomTime(0),
		Link:    atomLink{"alternate", link.To(link.With(url.Values{}, "benchmark", g.Benchmark), "changes")},
	}
	var lines []string
	for _, c := range g.Changes {
		e.Updated = max(e.Updated, atomTime(c.At))
		line := c.Run
		if c.Other != "" {
			line += " by " + c.Other
		}
		if c.Detail != "" {
			line = strings.TrimPrefix(line+": "+visible.Line(c.Detail), ": ")
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	if len(g.Changes) == 1 && g.Changes[0].Run != "" {
		e.Link.Href = link.Run(g.Changes[0].Run)
	}
	e.Content.Type, e.Content.Text = "text", strings.Join(lines, "\n")
	return e
}

func atomTime(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
