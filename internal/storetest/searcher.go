package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

// Searcher indexes the texts of steps.
type Searcher interface {
	Index(ctx context.Context, docs []search.Doc) error
	Delete(ctx context.Context, docs []search.Doc) error
	Search(ctx context.Context, a search.Ask) ([]int64, error)
	Count(ctx context.Context, a search.Ask) (int, error)
}

// RunSearcher tests a text index that open makes.
func RunSearcher(t *testing.T, open func(t *testing.T) Searcher, without ...string) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, Searcher)
	}{
		{"Chinese", searcherChinese},
		{"Thai", searcherThai},
		{"symbols", searcherSymbols},
		{"narrowed", searcherNarrowed},
		{"order and pages", searcherOrder},
		{"deleted", searcherDeleted},
		{"any text", searcherAnyText},
		{"long texts", searcherLong},
	} {
		if !slices.Contains(without, test.name) {
			t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
		}
	}
}

// doc is a step that says the text.
func doc(key int64, text string, tags ...string) search.Doc {
	step := results.Step{Source: results.SourceAgent, Message: text}
	return search.Doc{Key: key, Words: search.IndexText(search.StepText(&step)), Tags: strings.Join(tags, " ")}
}

// gives wants the keys that a search line finds, and as many counted.
func gives(t *testing.T, x Searcher, line string, a search.Ask, want ...int64) {
	t.Helper()
	a.Terms = search.Parse(line).Terms
	if a.Limit == 0 {
		a.Limit = 100
	}
	same(t, fmt.Sprintf("%q %+v (-want +got)", line, a), append([]int64{}, want...), append([]int64{}, must.Get(x.Search(t.Context(), a))(t)...))
	if n := must.Get(x.Count(t.Context(), a))(t); a.Offset == 0 && n != len(want) {
		t.Errorf("%q %+v: %d counted, want %d", line, a, n, len(want))
	}
}

// searcherChinese finds words of scripts without spaces by any part of them.
func searcherChinese(t *testing.T, x Searcher) {
	must.Do(t, x.Index(t.Context(), []search.Doc{doc(1, "本季度预算超支"), doc(2, "预算，不足 Q3预算v2"), doc(3, "算预"), doc(4, "東京タワー"), doc(5, "서울특별시 예산")}))
	for line, want := range map[string][]int64{
		"预算": {2, 1}, "算": {3, 2, 1}, "预算超支": {1}, "预算 不足": {2}, "预算v2": {2}, "度预": {1}, "タワー": {4}, "예산": {5}, "预支": nil, "预算 -超支": {2},
	} {
		gives(t, x, line, search.Ask{}, want...)
	}
}

// searcherThai finds words of other scripts without spaces, also by their beginning.
func searcherThai(t *testing.T, x Searcher) {
	must.Do(t, x.Index(t.Context(), []search.Doc{doc(1, "งบประมาณประจำปี 2567"), doc(2, "ประชุมงบประมาณ"), doc(3, "ຂໍ້ມູນ"),
		doc(4, "ទិន្នន័យ"), doc(5, "အချက်အလက်")}))
	for line, want := range map[string][]int64{
		"งบประมาณ": {2, 1}, "ประจำปี": {1}, "ประชุม": {2}, "ประมาณงบ": nil, "2567": {1}, "ຂໍ້ມູນ": {3}, "ទិន្នន័យ": {4}, "အချက်": {5},
	} {
		gives(t, x, line, search.Ask{}, want...)
	}
}

// searcherSymbols finds signs and emoji by themselves, and full width as ASCII.
func searcherSymbols(t *testing.T, x Searcher) {
	must.Do(t, x.Index(t.Context(), []search.Doc{
		doc(1, "✓ tests passed"), doc(2, "✔️ tests ✅ passed"), doc(3, "a → b, 5 € ± 2"), doc(4, "thumbs 👍🏽 up 🎉🎉🎉"), doc(5,
			"ＦＵＬＬ　ｗｉｄｔｈ１２"), doc(6, "│ name │ value │"), doc(7, "👨‍👩‍👧 and 🇫🇷"),
	}))
	for line, want := range map[string][]int64{
		"✓": {1}, "✔": {2}, "✔️": {2}, "✅": {2}, `"✅ passed"`: {2}, `"✓ passed"`: nil, "✓ passed": {1}, "→": {3}, "€": {3}, "±": {3},
		"👍": {4}, "👍🏿": {4}, "🎉": {4}, "🎉🎉": {4}, "full": {5}, "width12": {5}, "ｎａｍｅ": {6}, `"name value"`: {6}, "👩": {7}, "🇫🇷": {7}, "🇷🇫": nil,
	} {
		gives(t, x, line, search.Ask{}, want...)
	}
}

