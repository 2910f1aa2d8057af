package resultstest

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"os"
	"testing"
)

// Everything makes sweeps try all cases, which takes minutes: `make sweep`.
var Everything = os.Getenv("CLAWATLAS_SWEEP") != ""

// Sample chooses one case in oneOf by a fixed seed, or all with CLAWATLAS_SWEEP.
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
