package results

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestSuccessor(t *testing.T) {
	for reason, want := range map[string]string{
		ReplacedReason("b-m-f-1234abcd", "other records stand in its place in runs"): "b-m-f-1234abcd",
		"replaced by something: else entirely":                                       "something",
		"replaced by <b>: x":                                                         "",
		"replaced by hand":                                                           "",
		"Personal data.":                                                             "",
	} {
		must.Equal(t, want, (Withdrawal{Reason: reason}).Successor(), "%q", reason)
	}
}
