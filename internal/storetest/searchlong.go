package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

// searcherLong finds words and phrases anywhere in long texts.
func searcherLong(t *testing.T, x Searcher) {
	const words = 18_000 // more than a vector of PostgreSQL has places for, in more than a megabyte
	number := func(i int) string { return fmt.Sprintf("n%dx", i) }
	var long strings.Builder
	for i := range words {
		long.WriteString(number(i) + " ")
	}
	var often strings.Builder // "the" is every other word
	for i := range words {
		fmt.Fprintf(&often, "the w%dx ", i%5000)
	}
	hash := strings.Repeat("0123456789abcdef", 4)
	var hashes strings.Builder // two megabytes of words
	for i := range words {
		fmt.Fprintf(&hashes, "%05dk%s ", i, hash)
	}
	same := strings.Repeat("ha ", 10_000) + "end of it"
	huge := strings.Repeat("x", 1<<16)
	chinese := strings.Repeat("预算超支不足", 4000) + "培训"
	must.Do(t, x.Index(t.Context(), []search.Doc{
		doc(1, long.String(), "b1"), doc(2, often.String()), doc(3, hashes.String()), doc(4, same), doc(5,
			huge+" beside "+huge+"y"), doc(6, chinese), doc(7, "n1x n2x the", "b1"),
	}))
	for at := 0; at+6 < words; at += 487 { // a phrase lies on each border of pieces, whatever their size
		var phrase []string
		for i := range 6 {
			phrase = append(phrase, number(at+i))
		}
		gives(t, x, `"`+strings.Join(phrase, " ")+`"`, search.Ask{}, 1)
	}
	for line, want := range map[string][]int64{
		"n1x n17999x": {1}, `n1x -"n17999x"`: {7}, "n1x": {7,
			1}, `"n1x n3x"`: nil, `"n17998x n1799"*`: {1}, "n1x the": {7}, "n1799*": {1}, `-"n1x" w4999x`: {2},
		`"the w4999x the w0x"`: {2}, `"w17x the w18x"`: {2}, `"w17x w18x"`: nil, "the": {7, 2}, `"w4999x the"`: {2},
		"00000k" + hash: {3}, "17999k" + hash: {3}, `"17998k` + hash + ` 17999k` + hash + `"`: {3}, "15000k*": {3}, "00000k" + hash +
			" 17999k*": {3},
		`"ha end of it"`: {4}, `"ha ha ha end"`: {4}, `"` + strings.Repeat("ha ", 90) + `end"`: {4}, `"end of ha"`: nil,
		"beside": {5}, strings.Repeat("x", 300) + "*": {5}, `"` + strings.Repeat("x",
			300) + `" beside`: nil, "不足培训": {6}, "足预": {6}, "预算超支不足预算超支不足预算": {6}, "算预": nil, "足培 -beside": {6},
	} {
		gives(t, x, line, search.Ask{}, want...)
	}
	gives(t, x, "n1x", search.Ask{Tags: [][]string{{"b1"}}, Order: search.ByRelevance}, 7, 1)
	gives(t, x, "n1x n17999x", search.Ask{Tags: [][]string{{"b1"}}}, 1)
	gives(t, x, "the w17x", search.Ask{Tags: [][]string{{"b1"}}})
	gives(t, x, "the", search.Ask{From: 1, To: 3}, 2)
	must.Do(t, x.Delete(t.Context(), []search.Doc{doc(1, long.String(), "b1")}))
	gives(t, x, "n1x", search.Ask{}, 7)
}
