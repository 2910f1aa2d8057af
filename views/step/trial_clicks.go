package step

import (
	"math"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/words"
)

// clicksMost is how many clicks are drawn on one picture.
const clicksMost = 12

// ClickMark is a click on the picture of a screen.
type ClickMark struct {
	X, Y  float64 // pixels of the picture
	Label string
	Href  string // of the call
}

// markClicks draws the clicks of the steps on the pictures that they were made on: the
// last one that the trace shows before the step.
func markClicks(list []Step, steps []results.Step) {
	var last *Media
	latest := func(parts []Media) {
		for i := range parts {
			if parts[i].Kind == "image" || parts[i].Part.Type == "image" {
				last = &parts[i]
			}
		}
	}
	for i := range list {
		latest(list[i].Parts)
		for c := range list[i].Calls {
			v := &list[i].Calls[c]
			if n := v.Number - 1; n < len(steps[i].ToolCalls) {
				last.Mark(&steps[i].ToolCalls[n], v, list[i].StepID)
			}
		}
		for c := range list[i].Calls {
			for r := range list[i].Calls[c].Results {
				latest(list[i].Calls[c].Results[r].Parts)
			}
		}
		for r := range list[i].Loose {
			latest(list[i].Loose[r].Parts)
		}
	}
}

// Mark adds the click of a call. It lies inside the picture, whose size is known and is
// that of the screen where the call states one.
func (m *Media) Mark(call *results.ToolCall, v *Call, step int) {
	if m == nil || m.Href == "" || m.Part.Width == 0 || len(m.Clicks) == clicksMost {
		return
	}
	c, ok := calls.ReadClick(call)
	w, h := float64(m.Part.Width), float64(m.Part.Height)
	if !ok || c.X > w || c.Y > h || c.Width > 0 && (c.Width != w || c.Height != h) {
		return
	}
	m.Clicks = append(m.Clicks, ClickMark{X: c.X, Y: c.Y, Href: "#" + v.ID,
		Label: c.Action + " of step " + strconv.Itoa(step) + " at " + pixels(c.X) + ", " + pixels(c.Y) + " of " + words.Count(m.Part.Width) +
			" × " + words.Count(m.Part.Height) + " pixels"})
}

// pixels is a number of pixels for text and for SVG.
func pixels(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

// viewBox is the picture's coordinate system.
func (m Media) viewBox() string {
	return "0 0 " + strconv.Itoa(m.Part.Width) + " " + strconv.Itoa(m.Part.Height)
}

// radius is that of a mark, so that it is as large on any picture.
func (m Media) radius() string { return pixels(float64(max(m.Part.Width, m.Part.Height)) / 64) }
