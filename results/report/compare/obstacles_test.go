package compare

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// Of one model in two frameworks the difference is one of these; of two models it is of both.
func TestDifferentFrameworks(t *testing.T) {
	for _, x := range []struct{ b, want string }{{"m", "one of the frameworks"}, {"n", "of model and framework together"}} {
		var c Comparison
		c.A.System, c.B.System = results.System{Model: "m", Framework: "f"}, results.System{Model: x.b, Framework: "g"}
		said := ""
		c.differentSetUp(func(_ bool, code, format string, _ ...any) {
			if code == "framework" {
				said += format
			}
		})
		if !strings.Contains(said, x.want) {
			t.Errorf("m in f and %s in g: %q", x.b, said)
		}
	}
}

// A task that has one trial whose score is a mean of several attempts was tried as often.
func TestAttemptsBehindAMean(t *testing.T) {
	for want, trials := range map[int][]results.Trial{0: nil, 1: {{Attempt: 1}}, 2: {{Attempt: 1}, {Attempt: 2}}, 3: {{Attempt: 1, Attempts: 3}, {Attempt: 2}}} {
		if got := attemptsPerTask(trials); got != want {
			t.Errorf("%d attempts of %+v, want %d", got, trials, want)
		}
	}
}
