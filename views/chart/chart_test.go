package chart

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/must"
)

func render(t testing.TB, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		t.Fatalf("render: %v", err)
	}
	return b.String()
}

func ptr[T any](v T) *T { return &v }

// sound fails for anything that a chart must never contain, and for SVG that
// is no XML.
func sound(t *testing.T, html string) {
	t.Helper()
	for _, bad := range []string{"NaN", "Inf", "style=", "<script", "<a "} {
		if strings.Contains(html, bad) {
			t.Errorf("has %q:\n%.2000s", bad, html)
		}
	}
	d := xml.NewDecoder(strings.NewReader(html))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("no XML: %v\n%s", err, html)
		}
	}
}

// all renders every chart with the same hard values.
func all(label string, a, b, c *float64) map[string]templ.Component {
	axis := Axis{Label: "Score, %", Unit: Percent}
	log := Axis{Label: "Cost, USD", Log: true}
	return map[string]templ.Component{
		"lines":   Chart(Lines{Title: label, X: []string{"d1", label, "d3"}, N: make([]string, 3), Y: axis, Series: []Series{{Name: label, Values: []*float64{a, b, c, a}}, {Name: "second", Values: []*float64{b}}}, Updates: []Vertical{{At: 1, Label: label}, {At: 9, Label: "outside"}}}),
		"scatter": Chart(Scatter{Title: label, X: log, Y: axis, Points: []Point{{Label: label, X: a, Y: b}, {Label: label, X: b, Y: a}, {Label: label, X: c, Y: c}}}),
	}
}

func TestChartsBearAnything(t *testing.T) {
	values := map[string][3]*float64{
		"normal":   {ptr(0.2), ptr(0.5), ptr(0.9)},
		"equal":    {ptr(0.5), ptr(0.5), ptr(0.5)},
		"zeros":    {ptr(0.0), ptr(0.0), ptr(0.0)},
		"negative": {ptr(-0.5), ptr(-0.1), ptr(0.1)},
		"nothing":  {},
		"one":      {nil, ptr(0.3), nil},
		"no number": {
			ptr(math.NaN()), ptr(math.Inf(1)), ptr(math.Inf(-1)),
		},
		"mixed": {ptr(math.NaN()), ptr(0.5), nil},
		"huge":  {ptr(1e300), ptr(-1e300), ptr(1e-300)},
		"large": {ptr(1e14), ptr(-1e-14), ptr(1e-14)},
	}
	for name, v := range values {
		for kind, c := range all(`<b>"通义千问" & `+"\u202e", v[0], v[1], v[2]) {
			t.Run(name+"/"+kind, func(t *testing.T) {
				html := render(t, c)
				sound(t, html)
				if strings.Contains(html, "\u202e") {
					t.Error("a bidi override reaches the page")
				}
				if name == "nothing" && !strings.Contains(html, `class="empty"`) {
					t.Errorf("no empty state:\n%s", html)
				}
				if name == "normal" && !(strings.Contains(html, `role="img"`) && strings.Contains(html, "<title>")) {
					t.Errorf("no image with a title:\n%s", html)
				}
			})
		}
	}
}

func TestLinesColoursEight(t *testing.T) {
	c := Lines{Title: "t", X: []string{"a", "b"}, Y: Axis{Unit: Percent}}
	for i := range 11 {
		c.Series = append(c.Series, Series{Name: "s", Values: []*float64{ptr(0.1 * float64(i)), ptr(0.5)}})
	}
	want := []int{0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1}
	must.Same(t, want, c.colours(), "colours")
}

func TestLinesNeverBridgeAGap(t *testing.T) {
	x, y := Linear{Lo: 0, Hi: 3, From: 0, To: 30}, Linear{Lo: 0, Hi: 1, From: 10, To: 0}
	line := Series{Values: []*float64{ptr(0.0), nil, ptr(1.0), ptr(0.5), ptr(0.5)}}
	c := Lines{X: make([]string, 4)}
	must.Equal(t, "M0 10M20 0L30 5", c.path(line, x, y), "what was got")
	// What stands apart is no day: the line ends before it.
	c.Apart = 1
	must.Equal(t, "M0 10M20 0", c.path(line, x, y), "what was got")
}

