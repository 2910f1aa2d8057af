package ingest_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
)

func FuzzParsePrinted(f *testing.F) {
	for _, s := range []string{"78.34", "-10.5", "0", "5736", "67.40", ".", "-", "1e9", "NaN", "1.2.3", "--1", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ingest.ParsePrinted(s, ingest.UnitPercent)
		if err != nil {
			return
		}
		if p.Digits < 0 || p.Digits > len(s) || p.Value != p.Value || p.Value > 0 && p.Stored > p.Value {
			t.Errorf("ParsePrinted(%q) = %+v", s, p)
		}
	})
}

func TestParsePrinted(t *testing.T) {
	tests := []struct {
		text, unit string
		want       ingest.Printed
	}{
		{"78.34", "percent", ingest.Printed{Value: 78.34, Stored: 0.7834, Digits: 2}},
		{"67.40", "percent", ingest.Printed{Value: 67.4, Stored: 0.674, Digits: 2}},
		{"100.0", "percent", ingest.Printed{Value: 100, Stored: 1, Digits: 1}},
		{"-10.5", "count", ingest.Printed{Value: -10.5, Stored: -10.5, Digits: 1}},
		{"5736", "count", ingest.Printed{Value: 5736, Stored: 5736, Digits: 0}},
	}
	for _, tt := range tests {
		got, err := ingest.ParsePrinted(tt.text, tt.unit)
		if err != nil || got != tt.want {
			t.Errorf("ParsePrinted(%q, %s) = %+v, %v; want %+v", tt.text, tt.unit, got, err, tt.want)
		}
	}
}
