package compare

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// valuesWords says in a sentence whether the values were in sight.
func (v trialsView) valuesWords() string {
	var seen [2]int
	for i := range v.Values {
		for s, o := range []*results.Origin{v.Values[i].A, v.Values[i].B} {
			if o != nil && o.First != nil {
				seen[s]++
			}
		}
	}
	n := len(v.Values)
	if n == 1 {
		return fmt.Sprintf("The value was shown to %s before the file was last written.",
			[]string{"neither side", "B alone", "A alone", "both sides"}[2*seen[0]+seen[1]])
	}
	return fmt.Sprintf("Of %s A was shown %s before it last wrote the file, and B %s.", words.Counted(n, "value"), words.Count(seen[0]),
		words.Count(seen[1]))
}
