package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results/must"
)

// unplain are words that pages do not use: each was once a private meaning.
var unplain = regexp.MustCompile(`(?i)\b(printed|separabl[ey]|told apart|tell apart|shares? (of )?the lead|no answer can pass|in doubt|` +
	`read and not reproduced|set aside|sweeps?|take along|the why|why line|what speaks against|objections?|found by rule, not read|unasked)\b`)

// TestWords reads the text of every golden page: none speaks in words of our own. Text
// of records, and code, is theirs.
func TestWords(t *testing.T) {
	n := 0
	for _, name := range must.Get(filepath.Glob(filepath.Join(goldenDir, "*.txt")))(t) {
		body := string(must.Get(os.ReadFile(name))(t))
		at := strings.Index(body, "<main")
		if at < 0 {
			continue
		}
		page := must.Get(goquery.NewDocumentFromReader(strings.NewReader(body[at:])))(t)
		page.Find(".txt, pre, code, .prose, .steps, .outline, q, .case-text").Remove()
		n++
		for _, found := range unplain.FindAllString(page.Text(), 3) {
			t.Errorf("%s says %q", filepath.Base(name), found)
		}
	}
	if n < 50 {
		t.Errorf("%d pages were read", n)
	}
}
