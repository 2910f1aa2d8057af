package outline

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestAsked: what stands before a question in a prompt is not its label.
func TestAsked(t *testing.T) {
	const at, told = "[Mon 2026-04-27 03:46 EDT] ", "Correct. The file is there."
	for _, x := range []struct{ name, message, prompt, told, want string }{
		{"plain", " Mend it.\n", "", "", "Mend it."},
		{"the clock", at + "Mend it.", "", "", "Mend it."},
		{"the clock with an offset", "[Tue 2026-04-28 03:46:07 GMT+2] Mend it.", "", "", "Mend it."},
		{"another bracket", "[Mon] Mend it.", "", "", "[Mon] Mend it."},
		{"the clock further on", "Mend it. " + at, "", "", "Mend it. [Mon 2026-04-27 03:46 EDT]"},
		{"feedback that is known", at + "[Previous Feedback] " + told + "\n\nMend it.", "", told, "Mend it."},
		{"feedback without a heading", at + told + "\n\nMend it.", "", told, "Mend it."},
		{"feedback that is not known", at + "[Previous Feedback] Wrong.\n\nMend it.", "", "", "[Previous Feedback] Wrong.\n\nMend it."},
		{"nothing but feedback", at + told, "", told, told},
		{"the task's own words", at + "[Previous Feedback] " + told + "\n\nThe workspace is updated.\n\nMend it.",
			"\nMend it.", told, "Mend it."},
		{"a task that was asked otherwise", at + "Mend that.", "Mend it.", "", "Mend that."},
		{"a heading", "## Your task\nMend it.", "", "", "Your task\nMend it."},
		{"a word with a mark", "#1 is broken", "", "", "#1 is broken"},
		{"nothing", "", "", "", ""},
	} {
		must.Equal(t, x.want, Asked(x.message, x.prompt, x.told), "%s", x.name)
	}
}