// TestLinesRanges: an interval is drawn and widens the scale, two lines stand
// beside each other, n is written under each day, and the mark of a value apart
// is there although no line leads to it.
func TestLinesRanges(t *testing.T) {
	c := Lines{Title: "t", X: []string{"a", "b", "c"}, N: []string{"n 5", "n 4", "n 2"}, Apart: 1, Y: Axis{Unit: Percent}, Series: []Series{
		{Name: "s", Values: []*float64{ptr(0.5), ptr(0.4), ptr(0.9)}, Ranges: []*[2]float64{{0.2, 0.7}, nil, {0.8, 1}}},
		{Name: "t", Values: []*float64{ptr(0.5), nil, nil}, Ranges: []*[2]float64{{0.45, 0.55}, nil, nil}},
	}}
	f, ok := c.figure(false)
	count := map[string]int{}
	var at []float64
	for _, s := range f.shapes {
		count[s.class]++
		if s.class == "range s1" || s.class == "range s2" {
			at = append(at, s.x)
		}
		if strings.HasPrefix(s.text, "n ") {
			count["n"]++
		}
	}
	y, _ := c.yScale()
	if !ok || count["range s1"] != 2 || count["range s2"] != 1 || count["pt s1"] != 3 || count["base"] != 1 || count["n"] != 3 || y.Lo > .2 || y.Hi < 1 {
		t.Errorf("shapes %v, scale %v", count, y)
	}
	if len(at) != 3 || at[2]-at[0] != dodge {
		t.Errorf("intervals at %v: the lines cover each other", at)
	}
}

func TestUpdatesAreInTheDescription(t *testing.T) {
	c := Lines{Title: "t", X: []string{"a", "b"}, N: make([]string, 2), Series: []Series{{Name: "s", Values: []*float64{ptr(0.1), ptr(0.2)}}}}
	for range 4 {
		c.Updates = append(c.Updates, Vertical{At: 1, Label: "policy replaced"})
	}
	f, ok := c.figure(false)
	if !ok || strings.Count(f.desc, "Update before b: policy replaced.") != 4 {
		t.Errorf("got %q", f.desc)
	}
	shown := 0
	for _, s := range f.shapes {
		if s.kind == shapeText && strings.Contains(s.text, "policy replaced") {
			shown++
		}
	}
	if shown != 2 {
		t.Errorf("got %d labels on one day, want 2 rows of them", shown)
	}
}

func TestScatterCountsWhatItLeavesOut(t *testing.T) {
	c := Scatter{Title: "t", X: Axis{Log: true}, Y: Axis{Unit: Percent}}
	for range 60 {
		c.Points = append(c.Points, Point{Label: "a system with a long name", X: ptr(1.0), Y: ptr(0.5)})
	}
	c.Points = append(c.Points, Point{Label: "free", X: ptr(0.0), Y: ptr(0.5)}, Point{Label: "unknown", Y: ptr(0.5)})
	f, ok := c.figure(false)
	if !ok || !strings.Contains(f.desc, "2 systems are not drawn") {
		t.Errorf("description: %q", f.desc)
	}
	named, said := 0, false
	for _, s := range f.shapes {
		if strings.HasPrefix(s.class, "name") {
			named++
		}
		said = said || strings.Contains(s.text, "labels left out")
	}
	if named < 5 || named > 30 || !said {
		t.Errorf("%d of 60 names on one point, said so: %v", named, said)
	}
}

func TestLabelsNeverMeet(t *testing.T) {
	var spots []spot
	for i := range 30 {
		spots = append(spots, spot{Point: Point{Label: "model number " + string(rune('a'+i%26)), Front: i%3 == 0}, x: 100 + float64(i*29%300), y: 60 + float64(i*53%300)})
	}
	f := figure{w: scatterW, h: scatterH, room: box{48, 20, 912, 410}}
	labels(&f, spots)
	var boxes []box
	for _, s := range f.shapes {
		if s.kind != shapeText {
			continue
		}
		b := box{s.x, s.y - fontSize + 1, textWidth(s.text), fontSize}
		switch s.anchor {
		case "end":
			b.x -= b.w
		case "middle":
			b.x -= b.w / 2
		}
		for _, o := range boxes {
			if b.meets(o) {
				t.Errorf("%q lies over another label", s.text)
			}
		}
		boxes = append(boxes, b)
	}
	if len(boxes) < 15 {
		t.Errorf("only %d of 30 labels found a place", len(boxes))
	}
}

