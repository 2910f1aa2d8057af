package compare

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/report"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/views"
)

// A difference is shown from ten cases on, and only what separates after Holm is
// said, of runs that are ranked.
func TestCompareWorldWords(t *testing.T) {
	half, tenth, p, holm := 0.5, 0.1, 0.004, 0.008
	test := func(id string, n int, diff float64, holm *float64) worldreport.CompareWorldTest {
		return worldreport.CompareWorldTest{ID: id, N: n, OnlyA: 1, Neither: n - 1, A: &half, B: &tenth, Diff: &diff,
			AdjustedTest: report.AdjustedTest{CI: &[2]float64{-0.1, 0.9}, P: &p, PHolm: holm}}
	}
	one := 1.0
	c := comparisonView{&comparereport.Comparison{Result: &compare.Comparison{Ranked: true},
		World: &worldreport.CompareWorld{Tests: []worldreport.CompareWorldTest{test("files", 9, 0.4, &one), test("chats", 10, 0.4, &one)}}},
		views.Frame{}}
	rows := c.worldFamily().Rows
	if few := rows[0]; few.Text != [3]string{"1 of 9", "too few", "0 of 9"} || few.CI != "too few" || few.At != nil ||
		few.OnlyA.Href != "#world-files" {
		t.Errorf("%+v", few)
	}
	if enough := rows[1]; enough.Text[1] != "+40.00" || enough.At == nil {
		t.Errorf("%+v", enough)
	}
	if text := c.worldSentence(); text != "None of these 2 comparisons separates A and B." {
		t.Error(text)
	}
	c.World.Tests[0] = test("files", 40, -0.4, &holm)
	if text := c.worldSentence(); text != "Changed files noticed: B is ahead (p 0.0080 after Holm). The others do not separate A and B." {
		t.Error(text)
	}
	c.Result.Ranked = false
	if text := c.worldSentence(); !strings.Contains(text, "nothing here says") {
		t.Error(text)
	}
}
