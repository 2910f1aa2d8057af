package model

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"

	"github.com/clawatlas/clawatlas/results"
	modelreport "github.com/clawatlas/clawatlas/results/report/model"
)

// TestRankText: a system has its rank among the ranked ones of its group, or the
// reason why it has none.
func TestRankText(t *testing.T) {
	run, two := "r", 2
	for want, r := range map[string]results.BoardRow{
		"2 of 3": {Run: &run, Complete: true, Rank: &two}, "printed": {Rank: &two},
		"incomplete": {Run: &run}, "not ranked": {Run: &run, Complete: true},
	} {
		must.Equal(t, want, rankText(modelreport.Placement{Of: 3, BoardRow: r}), "what was got")
	}
}
