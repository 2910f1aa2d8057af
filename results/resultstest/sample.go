package resultstest

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"os"
	"testing"
)

// Everything has sweeps try all that they can, which takes some minutes: `make sweep`.
var Everything = os.Getenv("CLAWATLAS_SWEEP") != ""

// Sample is how a sweep chooses what it tries: one of so many, by a seed that can be given,
// so that a commit passes always or never; and all with CLAWATLAS_SWEEP.
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
