package ingest

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// shownPatch is how much of a patch is shown with its trial; its record has all.
const shownPatch = 64 << 10

// NewPatch counts what a patch changes: a unified diff of size bytes as it was recorded,
// text as it was redacted, which record holds whole.
func NewPatch(text string, size int, record string) *results.Patch {
	p := &results.Patch{Bytes: size, Record: record}
	inside := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "diff --git "):
			p.Files, inside = p.Files+1, false
		case strings.HasPrefix(line, "@@ "):
			inside = true
		case inside && strings.HasPrefix(line, "+"):
			p.Added++
		case inside && strings.HasPrefix(line, "-"):
			p.Removed++
		}
	}
	p.Text = strings.ToValidUTF8(text, "\ufffd")
	if len(p.Text) > shownPatch {
		cut := strings.LastIndexByte(p.Text[:shownPatch], '\n') + 1
		for cut == 0 || cut < len(p.Text) && !utf8.RuneStart(p.Text[cut]) {
			cut = cmp.Or(cut, shownPatch)
			cut--
		}
		p.Text, p.Cut = p.Text[:cut], true
	}
	return p
}
