package table

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestCSVCells holds that no cell is a formula, and that numbers stay numbers.
func TestCSVCells(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""}, {"plain", "plain"}, {"-0.5", "-0.5"}, {"+2.97", "+2.97"}, {"-1e-9", "-1e-9"}, {".5", ".5"}, {"a=1", "a=1"}, {"2-1", "2-1"}, {"–", "–"}, {"−1.5", "−1.5"},
		{"=1+1", "'=1+1"}, {"-cmd", "'-cmd"}, {"+cmd", "'+cmd"}, {"@SUM(A1)", "'@SUM(A1)"}, {"-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"}, {"-", "'-"}, {"--1", "'--1"}, {"-0x1p-2", "'-0x1p-2"},
		{"\t=1", "'\t=1"}, {"\r=1", "'[CR]=1"}, {"\n=1", "'\n=1"}, {"\r\n=1", "'[CR]\n=1"}, {"\nplain", "'\nplain"}, {" =1", "' =1"}, {"\u00a0=1", "'\u00a0=1"}, {"\u3000=1", "'\u3000=1"},
		{"\u200b=1", "'[ZWSP]=1"}, {"\ufeff=1", "'[BOM]=1"}, {"\x00=1", "'[NUL]=1"}, {"\xff=1", "[\\xFF]=1"},
		{"＝1", "'＝1"}, {"＋1", "'＋1"}, {"－1", "'－1"}, {"＠x", "'＠x"}, {"﹣1", "'﹣1"}, {"\u202egnp", "[RLO]gnp"},
	}
	var in, want []string
	for _, tt := range tests {
		in, want = append(in, tt.in), append(want, tt.want)
	}
	var b strings.Builder
	must.Do(t, WriteCSV(&b, in, slices.Values([][]string{in})))
	got := must.Get(csv.NewReader(strings.NewReader(b.String())).ReadAll())(t)
	must.Same(t, [][]string{want, want}, got, "what was got")
}
