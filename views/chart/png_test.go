package chart

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/views/card"
)

// TestPNG: a PNG has the chart's lines, marks and texts where the SVG has them, in
// the colours of its sheet.
func TestPNG(t *testing.T) {
	c := Lines{Title: "A title", X: []string{"one", "two"}, Y: Axis{Label: "y"}, Series: []Series{
		{Name: "a", Values: []*float64{ptr(1.0), ptr(1.0)}}, {Name: "b", Values: []*float64{ptr(2.0), ptr(2.0)}},
	}}
	f, _ := c.figure(Wide)
	data, ok, err := PNG(c, "source")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	img := must.Get(png.Decode(bytes.NewReader(data)))(t)
	a := alone(f, "source")
	if want := image.Pt(int(a.w*pngScale), int(a.h*pngScale)); img.Bounds().Max != want {
		t.Errorf("%v large, want %v", img.Bounds().Max, want)
	}
	at := func(x, y float64) color.Color {
		return img.At(int((x+fileSide)*pngScale), int((y+a.top)*pngScale))
	}
	ink := func(class, property string) color.Color {
		v := must.Get(inkOf(lookOf("path", class), property))(t)
		return color.RGBA(v)
	}
	ground := ink("g", "fill")
	must.Equal(t, ground, img.At(1, 1), "the ground")
	for i, class := range []string{"ln s1", "ln s2"} {
		var s shape
		for _, s = range f.shapes {
			if s.class == class {
				break
			}
		}
		lines, err := flatten(s.d)
		if err != nil || len(lines) != 1 || len(lines[0]) != 2 {
			t.Fatalf("%s: %v %v", s.d, lines, err)
		}
		from, to := lines[0][0], lines[0][1]
		drawn := 0
		for x := from.X + 10; x < to.X-10; x++ {
			if at(x, from.Y) == ink(class, "stroke") {
				drawn++
			}
		}
		if n := int(to.X-from.X) - 20; drawn < n/2 || (drawn < n*9/10) != (i == 1) {
			t.Errorf("%s: of %d pixels %d are drawn; the second line alone is dashed", class, n, drawn)
		}
	}
	dark := 0
	for x := 0; x < 200; x++ {
		for y := 20; y < 60; y++ {
			if img.At(x, y) == ink("h", "fill") {
				dark++
			}
		}
	}
	if dark < 50 {
		t.Errorf("%d pixels of a title", dark)
	}
	if _, ok, err := PNG(Lines{Title: "nothing"}, ""); ok || err != nil {
		t.Errorf("of nothing: %v, %v", ok, err)
	}
}

// TestSheetIsDrawn: every colour of the sheet can be drawn, and what has an opacity is
// so.
func TestSheetIsDrawn(t *testing.T) {
	for _, r := range sheetRules() {
		look := style{"color": "#000000"}
		for k, v := range r.look {
			look[k] = v
		}
		for _, p := range []string{"fill", "stroke"} {
			if _, err := inkOf(look, p); err != nil {
				t.Errorf(".%s: %v", strings.Join(r.classes, "."), err)
			}
		}
	}
	if ink, err := inkOf(lookOf("path", "band s1"), "fill"); err != nil || ink.A != 51 || ink.R == ink.B {
		t.Errorf("a band is %v, %v", ink, err)
	}
	if look := lookOf("text", "name s1"); look["fill"] != "currentColor" || look["font-size"] != "12px" || lookOf("text", "h")["font-size"] != "14px" {
		t.Errorf("a name is %v", look)
	}
}

func TestFlatten(t *testing.T) {
	for d, want := range map[string]int{"M1 2L3 4": 2, "M1 2H3V-4": 3, "M0 0h2v2h-2Z": 5, circle(5, 5, 2): 34} {
		lines, err := flatten(d)
		if err != nil || len(lines) != 1 || len(lines[0]) != want {
			t.Errorf("%s: %d points, want %d (%v)", d, len(lines[0]), want, err)
		}
		for _, p := range lines[0] {
			if strings.HasPrefix(d, "M3") && (p == card.Point{X: 5, Y: 5}) {
				t.Errorf("%s goes through its middle", d)
			}
		}
	}
	for _, d := range []string{"L1 2", "M1", "M1 2Q3 4 5 6", "M1 2C"} {
		if _, err := flatten(d); err == nil {
			t.Errorf("%s: no error", d)
		}
	}
}

// TestTitleWraps: a chart that is narrower than its title has the title on several
// lines, whole.
func TestTitleWraps(t *testing.T) {
	title := strings.Repeat("pass rate of long names ", 8)
	a := alone(figure{title: strings.TrimSpace(title), w: 300, h: 100}, "source")
	var said []string
	for _, s := range a.around[:len(a.around)-1] {
		said = append(said, s.text)
		if w := textWidth(s.text) * titleWide; w > 300 {
			t.Errorf("%q is %.0f wide", s.text, w)
		}
		if s.y > a.top {
			t.Errorf("%q stands at %.0f, the figure at %.0f", s.text, s.y, a.top)
		}
	}
	if strings.Join(said, " ") != strings.TrimSpace(title) {
		t.Errorf("the title is %q", said)
	}
}
