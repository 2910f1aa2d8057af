package redact

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFindings holds that each redaction and each run of random letters is told with its
// line, though a key of several lines stands before, and that none is shown whole.
func TestFindings(t *testing.T) {
	dash := "-----"
	text := "a\n" + dash + "BEGIN PRIVATE KEY" + dash + "\n" + pem + "\n" + dash + "END PRIVATE KEY" + dash + "\n" +
		"/home/jane/x\nghp_" + body36 + "\nid " + body20 + "Kq7Xw0Zc and again " + body20 + "Kq7Xw0Zc\n" +
		"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 toolu_01A09q90qw90lq917835lq9\nDB_PASSWORD=hunter2\n"
	var got []string
	for _, f := range New().Findings([]byte(text)) {
		if strings.Contains(text, strings.TrimSuffix(f.Text, "…")) && len(f.Text) > 20 {
			t.Errorf("%q is shown whole", f.Text)
		}
		got = append(got, strings.Join([]string{string(rune('0' + f.Line)), f.Rule, f.Text}, " "))
	}
	want := []string{
		"2 private-key -----B… (118 bytes)", "6 github-token ghp_a1… (40 bytes)", "9 assignment h… (7 bytes)", "7  Zk3vQ9… (28 bytes)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
}
