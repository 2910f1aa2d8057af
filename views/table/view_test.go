package table

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/views/ui"
)

// TestShow sorts numbers and words both ways, keeps absent cells last and cuts the page.
func TestShow(t *testing.T) {
	number := func(v float64) Cell { return Number(&v, 0) }
	g := Table{Cols: []Col{{Key: "name", Sort: true}, {Key: "n", Num: true, Sort: true}, {Key: "note"}}, Rows: []Row{
		{Group: "x", Cells: []Cell{Words("b"), number(2), Words("")}}, {Cells: []Cell{Words("C"), Number(nil, 0), Words("")}},
		{Cells: []Cell{Words("a"), number(10), Words("")}}}}
	at := func(key, value string) string { return "?" + key + "=" + value }
	for _, tt := range []struct {
		view View
		rows string
		dir  ui.Direction // of n
		href string       // of n
	}{
		{View{At: at}, "b C a", ui.Unsorted, "?sort=n"},
		{View{Sort: "n", At: at, Anchor: "#t"}, "a b C", ui.Descending, "?sort=-n#t"},
		{View{Sort: "-n", At: at}, "b a C", ui.Ascending, "?sort=n"},
		{View{Sort: "name", At: at}, "a b C", ui.Unsorted, "?sort=n"},
		{View{Sort: "-name"}, "C b a", ui.Unsorted, ""},
		{View{Page: Window{Key: "page", Number: 9, Size: 2}, Noun: "rows", At: at}, "a", ui.Unsorted, "?sort=n"},
	} {
		shown := g.Show(tt.view)
		var names []string
		for _, r := range shown.Rows {
			names = append(names, r.Cells[0].Text)
		}
		must.Equal(t, tt.rows, strings.Join(names, " "), "rows of %q", tt.view.Sort)
		must.Equal(t, tt.dir, shown.Cols[1].Dir, "direction of %q", tt.view.Sort)
		must.Equal(t, tt.href, shown.Cols[1].Href, "link of %q", tt.view.Sort)
		if tt.view.Page.Size > 0 {
			must.Equal(t, ui.Pager{From: 3, To: 3, Total: 3, Noun: "rows", First: "?page=", Prev: "?page="}, *shown.pager, "pager")
		}
	}
}

func TestWindowPager(t *testing.T) {
	w := Window{Key: "page", Number: 3, Size: 10}
	lo, hi := w.Cut(45)
	must.Equal(t, [2]int{20, 30}, [2]int{lo, hi}, "bounds")
	must.Equal(t, ui.Pager{From: 21, To: 30, Total: 45, Noun: "runs", First: "page=", Prev: "page=2", Next: "page=4", Last: "page=5"},
		*w.Pager("runs", func(key, value string) string { return key + "=" + value }), "pager")
}

// TestData: columns of data stand in CSV alone, where a cell may say something else than on
// the page, and words are sorted by the number that they stand for.
func TestData(t *testing.T) {
	one, two := 1.0, 2.0
	g := Table{Cols: []Col{{Key: "id", Data: true}, {Key: "task", Sort: true}}, Rows: []Row{
		{Cells: []Cell{Words("x"), Words("q10").As("ten").By(&two)}}, {Cells: []Cell{Words("y"), Words("q2").As("").By(&one)}}}}
	header, rows := g.CSV()
	must.Same(t, [][]string{{"id", "task"}, {"x", "ten"}, {"y", ""}}, append([][]string{header}, rows...), "CSV")
	must.Equal(t, 1, len(g.heads()), "heads on the page")
	if first := g.Show(View{Sort: "-task"}).Rows[0]; first.Cells[1].Text != "q10" {
		t.Errorf("%s comes first", first.Cells[1].Text)
	}
}
