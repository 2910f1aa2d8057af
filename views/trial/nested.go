package trial

import (
	"path"
	"strings"

	stepviews "github.com/clawatlas/clawatlas/views/step"
)

// Arrived are the messages that the update right before the task brought.
func (t trialView) Arrived() stepviews.Arrivals {
	list := stepviews.Arrivals{}
	if t.World == nil {
		return list
	}
	for _, c := range t.World.Changes {
		for _, p := range c.Parts {
			if c.Kind == "chat" && p.Mark == "+" {
				name := strings.TrimSuffix(path.Base(c.Path), stepviews.SessionSuffix)
				list[name] = append(list[name], p)
			}
		}
	}
	return list
}
