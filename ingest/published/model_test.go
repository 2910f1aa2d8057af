package published

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// foldName makes spellings equal that a database may treat as equal.
func foldName(name string) string {
	s := strings.NewReplacer(" ", "-", "_", "-", "/", "-", ":", "-").Replace(strings.ToLower(name))
	return strings.Trim(s, "-")
}

// modelIndex finds a model by any of its names. Different models must never
// meet, also not after folding or as a slug.
func modelIndex(t testing.TB, b *Bundle) map[string]string {
	t.Helper()
	owner := map[string]string{}
	for _, m := range b.Models {
		for _, name := range append([]string{m.ID, m.Name}, m.Aliases...) {
			for _, key := range []string{name, foldName(name), results.Slug(name)} {
				if other, ok := owner[key]; ok && other != m.ID {
					t.Errorf("%q belongs to %s and to %s", name, other, m.ID)
				}
				owner[key] = m.ID
			}
		}
	}
	return owner
}

func TestAliasesAreUnique(t *testing.T) {
	b := openBundled(t)
	modelIndex(t, b)
	ids := map[string]bool{}
	for _, m := range b.Models {
		if ids[m.ID] {
			t.Errorf("model %s is described twice", m.ID)
		}
		ids[m.ID] = true
		if m.Name == "" || m.Vendor == "" {
			t.Errorf("model %s lacks a name or a vendor", m.ID)
		}
	}
	if got, want := len(ids), 36; got != want {
		t.Errorf("%d models, want %d", got, want)
	}
}

func TestEveryPrintedNameIsAModel(t *testing.T) {
	b := openBundled(t)
	owner := modelIndex(t, b)
	for _, f := range b.Figures {
		if owner[f.Model] == "" {
			t.Errorf("%s: %q is no known model", f.Group, f.Model)
		}
	}
	for _, s := range b.Snapshots {
		for _, r := range s.Runs {
			if owner[r.Model] == "" {
				t.Errorf("snapshot %s: %q is no known model", s.Date, r.Model)
			}
		}
	}
}

func TestNamesOfRunsMeetTheirModel(t *testing.T) {
	owner := modelIndex(t, openBundled(t))
	tests := []struct{ name, want string }{
		{"gpt-5.5", "gpt-5.5"},
		{"gemma-4-31b-it", "gemma-4-31b"},
		{"Gemma-4-31B", "gemma-4-31b"},
		{"Claude Opus-4.7", "claude-opus-4.7"},
		{"Claude-Opus-4.7", "claude-opus-4.7"},
		{"claude-opus-4-6", "claude-opus-4.6"},
		{"opus-4.8", "claude-opus-4.8"},
		{"openai/gpt-5.4", "gpt-5.4"},
		{"qwen/qwen3.6-plus", "qwen3.6-plus"},
		{"qwen_qwen3.6-plus", "qwen3.6-plus"},
		{"Qwen 3.6 Plus", "qwen3.6-plus"},
		{"kimi-k26", "kimi-k2.6"},
		{"Kimi K2.5", "kimi-k2.5"},
		{"gemini-3.1-pro-preview", "gemini-3.1-pro"},
		{"minimax/minimax-m2.7", "minimax-m2.7"},
		// A setting is a variant of a system, not a name of its model, and a
		// service name is not the open model that may stand behind it.
		{"gpt-5.4-high", ""},
		{"gpt-5.5-medium", ""},
	}
	for _, tt := range tests {
		must.Equal(t, tt.want, owner[tt.name], "%q", tt.name)
	}
	for _, pair := range [][2]string{{"qwen3.6-flash", "qwen3.6-35b-a3b"}, {"qwen3.5-flash", "qwen3.5-35b-a3b"},
		{"qwen3.5-plus", "qwen3.5-397b-a17b"}, {"glm-5", "glm-5-turbo"}, {"kimi-k2.7-code", "kimi-k2.6"},
		{"deepseek-v4-pro", "deepseek-v4-flash"}} {
		if a, b := owner[pair[0]], owner[pair[1]]; a == b || a == "" || b == "" {
			t.Errorf("%s is %q and %s is %q, want two models", pair[0], a, pair[1], b)
		}
	}
}
