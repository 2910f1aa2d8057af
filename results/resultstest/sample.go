package resultstest

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"os"
	"testing"
)

// Everything is set if CLAWATLAS_SWEEP is set (`make sweep`). Tests that sample cases then try all
// of them, which takes minutes.
var Everything = os.Getenv("CLAWATLAS_SWEEP") != ""

// Sample returns a function that reports whether to run a case: one in oneOf, chosen by a fixed
// seed, or every case if Everything is set.
func Sample(t *testing.T) func(oneOf uint32, what string) bool {
	if Everything {
		return func(uint32, string) bool { return true }
	}
	seed := cmp.Or(os.Getenv("CLAWATLAS_SEED"), "1")
	t.Logf("a sample by CLAWATLAS_SEED=%s", seed)
	return func(oneOf uint32, what string) bool {
		h := fnv.New32a()
		fmt.Fprint(h, seed, t.Name(), what)
		return h.Sum32()>>8%oneOf == 0
	}
}
