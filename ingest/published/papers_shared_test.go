package published

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// papers are the texts of the papers, by the source of the tables.
var papers = map[string]string{
	"clawarena-paper-v2":     "000_17f71bba752ba64e.txt",
	"stage-claw-paper-v1":    "001_9192b4f2cda0a278.txt",
	"clawmark-paper-v1":      "003_24f9004b6320d476.txt",
	"liveclawbench-paper-v1": "004_a94f8936a37c48ba.txt",
}

// elsewhere are tables and columns whose numbers the text of the paper does not
// hold; other tests compare them.
var elsewhere = map[string]bool{
	"clawmark/table-1":   true, // from a note that quotes the table
	"clawmark/table-2":   true, // an identity compares each cell with the released tasks
	"clawmark/table-5":   true, // the text has a part of its rows
	"stage-claw/table-1": true, // counts of signs, see testSignsOfStageClaw
}

// paperTexts reads the papers, by source.
func paperTexts(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for id, name := range papers {
		data := must.Get(os.ReadFile(resultstest.Shared(t, "papers", name)))(t)
		texts[id] = plainPaper(string(data))
	}
	return texts
}

// testTablesStandInTheirPapers reads the papers again: every number of a
// printed table stands near a mention of its table or figure, written as it is
// printed. The text of STAGE-Claw has its cells without spaces, so there a
// number has to follow the label of its row.
func testTablesStandInTheirPapers(t *testing.T) {
	texts, checked := paperTexts(t), 0
	for _, table := range openBundled(t).Tables {
		id := table.Benchmark + "/" + table.ID
		text, ok := texts[table.Source]
		if !ok || table.Computed || elsewhere[id] {
			continue
		}
		near := surroundings(text, table.Place)
		for _, r := range table.Rows {
			for i, c := range r.Cells {
				if c.Value == nil {
					continue
				}
				checked++
				found := printedIn(near, *c.Value)
				if !found && table.Benchmark == "stage-claw" {
					found = followsLabel(text, r.Label, *c.Value)
				}
				if !found && *c.Value == 0 {
					found = strings.Contains(near, " - ") // a table of counts prints a dash
				}
				if !found {
					t.Errorf("%s, %s, %s: %v does not stand near %s", id, r.Label, table.Columns[i].Key, *c.Value, table.Place)
				}
			}
		}
	}
	if checked < 380 {
		t.Errorf("%d numbers were read again, want 380 and more", checked)
	}
}

// testBenchmarksBesideClawArena reads Table 1 again, row by row as printed.
func testBenchmarksBesideClawArena(t *testing.T) {
	text := paperTexts(t)["clawarena-paper-v2"]
	g := gridOf(t, openBundled(t), "clawarena", "table-1")
	word := func(row, col string) string { return g.t.Rows[g.rows[row]].Cells[g.cols[col]].Text }
	for _, r := range g.t.Rows {
		name := r.Label
		if name == "ClawArena" {
			name += " (Ours)"
		}
		line := fmt.Sprintf("\n%s %s %s %s %.0f %.0f / %.0f %s\n", name, word(r.Label, "sourcing"), word(r.Label, "mode"),
			word(r.Label, "verification"),
			g.at(r.Label, "frameworks"), g.at(r.Label, "questions"), g.at(r.Label, "groups"), word(r.Label, "group"))
		if !strings.Contains(text, line) {
			t.Errorf("Table 1 has no row %q", line)
		}
		marks := [4]string{word(r.Label, "channels"), word(r.Label, "updates"), word(r.Label, "rounds"), word(r.Label, "preferences")}
		want := map[string][4]string{"ClawMark": {"yes", "yes", "yes", "no"}, "ClawArena": {"yes", "yes", "yes", "yes"}}[r.Label]
		must.Equal(t, want, marks, "%s has the marks", r.Label)
	}
	for _, told := range []string{"ClawMark satisfies three but omits implicit personalization",
		"the only benchmark to satisfy all four design axes"} {
		if !strings.Contains(text, told) {
			t.Errorf("the text does not say %q", told)
		}
	}
}

