package clawarena

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/world"
)

// BenchmarkLooks makes the scenes of the public dataset, opens them, and finds the
// looks of a whole run.
func BenchmarkLooks(b *testing.B) {
	run := resultstest.Shared(b, "data", "clawarena", "vllm_gemma-4-31b-it_openclaw")
	all := realScenarios(b)
	turns := make([][]world.Turn, len(all))
	for i := range all {
		turns[i], _ = realTurns(b, run, &all[i])
	}
	var scenes []*world.Scene
	var packed [][]byte
	for i := range all {
		scenes = append(scenes, world.NewScene(all[i].initial, all[i].rounds, all[i].changes))
		packed = append(packed, scenes[i].Pack())
	}
	for _, part := range []struct {
		name string
		do   func(i int)
	}{
		{"make", func(i int) { world.NewScene(all[i].initial, all[i].rounds, all[i].changes).Pack() }},
		{"open", func(i int) {
			if _, err := world.UnpackScene(packed[i]); err != nil {
				b.Fatal(err)
			}
		}},
		{"look", func(i int) { scenes[i].Looks(turns[i]) }},
	} {
		b.Run(part.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for i := range all {
					part.do(i)
				}
			}
		})
	}
}
