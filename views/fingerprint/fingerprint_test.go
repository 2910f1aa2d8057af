package fingerprint

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// rowOf is a row whose cells are letters: # passed, o failed, n no answer, t
// timeout, e error, j not judged, . missing, 1 and 2 thirds.
func rowOf(label, cells string) Row {
	status := map[rune]results.Status{'#': results.Passed, 'o': results.Failed, 'n': results.NoAnswer, 't': results.Timeout, 'e': results.AgentError, 'j': results.NotJudged, '.': results.Missing,
		'1': results.Failed, '2': results.Failed}
	r := Row{Label: label}
	for i, k := range cells {
		c := Cell{Label: fmt.Sprintf("q%d", i+1), Status: status[k]}
		if k == '1' || k == '2' {
			score := map[rune]float64{'1': .1, '2': .9}[k]
			c.Score = &score
		}
		r.Cells = append(r.Cells, c)
	}
	return r
}

func shown(t *testing.T, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	must.Do(t, c.Render(context.Background(), &b))
	wellFormed(t, b.String())
	return b.String()
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
	}
}

// TestShapes: each verdict has a shape of its own, so that the drawing reads
// without colour.
func TestShapes(t *testing.T) {
	want := map[rune]string{'#': "fp-p", 'o': "fp-f", 'n': "fp-n", 't': "fp-t fp-tq", 'e': "fp-e fp-eb", 'j': "fp-j", '.': "fp-m", '1': "fp-f fp-p", '2': "fp-f fp-p"}
	paths := map[string]rune{}
	for k, classes := range want {
		var l layers
		rowOf("", string(k)).Cells[0].draw(&l, 0, 0, 6)
		var got []string
		d := ""
		for _, x := range l {
			got, d = append(got, x.class), d+string(x.d)
		}
		if strings.Join(got, " ") != classes {
			t.Errorf("%c: classes %q, want %q", k, got, classes)
		}
		if other, ok := paths[d]; ok && k != other && classes != "fp-f" {
			t.Errorf("%c is drawn as %c", k, other)
		}
		paths[d] = k
	}
}

// TestSummary: what has no verdict is not counted among what was not passed.
func TestSummary(t *testing.T) {
	for cells, want := range map[string]string{
		"##o":      "2 of 3 rounds passed (66.67\u00a0%), longest streak 2",
		"#o2njte.": "mean 47.50\u00a0%; 1 of 4 rounds solved (25.00\u00a0%), 4 of 8 without a verdict",
		"...j":     "no verdict on 4 rounds",
	} {
		must.Equal(t, want, rowOf("", cells).Summary(), "%s", cells)
		run := Run{Rows: []Row{rowOf("", cells)}}
		if got := run.Summary(); got != "Fingerprint: "+strings.Replace(strings.TrimSuffix(want, ", longest streak 2"), " solved (", " solved (full marks; ", 1) {
			t.Errorf("%s: %q", cells, got)
		}
	}
	zero := 0.0
	row := Row{Cells: []Cell{{Status: results.Timeout, Score: &zero}, {Status: results.Passed}}}
	if p, judged := row.Count(); p != 1 || judged != 2 {
		t.Errorf("a timeout that was scored 0: %d of %d", p, judged)
	}
}

func TestThirds(t *testing.T) {
	for score, want := range map[float64]int{0: 0, .001: 1, .49: 1, .5: 2, .999: 2, 1: 0} {
		if got := (Cell{Status: results.Failed, Score: &score}).partial(); got != want {
			t.Errorf("score %v fills %d thirds, want %d", score, got, want)
		}
	}
}

func TestStreak(t *testing.T) {
	for cells, want := range map[string][2]int{"##o###o###": {3, 3}, "": {0, 0}, "ooo": {0, 0}, "#.##": {2, 2}, "####": {0, 4}} {
		if start, n := rowOf("", cells).Streak(); [2]int{start, n} != want {
			t.Errorf("%s: streak of %d from %d, want %v", cells, n, start, want)
		}
	}
}

// TestStrip: every cell is a link with its words, updates and streak are drawn,
// and a row longer than a line goes on in the next.
func TestStrip(t *testing.T) {
	r := rowOf("s1", "#o"+strings.Repeat("#", 40))
	for i := range r.Cells {
		r.Cells[i].Href = fmt.Sprintf("/q%d", i+1)
	}
	r.Cells[1].Update, r.Cells[1].Kind, r.Cells[1].Pref = true, results.KindExecCheck, true
	html := shown(t, Strip(r, Medium))
	for _, want := range []string{`aria-label="s1: 41 of 42 rounds passed (97.62 %), longest streak 40"`, `<a href="/q2"><title>q2 failed, after an update, preference round</title><path class="fp-f"`,
		`class="fp-u"`, `class="fp-d"`, `>e</text>`, `viewBox="0 0 567 60"`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in %.400s", want, html)
		}
	}
	if streak := regexp.MustCompile(`fp-s" d="([^"]*)"`).FindStringSubmatch(html); streak == nil || strings.Count(streak[1], "M") != 2 {
		t.Errorf("streak over two lines: %q", streak)
	}
	r.Unordered = true
	if html := shown(t, Strip(r, Large)); strings.Contains(html, "fp-s") || strings.Contains(html, "streak") {
		t.Error("a row without order has a streak")
	}
	if html := shown(t, Strip(Row{}, Large)); html != "" {
		t.Errorf("an empty row is %q", html)
	}
	if html := shown(t, Strip(rowOf("s", "#o#"), Small)); strings.Contains(html, "<a") || strings.Count(html, "<path") != 2 {
		t.Errorf("without links one path for each verdict: %s", html)
	}
}