func searcherNarrowed(t *testing.T, x Searcher) {
	const far = int64(3)<<32 | 1
	must.Do(t, x.Index(t.Context(), []search.Doc{
		doc(1, "word", "b1", "agent"), doc(2, "word failed", "b1", "user"), doc(3, "word", "b2", "agent", "failed"), doc(far, "word",
			"b2", "user"), doc(far+1, "word", "b3", "agent"),
	}))
	for _, c := range []struct {
		ask  search.Ask
		want []int64
	}{
		{search.Ask{}, []int64{far + 1, far, 3, 2, 1}},
		{search.Ask{Tags: [][]string{{"b1"}}}, []int64{2, 1}},
		{search.Ask{Tags: [][]string{{"b1", "b3"}}}, []int64{far + 1, 2, 1}},
		{search.Ask{Tags: [][]string{{"b1", "b2"}, {"agent"}}}, []int64{3, 1}},
		{search.Ask{Tags: [][]string{{"failed"}}}, []int64{3}},
		{search.Ask{Tags: [][]string{{"b"}}}, nil},
		{search.Ask{From: 2, To: far}, []int64{far, 3, 2}},
		{search.Ask{From: far, To: far}, []int64{far}},
		{search.Ask{From: 4, To: 9}, nil},
		{search.Ask{From: 3}, []int64{far + 1, far, 3}},
		{search.Ask{Runs: []int64{3}}, []int64{far + 1, far}},
		{search.Ask{Runs: []int64{0, 5}, Tags: [][]string{{"agent"}}}, []int64{3, 1}},
	} {
		gives(t, x, "word", c.ask, c.want...)
	}
	gives(t, x, "failed", search.Ask{}, 2) // a tag is no word of the text
	gives(t, x, "agent", search.Ask{})
}

// searcherOrder orders by relevance and joins pages.
func searcherOrder(t *testing.T, x Searcher) {
	docs := []search.Doc{doc(1, "needle"), doc(2, "needle "+strings.Repeat("hay ", 50)), doc(3, "needle"), doc(4, "hay")}
	must.Do(t, x.Index(t.Context(), docs))
	gives(t, x, "needle", search.Ask{Order: search.ByNewest}, 3, 2, 1)
	gives(t, x, "needle", search.Ask{Order: search.ByRelevance}, 3, 1, 2)
	for _, order := range []search.Order{search.ByNewest, search.ByRelevance} {
		whole := must.Get(x.Search(t.Context(), search.Ask{Terms: []search.Term{{Text: "needle"}}, Order: order, Limit: 10}))(t)
		for i, key := range whole {
			gives(t, x, "needle", search.Ask{Order: order, Limit: 1, Offset: i}, key)
		}
		if n := len(must.Get(x.Search(t.Context(), search.Ask{Terms: []search.Term{{Text: "needle"}}, Order: order, Limit: 10,
			Offset: 3}))(t)); n != 0 {
			t.Errorf("%d keys past the end", n)
		}
	}
	if n := must.Get(x.Count(t.Context(), search.Ask{Terms: []search.Term{{Text: "needle"}}, Limit: 2}))(t); n != 2 {
		t.Errorf("%d counted, want 2 at most", n)
	}
}

// searcherDeleted takes out as many as would not go at once, and puts some back.
func searcherDeleted(t *testing.T, x Searcher) {
	var docs []search.Doc
	for key := range int64(100) {
		docs = append(docs, doc(key+1, "common 文本", "odd"))
	}
	must.Do(t, x.Index(t.Context(), docs))
	must.Do(t, x.Delete(t.Context(), docs[:99]))
	must.Do(t, x.Delete(t.Context(), nil))
	gives(t, x, "common", search.Ask{}, 100)
	gives(t, x, "文本", search.Ask{Tags: [][]string{{"odd"}}}, 100)
	must.Do(t, x.Index(t.Context(), docs[:1]))
	gives(t, x, "common", search.Ask{}, 100, 1)
}

// searcherAnyText asks for what would be an operator somewhere.
func searcherAnyText(t *testing.T, x Searcher) {
	must.Do(t, x.Index(t.Context(), []search.Doc{doc(1, `AND OR NOT NEAR "quoted" {body} : x*`)}))
	for _, text := range []string{"AND", "NOT", `"quoted"`, "{body} : x", "NEAR(", "x*", "OR\x00NOT"} {
		list, err := x.Search(t.Context(), search.Ask{Terms: []search.Term{{Text: text}}, Limit: 9})
		if err != nil || len(list) != 1 {
			t.Errorf("%q: %v, %v; want the one step", text, list, err)
		}
	}
	for _, text := range []string{`"`, "", "\x00", "*", "- -"} {
		if list, err := x.Search(t.Context(), search.Ask{Terms: []search.Term{{Text: text}}, Limit: 9}); err != nil || len(list) != 0 {
			t.Errorf("%q, which holds no word: %v, %v", text, list, err)
		}
	}
}
