package card

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func at(x float64) *float64 { return &x }

// hostileName is what a record may call a model.
var hostileName = strings.Repeat("\u202e<b>模型\x1b[31m e\u0301\u0300 ", 3) + strings.Repeat("W", 4000)

// TestPNG: each card is a picture of the right size and few bytes, and nothing is
// drawn into its margins, however long a text is.
func TestPNG(t *testing.T) {
	forest := Forest{Ticks: []Tick{{0, "65"}, {1, "75"}}}
	for i := range 12 {
		x := .9 - float64(i)*.07
		forest.Rows = append(forest.Rows, ForestRow{Name: fmt.Sprintf("System %d", i), Value: "71.40", At: at(x), Lo: at(max(0, x-.2)),
			Hi: at(min(1, x+.1)), Tied: i < 3, Hollow: i == 5})
	}
	for name, c := range map[string]Card{
		"forest": {"Three systems share the lead", "CRS over 337 rounds", forest, Foot{"8 of 12", "example.com/b/x", "2026-11-21"}},
		"values": {"A and B", "CRS 68.27 against 63.77", Forest{Rows: []ForestRow{{Name: "Both passed", Value: "227"}}}, Foot{}},
		"hostile": {hostileName, hostileName, Forest{Rows: []ForestRow{{Name: hostileName, Value: "1.00", At: at(.5)}}},
			Foot{hostileName, hostileName, "2026-11-21"}},
		"empty": {},
	} {
		data, err := c.PNG()
		if err != nil {
			t.Fatal(name, err)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil || img.Bounds().Dx() != Width || img.Bounds().Dy() != Height || len(data) > 60_000 {
			t.Fatalf("%s: %v, %v, %d bytes", name, img.Bounds(), err, len(data))
		}
		for y := 14; y < Height; y++ {
			for _, x := range []int{margin - 8, right + 8} {
				if c := color.RGBAModel.Convert(img.At(x, y)); c != paper {
					t.Fatalf("%s: %v at %d, %d", name, c, x, y)
				}
			}
		}
	}
}

// TestWrap: lines are no wider than their room, none is lost before the last, and a line
// that is cut says so.
func TestWrap(t *testing.T) {
	p, s := must.Get(newPen())(t), style{44, true}
	for _, text := range []string{"one", "Four systems share the lead on LiveClawBench", strings.Repeat("W", 300), clean(hostileName)} {
		lines := p.wrap(s, text, 600, 3)
		if len(lines) == 0 || len(lines) > 3 {
			t.Fatalf("%.20q: %d lines", text, len(lines))
		}
		for i, l := range lines {
			if w := p.width(s, l); w > 600 {
				t.Errorf("%.40q is %.0f px wide", l, w)
			}
			if cut, ok := strings.CutSuffix(l, "…"); !strings.Contains(text, cut) || !ok && i == 0 && len(lines) == 1 && l != text {
				t.Errorf("%.40q became %q", text, lines)
			}
		}
	}
}

// TestColours: the inks are those of the site's sheet in its light theme.
func TestColours(t *testing.T) {
	sheet := must.Get(os.ReadFile(filepath.Join("..", "..", "static", "app.css")))(t)
	for name, want := range map[string]color.RGBA{"ink": ink, "ink-2": ink2, "ink-3": ink3, "paper": paper, "paper-2": paper2, "line": line, "grid": grid,
		"fp": solid, "fp-fail": hollow, "fp-2": bars} {
		m := regexp.MustCompile(`--` + name + `: (#[0-9a-f]{6});`).FindSubmatch(sheet)
		if m == nil || string(m[1]) != fmt.Sprintf("#%02x%02x%02x", want.R, want.G, want.B) {
			t.Errorf("--%s is %s in the sheet, %v here", name, m, want)
		}
	}
}
