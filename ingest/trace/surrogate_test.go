package trace

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestWholePairs(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":"x\ud83dy"}`:         `{"a":"x�y"}`,
		`"\ude00\ud83d"`:           `"��"`,
		`"\ud83d\ude00 \uD83D"`:    `"\ud83d\ude00 �"`,
		`"\ud83d\ud83d\ude00"`:     `"�\ud83d\ude00"`,
		`"\\ud83d \\\ud83d \n"`:    `"\\ud83d \\� \n"`,
		`"\ud83d`:                  `"�`,
		`"a\`:                      `"a\`,
		`{"\ud83d":[1,"é\u00e9"]}`: `{"�":[1,"é\u00e9"]}`,
	} {
		must.Equal(t, want, string(wholePairs([]byte(in))), "wholePairs(%s)", in)
	}
}
