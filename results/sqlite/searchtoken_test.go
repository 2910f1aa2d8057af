package sqlite

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/search"
)

// TestTokensAgreeWithIndex looks up every word that our own cutting finds in
// texts of many scripts: snippets mark what the index has matched only if both
// cut alike.
func TestTokensAgreeWithIndex(t *testing.T) {
	db := open(t)
	texts := []string{
		"check_q7.py: error, line 12; see access_log_analysis.md", "camelCase HTTPServer X1y2", "missing field 'deadline' --rules=3", "Überprüfung café naïve Straße ŁÓDŹ",
		"预算超支。预算，不足 Q3预算v2", "東京タワーのカラオケ", "서울특별시 예산", "ﾊﾝｶｸ ｶﾅ", "ＦＵＬＬ１２３", "Δοκιμή ΑΒΓ", "Привет Ёлка МИР", "שלום עולם", "हिन्दी १२३", "½ Ⅷ ² x²",
		"a\u0301b e\u0300", "tab\tnew\nline\r\nx\x00y", "emoji 🙂 here", "\ue0a0 branch", "𠀀𠀁 rare", "一二〇〇三 人々", "don't l'été", "https://example.org/a/b?c=d&e=f#g", "3.14 1,000 -5 0x1F",
	}
	for i, text := range texts {
		id := int64(1000000 + i)
		must(t, (textIndex{db.w}).Index(t.Context(), []search.Doc{{Key: id, Words: search.IndexText(text)}}))
		for _, w := range search.Tokens(text) {
			a := search.Ask{Terms: []search.Term{{Text: text[w.Start:w.End]}}, From: id, To: id, Limit: 2}
			n, err := (textIndex{db.r}).Count(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			if n != 1 {
				t.Errorf("%q is not found in %q", text[w.Start:w.End], text)
			}
			a.Terms[0].Text = w.Fold
			if n, err = (textIndex{db.r}).Count(t.Context(), a); err != nil || n != 1 {
				t.Errorf("%q as %q is not found in %q (%v)", text[w.Start:w.End], w.Fold, text, err)
			}
		}
	}
}
