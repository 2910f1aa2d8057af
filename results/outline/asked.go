package outline

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// tag is a heading that a harness sets before what it adds: [Previous Feedback].
var tag = regexp.MustCompile(`^\[[A-Z][A-Za-z ]{2,40}\]\s+`)

// Asked is a prompt from where it says what is asked: behind the harness's clock, and
// behind the feedback on the task before, which the caller knows. Where the prompt
// holds the task's own words, it is these.
func Asked(message, prompt, told string) string {
	if prompt = strings.TrimSpace(prompt); prompt != "" && strings.Contains(message, prompt) {
		return unmarked(prompt)
	}
	text := results.CutClock(strings.TrimSpace(message))
	if told = strings.TrimSpace(told); told != "" {
		head := tag.FindString(text)
		if rest, ok := strings.CutPrefix(text[len(head):], told); ok && strings.TrimSpace(rest) != "" {
			text = rest
		}
	}
	return unmarked(text)
}

// unmarked leaves out the mark of a heading that a text begins with.
func unmarked(text string) string {
	text = strings.TrimSpace(text)
	if rest := strings.TrimLeft(text, "#"); len(rest) < len(text) && strings.HasPrefix(rest, " ") {
		return strings.TrimSpace(rest)
	}
	return text
}
