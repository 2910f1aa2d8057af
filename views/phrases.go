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

// PassedCount is how many were passed; none is recorded where nothing has a verdict.
func PassedCount(passed, judged int) string {
	if judged == 0 {
		return words.NotRecorded
	}
	return words.Count(passed)
}

// TrialURL is the address of a trial; the first attempt needs no number.
func TrialURL(run, scenario, task string, attempt int) templ.SafeURL {
	return templ.SafeURL(link.Attempt(run, scenario, task, attempt))
}

// PassedOf shows how many of the runs with a verdict passed.
func PassedOf(passed, scored int) string {
	if scored == 0 {
		return words.NotRecorded
	}
	return fmt.Sprintf("%d of %d", passed, scored)
}

// TermsInWords says how the search line was understood.
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

// toldText says what the wake-up text says of a change.
func toldText(told string) string {
	switch told {
	case "named":
		return "text names it"
	case "service":
		return "text mentions the service"
	}
	return "text does not mention it"
}

// labelText is what the author calls a change.
func labelText(label string) string {
	if label == "" {
		return "no label"
	}
	return label
}

// ToldWords set the author's label beside the text.
func ToldWords(c results.StageChange) string {
	return "author: " + labelText(c.Label) + ", " + toldText(c.Told)
}

// KindText says what a kind of step is, for people.
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

// Sentence is a text in phrases, so that its fact can be strong. It is a component, because a template would put spaces between
// the phrases.
type Sentence []phrase

// phrase is a part of a sentence.
type phrase struct {
	Text   string
	Strong bool
}

func (v *Sentence) put(p phrase) { *v = append(*v, p) }

func (v *Sentence) Add(text string) { v.put(phrase{Text: text}) }

func (v *Sentence) Strong(text string) { v.put(phrase{Text: text, Strong: true}) }

// String is the sentence as plain text.
func (v Sentence) String() string {
	var b strings.Builder
	for _, p := range v {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Render writes the sentence as HTML.
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
