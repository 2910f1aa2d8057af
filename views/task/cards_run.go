package task

import (
	"cmp"
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
	var told []string
	for _, b := range d.Blocks {
		told = append(told, prose(b.Markdown)...)
	}
	x.Body = card.Prose(strings.Join(told, " "))
	return x
}

// MinedCard is the picture of a case that a rule has found: what it shows, in how many
// trials, and what the record of the first says.
func MinedCard(d *taskreport.MinedCase, p views.CardPlace) card.Card {
	told := card.Told{Text: d.Finding}
	if len(d.Quoted) > 0 {
		for _, q := range d.Quoted[0].Quotes {
			if said := cmp.Or(q.Text, q.Said); said != "" {
				told.Quotes = append(told.Quotes, card.Line{Name: quoteLabel(d.About, q.What), Text: strings.Join(strings.Fields(said), " ")})
			}
		}
	}
	x := card.Card{Title: d.Title, Body: told, Foot: p.Foot(words.Counted(d.TrialsTotal, "trial"))}
	x.Sub = d.FoundBy.Title + ", found by rule in the records of " + d.About.Name
	if d.About.Scripted {
		x.Sub = views.ScriptedCard + x.Sub
	}
	return x
}

// prose are the paragraphs of Markdown, without their marks.
func prose(markdown string) (list []string) {
	for part := range strings.SplitSeq(markdown, "\n\n") {
		if part = strings.TrimSpace(part); part != "" && !strings.ContainsRune("#|>", rune(part[0])) {
			list = append(list, markdownText(part))
		}
	}
	return list
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
