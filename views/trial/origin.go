package trial

import (
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

// whyValues are the values that the complaints ask for or found, each once.
func (t trialView) whyValues() (list []stepviews.WhyValue) {
	if t.Why == nil {
		return nil
	}
	type key struct {
		Value string
		Asked bool
	}
	have := map[key]bool{}
	for i := range t.Why.Complaints {
		for k := range t.Why.Complaints[i].Values {
			v := &t.Why.Complaints[i].Values[k]
			if at := (key{Value: v.Value, Asked: v.Asked}); !have[at] {
				have[at] = true
				list = append(list, stepviews.WhyValue{Value: ui.Plain(v.Value), Asked: v.Asked,
					Origin: stepviews.NewOrigin(&v.Origin, t.Run, t.Scenario, t.Task)})
			}
		}
	}
	return list
}
