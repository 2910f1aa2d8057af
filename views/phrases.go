package views

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/outline"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// PassedCount formats the number of passed trials; a dash if there are no verdicts.
func PassedCount(passed, judged int) string {
	if judged == 0 {
		return words.NotRecorded
	}
	return words.Count(passed)
}

func TrialURL(run, scenario, task string, attempt int) templ.SafeURL {
	return templ.SafeURL(link.Attempt(run, scenario, task, attempt))
}

func PassedOf(passed, scored int) string {
	if scored == 0 {
		return words.NotRecorded
	}
	return fmt.Sprintf("%d of %d", passed, scored)
}

func TermsInWords(terms []search.Term) string {
	var with, without []string
	for _, t := range terms {
		text := "“" + ui.Plain(t.Text) + "”"
		if t.Prefix {
			text = "words from “" + ui.Plain(t.Text) + "…”"
		}
		if t.Not {
			without = append(without, text)
		} else {
			with = append(with, text)
		}
	}
	s := ListInWords(with, "and")
	if len(without) > 0 {
		s += " without " + ListInWords(without, "or")
	}
	return s
}

func ListInWords(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + last + " " + list[len(list)-1]
}

// toldText returns the display text for whether the wake-up text mentions a change.
func toldText(told string) string {
	switch told {
	case "named":
		return "text names it"
	case "service":
		return "text mentions the service"
	}
	return "text does not mention it"
}

func labelText(label string) string {
	if label == "" {
		return "no label"
	}
	return label
}

func ToldWords(c results.StageChange) string {
	return "author: " + labelText(c.Label) + ", " + toldText(c.Told)
}

func KindText(k outline.Kind) string {
	switch k {
	case outline.Said:
		return "no call"
	case outline.Empty:
		return "found nothing"
	case outline.Looked:
		return "looked or ran"
	}
	return string(k)
}

// Sentence is a sentence with phrases in bold. It is rendered in Go because a template would add
// spaces between phrases.
type Sentence []phrase

type phrase struct {
	Text   string
	Strong bool
}

func (v *Sentence) put(p phrase) { *v = append(*v, p) }

func (v *Sentence) Add(text string) { v.put(phrase{Text: text}) }

func (v *Sentence) Strong(text string) { v.put(phrase{Text: text, Strong: true}) }

func (v Sentence) String() string {
	var b strings.Builder
	for _, p := range v {
		b.WriteString(p.Text)
	}
	return b.String()
}

func (v Sentence) Render(_ context.Context, w io.Writer) error {
	var b strings.Builder
	for _, p := range v {
		text := templ.EscapeString(p.Text)
		if p.Strong {
			text = "<b>" + text + "</b>"
		}
		b.WriteString(text)
	}
	_, err := io.WriteString(w, strings.ReplaceAll(b.String(), "</b><b>", ""))
	return err
}
