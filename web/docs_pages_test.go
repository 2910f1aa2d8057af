package web

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// What the page on security says of headers and bounds is what is served and read.
func TestSecurityPage(t *testing.T) {
	page, _ := docs.Find("security")
	site := testServer(t)
	answer := map[string]string{"/runs/{run}/{scenario}/{task}/raw/{name}": "/runs/" + thoroughRun + "/ex_office_move/q1/raw/scoring/ex_office_move/q1/scoring.json"}
	n := 0
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\|$").FindAllStringSubmatch(page.Markdown, -1) {
		n++
		name, at := m[1], "/findings"
		if raw := answer[m[1]]; raw != "" {
			name, at = "Content-Security-Policy", raw
		}
		rec := site.get(at)
		if got := rec.Header().Get(name); rec.Code != 200 || got != m[2] {
			t.Errorf("%s %d has %s %q, docs/security.md says %q", at, rec.Code, name, got, m[2])
		}
	}
	if n != 6 {
		t.Errorf("%d headers on the page, want six", n)
	}
	for file, pattern := range map[string]string{"ingest/source/limits.go": `Max(?:Entries|File|Total|Ratio) .*; default: ([0-9,]+(?: GiB)?)`, "ingest/json.go": `const maxDepth = (\d+)`} {
		text := must.Get(os.ReadFile(filepath.Join(resultstest.ModuleRoot(t), file)))(t)
		found := regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1)
		if len(found) == 0 {
			t.Errorf("%s states no bound", file)
		}
		for _, m := range found {
			if bound := strings.Join(m[1:], ""); !strings.Contains(page.Markdown, bound) {
				t.Errorf("docs/security.md does not name the bound %s of %s", bound, file)
			}
		}
	}
}

// Every metric that pages read stands on the page of all scores, and those that are
// computed say what is counted and over what.
func TestEveryScore(t *testing.T) {
	site := testServer(t)
	page := site.page(t, "/docs/scores")
	rows := map[string][]string{}
	for _, tr := range page.Find("main tbody tr").EachIter() {
		var cells []string
		for _, c := range tr.Children().EachIter() {
			cells = append(cells, squash(c))
		}
		if len(cells) == 7 {
			rows[cells[1]] = cells
		}
	}
	for _, m := range append(metric.All(), metric.Of("pass_at_k"), metric.Of("pass_hat_k")) {
		row := rows[m.Key]
		if row == nil {
			t.Errorf("%s is not on the page", m.Key)
			continue
		}
		if m.Source == "" || row[6] != m.Source || m.Low != (row[5] == "less") || row[3] == "" || row[4] == "" {
			t.Errorf("%s: %q", m.Key, row)
		}
		if printed := slices.Contains([]string{"tool_calls", "tokens_in_m", "tokens_out_m", "wall_hours"}, m.Key); printed != (m.Counted == "") {
			t.Errorf("%s does not say what is counted: %q", m.Key, row)
		}
	}
	for _, b := range []string{"clawarena", "clawmark", "liveclawbench", "stage-claw"} {
		if page.Find(fmt.Sprintf(`main a[href="/b/%s/about"]`, b)).Length() != 1 {
			t.Errorf("the page does not lead to the about page of %s", b)
		}
	}
}