func TestLegend(t *testing.T) {
	html := shown(t, Legend(rowOf("", "#o1")))
	for _, want := range []string{"passed", "failed", "thirds"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in the legend", want)
		}
	}
	for _, not := range []string{"timeout", "update", "streak", "missing"} {
		if strings.Contains(html, not) {
			t.Errorf("%q in the legend, which does not occur", not)
		}
	}
}

func large(rows, cells int) Run {
	r := Run{Name: "large"}
	for i := range rows {
		r.Rows = append(r.Rows, rowOf(fmt.Sprintf("scenario-with-a-long-name-%d", i), strings.Repeat("#o1t", cells/4+1)[:cells]))
	}
	return r
}

// TestBounds: whatever a run has, its drawings stay small and say what a cell is.
func TestBounds(t *testing.T) {
	for _, tt := range []struct {
		rows, cells int
		coarse      string
	}{{1, 1, ""}, {12, 30, ""}, {1, 1000, ""}, {4, 250, ""}, {10, 1000, "A cell is 3 rounds."}, {1, 100_000, "A cell is 25 rounds."}, {2000, 5, "A cell is 3 rounds. Lines do not end with a scenario."}} {
		r := large(tt.rows, tt.cells)
		file := shown(t, Field(r))
		wellFormed(t, file)
		thumb := shown(t, Thumb(r))
		if len(file) > 200_000 || len(thumb) > 12_000 {
			t.Errorf("%d x %d: picture of %d bytes, in a row of a table %d", tt.rows, tt.cells, len(file), len(thumb))
		}
		if tt.coarse == "" && strings.Contains(file, "A cell is") || !strings.Contains(file, tt.coarse) {
			t.Errorf("%d x %d does not say %q", tt.rows, tt.cells, tt.coarse)
		}
		rows, size, note := r.Strips()
		cells := 0
		for _, row := range rows {
			cells += len(row.Cells)
		}
		if cells > mostCells+tt.rows || (note == "") != (tt.rows*tt.cells <= mostCells) || len(rows) != tt.rows {
			t.Errorf("%d x %d: %d cells in %d rows, %q", tt.rows, tt.cells, cells, len(rows), note)
		}
		if (size == Medium) != (tt.rows*tt.cells <= linked) {
			t.Errorf("%d x %d is drawn in the wrong size", tt.rows, tt.cells)
		}
	}
}

// TestThumb: it fits the box of its row, and tells a part of the marks from none.
func TestThumb(t *testing.T) {
	for _, r := range []Run{large(12, 30), large(10, 22), large(1, 1), large(1, 500), large(1, 100_000), large(40, 3), {}} {
		t1 := newThumb(r)
		longest := 0
		for _, row := range t1.rows {
			longest = max(longest, len(row.Cells))
		}
		if longest*t1.w > thumbW || len(t1.rows)*t1.h > thumbH {
			t.Errorf("%d rows of %d cells of %d x %d", len(t1.rows), longest, t1.w, t1.h)
		}
	}
	html := shown(t, Thumb(Run{Rows: []Row{rowOf("s", "##1o.")}}))
	if html != `<svg class="fp" viewBox="0 0 90 24" width="90" height="24" role="img"><title>Fingerprint: mean 52.50 %; 2 of 4 rounds solved (full marks; 50.00 %), 1 of 5 without a verdict</title><path class="fp-p" d="M0 10h8v4h-8z"></path><path class="fp-2" d="M8 10h4v4h-4z"></path><path class="fp-3" d="M12 10h4v4h-4z"></path></svg>` {
		t.Errorf("got %s", html)
	}
}

// TestPair: cells lead to the trials, a flip to both, in colour only where a
// test separates.
func TestPair(t *testing.T) {
	p := Pair{A: rowOf("A", "#o#"), B: rowOf("B", "##o"), Flips: []Flip{{At: 1, Href: "/two", Words: "q2: only B passed"}, {At: 2, OnlyA: true, Href: "/three"}}}
	p.A.Cells[0].Href, p.A.Cells[1].Update = "/a", true
	html := shown(t, PairOf(p, []Pair{p}))
	for _, want := range []string{`<a href="/two"><title>q2: only B passed</title>`, `<a href="/a">`, `aria-label="A: 2 of 3 rounds passed (66.67 %); B: 2 of 3 rounds passed (66.67 %), longest streak 2"`, `fp-u fp-2`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in %s", want, html)
		}
	}
	if strings.Contains(html, "fp-a") || strings.Contains(html, "fp-b\"") {
		t.Error("flips are coloured though nothing separates")
	}
	p.Separates = true
	if html := shown(t, PairOf(p, []Pair{p})); !strings.Contains(html, "fp-v fp-a") || !strings.Contains(html, "fp-v fp-b") {
		t.Error("flips have no colour though a test separates")
	}
	big := Pair{A: rowOf("A", strings.Repeat("#", 900)), B: rowOf("B", strings.Repeat("o", 900)), Flips: []Flip{{At: 3}}}
	if html := shown(t, PairOf(big, []Pair{big})); strings.Contains(html, "<a") || len(html) > 60_000 {
		t.Errorf("a large pair has links or %d bytes", len(html))
	}
}
