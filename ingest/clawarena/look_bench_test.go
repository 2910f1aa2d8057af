package clawarena

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/world"
)

// BenchmarkLooks finds the looks of a whole run, the scenes included.
func BenchmarkLooks(b *testing.B) {
	run := resultstest.Shared(b, "data", "clawarena", "vllm_gemma-4-31b-it_openclaw")
	all := realScenarios(b)
	turns := make([][]world.Turn, len(all))
	for i := range all {
		turns[i], _ = realTurns(b, run, &all[i])
	}
	for _, part := range []struct {
		name   string
		scenes bool
	}{{"scenes", true}, {"runs", false}} {
		b.Run(part.name, func(b *testing.B) {
			b.ReportAllocs()
			var scenes []*world.Scene
			for i := range all {
				scenes = append(scenes, world.NewScene(all[i].initial, all[i].rounds, all[i].changes))
			}
			for b.Loop() {
				for i := range all {
					if part.scenes {
						world.NewScene(all[i].initial, all[i].rounds, all[i].changes)
					} else {
						scenes[i].Looks(turns[i])
					}
				}
			}
		})
	}
}
