package calls

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

func TestReadClick(t *testing.T) {
	for args, want := range map[string]Click{
		`{"type":"click","x":938,"y":19,"model_x":469,"model_y":9.5,"text":null}`: {Action: "click", X: 938, Y: 19},
		`{"action":"left_click","x":3,"y":4,"display_width_px":1024,"display_height_px":768}`: {Action: "left click",
			X: 3, Y: 4, Width: 1024, Height: 768},
		`{"type":"click","x":938,"y":19}`:                                {},
		`{"type":"click","x":938,"y":null,"model_x":938,"model_y":19}`:   {},
		`{"type":"click","x":-1,"y":19,"model_x":938,"model_y":19}`:      {},
		`{"type":"scroll","x":1,"y":19,"model_x":1,"model_y":19}`:        {},
		`{"type":"click","x":"938","y":"19","model_x":938,"model_y":19}`: {},
		`[1,2]`: {},
	} {
		got, ok := ReadClick(&results.ToolCall{Name: "computer_action", Arguments: []byte(args)})
		if ok != (want.Action != "") || ok && got != want {
			t.Errorf("%s: got %+v, %v", args, got, ok)
		}
	}
}
