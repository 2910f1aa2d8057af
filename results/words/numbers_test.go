package words

import (
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestNumbers(t *testing.T) {
	var none *float64
	var noneInt *int64
	tests := []struct{ name, got, want string }{
		{"percent", Pct(ptr(0.783383)), "78.34"},
		{"percent of zero is recorded", Pct(ptr(0.0)), "0.00"},
		{"percent of nothing", Pct(none), "–"},
		{"percent of NaN", Pct(ptr(math.NaN())), "–"},
		{"points up", Points(ptr(0.0297)), "+2.97"},
		{"points down", Points(ptr(-0.0297)), "−2.97"},
		{"points that round to zero", Points(ptr(-0.00001)), "0.00"},
		{"points just above zero", Points(ptr(0.00001)), "0.00"},
		{"points of nothing", Points(none), "–"},
		{"fixed", Fixed(ptr(1234.5678), 2), "1\u202f234.57"},
		{"fixed negative", Fixed(ptr(-1234.5), 0), "−1\u202f235"},
		{"a half after subtraction", Fixed(ptr(100*(0.385-0.3375)), 1), "4.8"},
		{"a half", Fixed(ptr(32.5), 0), "33"},
		{"count", Count(1234567), "1\u202f234\u202f567"},
		{"count below thousand", Count(337), "337"},
		{"count of nothing", CountOf(noneInt), "–"},
		{"share", Frac(264, 337), "264 of 337 (78.34 %)"},
		{"share of nothing", Frac(0, 0), "0 of 0"},
		{"p", PValue(ptr(0.2604)), "0.26"},
		{"p small", PValue(ptr(0.0315)), "0.032"},
		{"p rounds up a decade", PValue(ptr(0.0996)), "0.10"},
		{"p near one", PValue(ptr(0.997)), "1.0"},
		{"p one", PValue(ptr(1.0)), "1.0"},
		{"p tiny", PValue(ptr(1e-9)), "<0.0001"},
		{"p of nothing", PValue(none), "–"},
		{"interval", Between(ptr(0.7363), ptr(0.8240)), "73.63–82.40"},
		{"half an interval", Between(ptr(0.7363), none), "–"},
		{"ranks", Ranks(1, 3), "1–3"},
		{"one rank", Ranks(2, 2), "2"},
		{"milliseconds", Duration(ptr(850)), "850 ms"},
		{"seconds", Duration(ptr(4200)), "4.2 s"},
		{"just below a minute", Duration(ptr(59_960)), "1 min 00 s"},
		{"minutes", Duration(ptr(185_000)), "3 min 05 s"},
		{"hours", Duration(ptr(3_720_000)), "1 h 02 min"},
		{"just below an hour", Duration(ptr(3_599_900)), "1 h 00 min"},
		{"clock that went back", Duration(ptr(-4200)), "−4.2 s"},
		{"duration of nothing", Duration(noneInt), "–"},
		{"seconds column", Seconds(ptr(1_234_567)), "1\u202f234.6"},
		{"tokens", Tokens(ptr(812)), "812"},
		{"tokens in thousands", Tokens(ptr(45_230)), "45.2 k"},
		{"tokens in millions", Tokens(ptr(1_234_000)), "1.23 M"},
		{"tokens that round into the next unit", Tokens(ptr(999_700)), "1.00 M"},
		{"bytes", Bytes(1536), "1.50 KiB"},
		{"few bytes", Bytes(12), "12 B"},
		{"date", Date(ptr(int64(1_795_253_580_000))), "2026-11-21"},
		{"time", DateTime(ptr(int64(1_795_253_580_000))), "2026-11-21 09:33 UTC"},
		{"no date", Date(nil), "–"},
		{"one", Plural(1, "round", "rounds"), "1 round"},
		{"many", Plural(1337, "round", "rounds"), "1\u202f337 rounds"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, tt.want, tt.got, "what was got")
		})
	}
}

func ptr[T any](v T) *T { return &v }

func TestPassed(t *testing.T) {
	for _, c := range []struct {
		passed, judged, all int
		noun, want          string
	}{
		{254, 337, 337, "round", "254 of 337 rounds passed (75.37\u00a0%)"},
		{1, 1, 1, "task", "1 of 1 task passed (100.00\u00a0%)"},
		{0, 4, 100, "task", "0 of 4 tasks passed (0.00\u00a0%), 96 of 100 without a verdict"},
		{0, 0, 100, "task", "no verdict on 100 tasks"},
		{3, 6, 6, "", "3 of 6 passed (50.00\u00a0%)"},
		{0, 0, 6, "", "no verdict on 6"},
	} {
		if got := Passed(c.passed, c.judged, c.all, c.noun); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestMany(t *testing.T) {
	for noun, want := range map[string]string{"round": "rounds", "repository": "repositories",
		"directory": "directories", "day": "days", "y": "ys"} {
		must.Equal(t, want, Many(noun), "Many(%q)", noun)
	}
	if got := Counted(14, "repository"); got != "14 repositories" {
		t.Errorf("Counted gives %q", got)
	}
}
