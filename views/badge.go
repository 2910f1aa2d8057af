package views

import (
	"context"
	"fmt"
	"html"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/ui"
)

const (
	BadgeScore = "score" // headline metric with its interval
	BadgeRank  = "rank"  // rank interval, and whether the system is tied for first
)

// BadgePolicy is the Content-Security-Policy of badges, which forbids scripts and loading of
// resources.
const BadgePolicy = "default-src 'none'"

func BadgeInterval(m MetricInfo, v results.MetricValue) string {
	return m.Label + " " + m.Show(v.Value) + " (" + m.Show(&v.CI[0]) + " to " + m.Show(&v.CI[1]) + ")"
}

// ModelBadgeWords returns the left and right text of a model's badge. A reported result is labelled
// as reported.
func ModelBadgeWords(b results.Benchmark, p *Standing, show string) (label, text string) {
	m := MetricOf(b.Headline)
	label = words.System(b.Name, results.System{Framework: p.Row.System.Framework, Variant: p.Row.System.Variant})
	if p.Row.Scripted {
		label += " (scripted agent)"
	}
	v := p.Row.Metrics[m.Key]
	switch {
	case show == BadgeRank:
		return label, BadgeRankWords(p)
	case p.Row.Run == nil:
		return label, m.Label + " " + m.Show(v.Value) + ", reported"
	case v.CI != nil:
		return label, BadgeInterval(m, v)
	}
	return label, m.Label + " " + m.Show(v.Value)
}

// BadgeRankWords returns the rank of a run as text, such as "rank 2 of 12".
func BadgeRankWords(s *Standing) string {
	if s == nil || s.Row.Rank == nil {
		return "not ranked"
	}
	text := "rank " + strconv.Itoa(*s.Row.Rank)
	if i := s.Row.RankInterval; i != nil {
		text = "rank " + words.Ranks(i[0], i[1])
	}
	text += " of " + words.Count(s.Of)
	if *s.Row.Rank == 1 && s.Tied > 0 {
		text += ", tied for first"
	}
	return text
}

// badgeMost is the maximum width in px of each of the two texts of a badge.
const badgeMost = 420

// DrawBadge renders a badge as SVG from a label and a text.
func DrawBadge(label, text string) (string, error) {
	var w [2]float64
	var s [2]string
	for i, t := range []string{label, text} {
		var err error
		if s[i], w[i], err = card.Set(t, 11, badgeMost); err != nil {
			return "", err
		}
	}
	const pad = 7
	left, all := w[0]+2*pad, w[0]+w[1]+4*pad
	px := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
	said := html.EscapeString(s[0] + ": " + s[1])
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="20" role="img" aria-label="%s"><title>%s</title>`,
		px(all), said, said)
	fmt.Fprintf(&b, `<rect width="%s" height="20" fill="#8b8b84"/><rect x="%s" y="1" width="%s" height="18" fill="#fdfdfc"/><rect width="%s" height="20" fill="#23231f"/>`, px(all), px(left), px(all-left-1), px(left))
	b.WriteString(`<g font-family="Inter,Verdana,DejaVu Sans,sans-serif" font-size="11">`)
	for i, x := range []float64{pad, left + pad} {
		fmt.Fprintf(&b, `<text x="%s" y="14" fill="%s" textLength="%s" lengthAdjust="spacingAndGlyphs">%s</text>`, px(x),
			[2]string{"#fdfdfc", "#1a1a18"}[i], px(w[i]), html.EscapeString(s[i]))
	}
	b.WriteString("</g></svg>\n")
	return b.String(), nil
}

// SharedBadge is a badge with the Markdown to embed it.
type SharedBadge struct{ Href, Alt, Markdown string }

func BadgeFor(ctx context.Context, href, label, text, page string) SharedBadge {
	b := SharedBadge{Href: href, Alt: ui.Plain(label + ": " + text)}
	b.Markdown = "[![" + markdownLabel(b.Alt) + "](" + ui.Absolute(ctx, href) + ")](" + page + ")"
	return b
}

func markdownLabel(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "`", "\\`", "<", `\<`).Replace(s)
}
