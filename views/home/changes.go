package home

import (
	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	homereport "github.com/clawatlas/clawatlas/results/report/home"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// ChangesPage lists what has changed, the newest first.
func ChangesPage(f views.Frame, d *homereport.ChangeDays) templ.Component {
	q := d.Values()
	m := f.Meta("Changes", "What was added, replaced, scored anew and withdrawn, and when.", link.Changes(q), link.API(q, "changes"), ui.Crumb{Label: "Changes"})
	m.CSVPath = f.Table(q, "changes")
	m.FeedPath = link.ChangesFeed(q)
	pager := views.OffsetPager(d.Filter.Offset, len(d.Groups), d.Total, d.Filter.Limit, "lines", func(offset string) string { return link.Changes(link.With(q, "offset", offset)) })
	return changesPage(m, d, pager)
}

// benchmarkName is the name of a benchmark for people.
func benchmarkName(d *homereport.ChangeDays, id string) string {
	name, _ := d.Name(id)
	return name
}

// changeWords says what a group of n changes is.
func changeWords(kind results.ChangeKind, n int) string {
	switch kind {
	case results.ChangeAdded:
		return words.Counted(n, "run") + " added"
	case results.ChangeReplaced:
		return words.Counted(n, "run") + " replaced"
	case results.ChangeRescored:
		return words.Counted(n, "run") + " scored anew"
	case results.ChangeWithdrawn:
		return words.Counted(n, "run") + " withdrawn"
	case results.ChangeRemoved:
		return words.Counted(n, "run") + " removed"
	case results.ChangeDataset:
		return "Dataset replaced"
	}
	return string(kind)
}
