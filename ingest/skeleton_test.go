package ingest

import "testing"

func TestSkeleton(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"gpt-5.5", "gpt\u20115.5", true}, {"gpt-5.5", "gpt\u2212" + "5.5", true}, {"claude-opus", "сlаudе-opus", true}, {"kimi", "ki\u200bmi", true},
		{"gpt-4o", "gpt-40", true}, {"GLM-5.1", "glm-5.l", true}, {"mimo", "ｍimo", true}, {"opus", "\u043e\u0440us", true}, {"qwen", "qwe\u0301n", true},
		{"gpt-5.5", "gpt-5.6", false}, {"glm-5.1", "glm-5.2", false}, {"qwen3.6-plus", "qwen3.6-flash", false}, {"gpt-5.5", "gpt_5.5", false},
	} {
		if got := skeleton(c.a) == skeleton(c.b); got != c.same {
			t.Errorf("%q and %q look the same: %v, want %v", c.a, c.b, got, c.same)
		}
	}
	if got := plainName("gрt\u20115.5"); got != "gpt-5.5" {
		t.Errorf("plain name %q", got)
	}
}
