package calls

import (
	"encoding/json"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Click is a place on a screen that a call acts on, in pixels of the screen.
type Click struct {
	Action string // as the call names it: click, left_click, tap
	X, Y   float64
	// Width and Height are the size of the screen where the call states it; else 0.
	Width, Height float64
}

// ReadClick reads a click whose coordinates are known to be pixels of the screen: the
// call states the size of the screen, or has the model's own coordinates beside those
// that they were scaled to. Other coordinates may be of any scale and are none.
func ReadClick(call *results.ToolCall) (Click, bool) {
	var a struct {
		Type   string   `json:"type"`
		Action string   `json:"action"`
		X      *float64 `json:"x"`
		Y      *float64 `json:"y"`
		ModelX *float64 `json:"model_x"`
		ModelY *float64 `json:"model_y"`
		Width  float64  `json:"display_width_px"`
		Height float64  `json:"display_height_px"`
	}
	if json.Unmarshal(call.Arguments, &a) != nil || a.X == nil || a.Y == nil || *a.X < 0 || *a.Y < 0 {
		return Click{}, false
	}
	c := Click{X: *a.X, Y: *a.Y, Width: a.Width, Height: a.Height}
	for _, name := range []string{a.Type, a.Action, call.Name} {
		if hasAny(strings.ToLower(name), "click", "tap") {
			c.Action = strings.ReplaceAll(name, "_", " ")
			break
		}
	}
	stated := a.ModelX != nil && a.ModelY != nil || a.Width > 0 && a.Height > 0
	return c, c.Action != "" && stated && len(c.Action) < 40
}
