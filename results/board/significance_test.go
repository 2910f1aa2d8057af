package board_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/stats"
)

// What further runs add to an interval they add to the test as well.
func TestWidened(t *testing.T) {
	narrow := board.Tested{P: 0.001, CI: &stats.Interval{Lo: 0.1, Hi: 0.3}}
	if got := narrow.Widened(0.2, 0); got.P != narrow.P || *got.CI != *narrow.CI {
		t.Errorf("nothing added: %+v", got)
	}
	if got := narrow.Widened(0.2, 0.4); got.P < 0.05 || got.CI.Lo > 0 || got.CI.Hi < 0.6 {
		t.Errorf("0.4 added: p %v, interval %+v; want an interval over 0 and p above 0.05", got.P, *got.CI)
	}
}
