package chart

import (
	"strings"
	"testing"
)

// TestPhoneKeepsWords: what fits a phone's width in one line is not cut there: the
// names of lines go without their last value
// before they lose letters.
func TestPhoneKeepsWords(t *testing.T) {
	percent := Axis{Label: "Share of calls, %", Unit: Percent}
	for name, c := range map[string]Drawing{
		"lines": Lines{Title: "t", X: []string{"Day 1", "Day 2"}, Ends: true, Y: percent, Series: []Series{
			{Name: "Claude Sonnet 4.6", Values: []*float64{ptr(0.831), ptr(0.742)}}, {Name: "Kimi K2.6", Values: []*float64{ptr(0.754), ptr(0.674)}}}},
	} {
		f, ok := c.figure(Phone)
		if !ok {
			t.Fatalf("%s are not drawn", name)
		}
		for _, s := range f.shapes {
			if s.kind == shapeText && strings.HasSuffix(s.text, "…") {
				t.Errorf("%s: %q is cut", name, s.text)
			}
		}
	}
}
