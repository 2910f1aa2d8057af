package step

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/richtext"
)

// TrialChange is the patch that a trial submitted, as its page shows it.
type TrialChange struct {
	Patch  *results.Patch
	Change *Change     // nil where it is no diff, or empty
	Text   *RecordText // of a submission that is no diff
	Cut    string      // what is not shown; empty if all is
	Whole  string      // address of the record that holds all
}

// NewChange lays the patch of a trial out in what room its page has; nil where no
// record says what was submitted.
func (b *Budget) NewChange(p *results.Patch, record string) *TrialChange {
	if p == nil {
		return nil
	}
	c := &TrialChange{Patch: p, Whole: record}
	switch {
	case strings.TrimSpace(p.Text) == "":
	case p.Files > 0 || p.Added+p.Removed > 0:
		c.Change = b.change(richtext.Unified(p.Text), record)
	default:
		c.Text = b.Text(p.Text, TextSource, RecordText{Whole: record})
	}
	if p.Cut {
		c.Cut = "The first " + words.Bytes(len(p.Text)) + " of " + words.Bytes(p.Bytes) + "."
	}
	return c
}

// TitleWords is the heading of the patch.
func (c *TrialChange) TitleWords() string {
	switch {
	case strings.TrimSpace(c.Patch.Text) == "":
		return "Submission: empty"
	case c.Patch.Files == 0:
		return "Submission: " + words.Bytes(c.Patch.Bytes)
	}
	return "Patch: " + words.Plural(c.Patch.Files, "file",
		"files") + ", +" + words.Count(c.Patch.Added) + " −" + words.Count(c.Patch.Removed)
}