// TestDrawnTwice: each chart is laid out for a phone as well, and nothing of it
// lies outside either picture.
func TestDrawnTwice(t *testing.T) {
	long := "a system with a very long name of its own · framework"
	axis := Axis{Label: "Score of all rounds with a verdict, %", Unit: Percent}
	for name, c := range map[string]Drawing{
		"lines": Lines{Title: "t", X: []string{"before updates", "after update 1", "after update 2"}, N: []string{"n 1", "n 2", "n 3"}, Y: axis, Ends: true, Series: []Series{
			{Name: long, Values: []*float64{ptr(0.2), ptr(0.4), ptr(0.9)}, Ranges: []*[2]float64{{0.1, 0.3}, {0.3, 0.5}, {0.8, 1}}}, {Name: "b", Values: []*float64{ptr(0.0), ptr(1.0), nil}}}},
		"scatter": Scatter{Title: "t", X: axis, Y: axis, Points: []Point{{Label: long, X: ptr(0.1), Y: ptr(0.5), Front: true}, {Label: "b", X: ptr(0.9), Y: ptr(0.2), Hollow: true}}},
	} {
		for _, width := range []bool{false, true} {
			f, ok := c.figure(width)
			if !ok || width && f.w != phoneW {
				t.Fatalf("%s: drawn %v, %v wide", name, ok, f.w)
			}
			for _, s := range f.shapes {
				if s.kind != shapeText {
					continue
				}
				lo, hi := s.x, s.x
				switch w := textWidth(s.text); s.anchor {
				case "start":
					hi += w
				case "end":
					lo -= w
				default:
					lo, hi = lo-w/2, hi+w/2
				}
				if lo < -1 || hi > f.w+1 || s.y > f.h {
					t.Errorf("%s at %v: %q runs from %.0f to %.0f at %.0f of %v x %v", name, width, s.text, lo, hi, s.y, f.w, f.h)
				}
			}
		}
	}
}

// TestPhoneKeepsWords: on a phone the names of lines go without their last value before
// they lose letters; lines without any interval stand at their day.
func TestPhoneKeepsWords(t *testing.T) {
	c := Lines{Title: "t", X: []string{"Day 1", "Day 2"}, N: make([]string, 2), Ends: true, Y: Axis{Label: "Share of calls, %", Unit: Percent}, Series: []Series{
		{Name: "Claude Sonnet 4.6", Values: []*float64{ptr(0.831), ptr(0.742)}, Ranges: make([]*[2]float64, 2)},
		{Name: "Kimi K2.6", Values: []*float64{ptr(0.754), ptr(0.674)}, Ranges: make([]*[2]float64, 2)}}}
	f, _ := c.figure(true)
	for _, s := range f.shapes {
		if s.kind == shapeText && strings.HasSuffix(s.text, "…") {
			t.Errorf("%q is cut", s.text)
		}
	}
	if x := (Linear{Hi: 1, From: 10, To: 90}); c.beside(x, 0) != x || c.beside(x, 1) != x {
		t.Error("lines without intervals stand aside")
	}
}

// TestOneLineHasABand: the intervals of the only line with some are an area over
// neighbouring days, and a bar where a day stands alone.
func TestOneLineHasABand(t *testing.T) {
	c := Lines{Title: "t", X: []string{"a", "b", "c", "d"}, N: make([]string, 4), Y: Axis{Unit: Percent}, Series: []Series{
		{Name: "s", Values: []*float64{ptr(0.5), ptr(0.4), nil, ptr(0.9)}, Ranges: []*[2]float64{{0.2, 0.7}, {0.2, 0.6}, nil, {0.8, 1}}},
		{Name: "scenario", Values: []*float64{ptr(0.1), ptr(0.2), ptr(0.3), nil}}}}
	f, _ := c.figure(false)
	count := map[string]int{}
	for _, s := range f.shapes {
		count[s.class]++
	}
	if count["band s1"] != 1 || count["range s1"] != 1 || count["ln s2"] != 1 {
		t.Errorf("shapes %v", count)
	}
}
