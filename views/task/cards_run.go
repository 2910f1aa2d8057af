package task

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	taskreport "github.com/clawatlas/clawatlas/results/report/task"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
)

// WrittenCard is the picture of a written case: its title and first lines.
func WrittenCard(d *taskreport.WrittenCase, p views.CardPlace) card.Card {
	v := writtenView{WrittenCase: d}
	x := card.Card{Title: d.Title, Sub: "A case study of " + v.Name(), Foot: p.Foot("")}
	if len(d.Dimensions) > 0 {
		x.Sub += " about " + strings.Join(d.Dimensions, " and ")
	}
	for _, b := range d.Blocks {
		if prose := firstProse(b.Markdown); prose != "" {
			x.Body = card.Prose(prose)
			break
		}
	}
	return x
}

// MinedCard is the picture of a case that a rule has found: what it shows, and in
// how many trials.
func MinedCard(d *taskreport.MinedCase, p views.CardPlace) card.Card {
	x := card.Card{Title: d.Title, Body: card.Prose(d.Finding), Foot: p.Foot(words.Counted(d.TrialsTotal, "trial"))}
	x.Sub = d.FoundBy.Title + ", found by rule in the records of " + d.About.Name
	if d.About.Scripted {
		x.Sub = views.ScriptedCard + x.Sub
	}
	return x
}

// firstProse is the first paragraph of Markdown, without its marks.
func firstProse(markdown string) string {
	for _, part := range strings.Split(markdown, "\n\n") {
		part = strings.TrimSpace(part)
		if part == "" || strings.HasPrefix(part, "#") || strings.HasPrefix(part, "|") || strings.HasPrefix(part, ">") {
			continue
		}
		return markdownText(part)
	}
	return ""
}

// markdownText is what Markdown says, without its marks.
func markdownText(markdown string) string {
	src := []byte(markdown)
	var b strings.Builder
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch t := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(t.Segment.Value(src))
				if t.SoftLineBreak() || t.HardLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				b.Write(t.Value)
			}
		}
		return ast.WalkContinue, nil
	}) // the function returns no error
	return b.String()
}
