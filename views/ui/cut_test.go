package ui

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// Names of two systems that differ stay different where they are cut.
func TestCutMiddle(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
		want string
	}{
		{"Kimi K2.7", 9, "Kimi K2.7"},
		{"Qwen3.5-397B-A17B", 12, "Qwen3.…-A17B"},
		{"Qwen3.5-35B-A3B", 12, "Qwen3.…B-A3B"},
		{"Claude Sonnet 4.6 · claude-code", 22, "Claud…4.6 · claud…code"},
		{"Claude Sonnet 4.5 · claude-code", 22, "Claud…4.5 · claud…code"},
		{"gpt-5 · persona-claude-code", 20, "gpt-5 · person…-code"},
		{"测试模型测试模型", 5, "测试…模型"},
		{"abc", 1, "a…c"},
	} {
		must.Equal(t, tt.want, CutMiddle(tt.text, func(s string) bool { return len([]rune(s)) <= tt.most }), "%q in %d", tt.text, tt.most)
	}
}