// testSignsOfStageClaw counts the signs of Table 1 again: what is left of five
// is partial support.
func testSignsOfStageClaw(t *testing.T) {
	text := paperTexts(t)["stage-claw-paper-v1"]
	text = text[strings.Index(text, "BenchmarkState-based"):strings.Index(text, "Table 1:Comparison")]
	g := gridOf(t, openBundled(t), "stage-claw", "table-1")
	at := func(i int) int {
		if i == len(g.t.Rows) {
			return len(text)
		}
		name := strings.NewReplacer("τ-bench", "tau-bench(", "STAGE-Claw", "STAGE-Claw (Ours)").Replace(g.t.Rows[i].Label)
		return strings.Index(text, name)
	}
	for i, r := range g.t.Rows {
		from, to := at(i), at(i+1)
		if from < 0 || to < from {
			t.Fatalf("Table 1 has no row %s", r.Label)
		}
		full, none := strings.Count(text[from:to], "✓"), strings.Count(text[from:to], "✗")
		wantCell(t, g, r.Label, "full", float64(full))
		wantCell(t, g, r.Label, "none", float64(none))
		wantCell(t, g, r.Label, "partial", float64(5-full-none))
		signs := map[string]int{}
		for _, c := range r.Cells[:5] {
			signs[c.Text]++
		}
		if whole := full+none == 5; whole && (signs["full"] != full || signs["none"] != none) || !whole && signs[""] != 5 {
			t.Errorf("%s: places %v of %d full and %d none", r.Label, signs, full, none)
		}
	}
}

// plainPaper takes the marks of LaTeX and Markdown out of a paper's text.
func plainPaper(s string) string {
	return strings.NewReplacer(`\`, "", "−", "-", "\u2009", " ", "–", "-", ",", "", "×", "x").Replace(s)
}

// surroundings returns what stands around every mention of a place; the whole
// text for what is printed in no table.
func surroundings(text, place string) string {
	const before, after = 2500, 2500
	m := regexp.MustCompile(`(Table|Figure) (\d+)`).FindStringSubmatch(place)
	if m == nil {
		return text
	}
	var out strings.Builder
	for _, at := range regexp.MustCompile(m[1]+` ?\[?`+m[2]+`\b`).FindAllStringIndex(text, -1) {
		out.WriteString(text[max(0, at[0]-before):min(len(text), at[1]+after)])
		out.WriteByte('\n')
	}
	return out.String()
}

// printedIn reports whether a number stands in text as a word of its own, with
// its digits or with fewer zeros behind the point.
func printedIn(text string, v float64) bool {
	for _, s := range spellings(v) {
		for from := 0; ; {
			i := strings.Index(text[from:], s)
			if i < 0 {
				break
			}
			i += from
			from = i + 1
			if (i == 0 || !digitAt(text, i-1)) && !digitAt(text, i+len(s)) {
				return true
			}
		}
	}
	return false
}

// digitAt reports whether a number goes on at i.
func digitAt(s string, i int) bool {
	if i >= len(s) {
		return false
	}
	if s[i] == '.' {
		return i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9'
	}
	return s[i] >= '0' && s[i] <= '9'
}

// followsLabel reports whether a number stands behind one of the places where
// the label of its row is printed.
func followsLabel(text, label string, v float64) bool {
	const reach = 300
	for _, at := range regexp.MustCompile(regexp.QuoteMeta(label)).FindAllStringIndex(text, -1) {
		for _, s := range spellings(v) {
			if strings.Contains(text[at[1]:min(len(text), at[1]+reach)], s) {
				return true
			}
		}
	}
	return false
}

// spellings are the ways to print a number with up to three digits behind the point.
func spellings(v float64) []string {
	var out []string
	for digits := 0; digits <= 3; digits++ {
		s := strconv.FormatFloat(v, 'f', digits, 64)
		if back, err := strconv.ParseFloat(s, 64); err == nil && back == v {
			out = append(out, s)
		}
	}
	return out
}
