package changes

import (
	"encoding/xml"
	"net/url"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/visible"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

func changeWords(kind results.ChangeKind, n int) string {
	switch kind {
	case results.ChangeAdded:
		return words.Counted(n, "run") + " added"
	case results.ChangeReplaced:
		return words.Counted(n, "run") + " replaced"
	case results.ChangeRescored:
		return words.Counted(n, "run") + " rescored"
	case results.ChangeWithdrawn:
		return words.Counted(n, "run") + " withdrawn"
	case results.ChangeRemoved:
		return words.Counted(n, "run") + " removed"
	case results.ChangeDataset:
		return "Dataset replaced"
	}
	return string(kind)
}

// atomFeed is an Atom document (RFC 4287).
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

// Feed returns the change log as an Atom document. origin is the origin of the site, such as
// https://atlas.example, and the prefix of all links, because feed readers do not resolve relative
// links. If it is empty, links are relative. database is the id of the database, which is part of
// every entry id.
func Feed(d *Days, origin, database string) ([]byte, error) {
	q := d.Values()
	f := atomFeed{
		ID: "urn:clawatlas:" + database + ":changes:" + url.QueryEscape(d.Filter.Benchmark), Title: "ClawAtlas: new runs and " +
			"changes", Author: "ClawAtlas", Updated: atomTime(0),
		Links: []atomLink{{"self", origin + link.ChangesFeed(q)}, {"alternate", origin + link.Changes(q)}},
	}
	for i := range d.Groups {
		g := d.Groups[i]
		rest := []results.Change{}
		for _, c := range g.Changes {
			if r, ok := d.Runs[c.Run]; ok && g.Kind == results.ChangeAdded {
				f.Entries = append(f.Entries, addedEntry(d, r, c, origin, database))
			} else {
				rest = append(rest, c)
			}
		}
		if len(rest) > 0 || g.Count > len(g.Changes) {
			g.Count -= len(g.Changes) - len(rest)
			g.Changes = rest
			f.Entries = append(f.Entries, changeEntry(d, &g, origin, database))
		}
	}
	for _, e := range f.Entries {
		f.Updated = max(f.Updated, e.Updated)
	}
	doc, err := xml.MarshalIndent(f, "", " ")
	return append([]byte(xml.Header), doc...), err
}

// addedEntry returns the feed entry of an added run, with its system and its number of passed
// trials.
func addedEntry(d *Days, r results.Run, c results.Change, origin, database string) atomEntry {
	e := atomEntry{
		ID: "urn:clawatlas:" + database + ":run:" + r.Slug,
		Title: visible.Line("New run: " + words.System(views.Name(d.Models, r.System.Model), r.System) + " on " +
			d.Name(r.Benchmark)),
		Updated: atomTime(c.At), Link: atomLink{"alternate", origin + link.Run(r.Slug)},
	}
	text := words.Outcome(d.Benchmark(r.Benchmark), r.Mean, r.Counts, "trial")
	switch {
	case r.Counts.Scored == 0:
		text = words.Counted(r.Counts.NotJudged, "trial") + " that nothing judges"
	case !r.Complete:
		text += ", incomplete"
	}
	if r.Scripted {
		text += ". Made by a scripted agent, not by a model"
	}
	if c.Detail != "" {
		text += ". Read " + visible.Line(c.Detail)
	}
	e.Content.Type, e.Content.Text = "text", text+"."
	return e
}

// changeEntry returns the feed entry of all changes of one day, benchmark and kind. The entry is
// updated when another change is added.
func changeEntry(d *Days, g *results.ChangeGroup, origin, database string) atomEntry {
	e := atomEntry{
		ID:      "urn:clawatlas:" + database + ":" + g.Day + ":" + g.Benchmark + ":" + string(g.Kind),
		Title:   visible.Line(d.Name(g.Benchmark) + ": " + changeWords(g.Kind, g.Count)),
		Updated: atomTime(0),
		Link:    atomLink{"alternate", origin + link.Changes(link.With(nil, "benchmark", g.Benchmark))},
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
		e.Link.Href = origin + link.Run(g.Changes[0].Run)
	}
	e.Content.Type, e.Content.Text = "text", strings.Join(lines, "\n")
	return e
}

func atomTime(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
