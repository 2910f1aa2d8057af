package world

import (
	"strings"
	"testing"
)

func TestReviewClaim(t *testing.T) {
	const name = "audit_v2.md"
	find := func(s string) int { return strings.Index(s, name) }
	for text, want := range map[string]bool{
		"Based on the review of `audit_v2.md` and the rest:":                  true,
		"After carefully reading audit_v2.md, I agree.":                       true,
		"I have now read plan.md, audit_v2.md and the chats.":                 true,
		"We've examined audit_v2.md":                                          true,
		"已仔细查阅 audit_v2.md。":                                                  true,
		"我查看了`audit_v2.md`，结论如下":                                              true,
		"根据对 audit_v2.md 的审阅，可以确认":                                            true,
		"阅读 audit_v2.md 后得出":                                                  true,
		"First.\nFrom a careful examination of audit_v2.md all is clear":      true,
		"audit_v2.md says so.":                                                false, // a citation
		"According to audit_v2.md, it is so":                                  false,
		"I will review audit_v2.md now":                                       false,
		"Let me read audit_v2.md first":                                       false,
		"I'll start by reading audit_v2.md":                                   false,
		"After reviewing audit_v2.md you should decide":                       false,
		"I have not read audit_v2.md":                                         false,
		"I read the folder, but audit_v2.md is missing":                       false,
		"I couldn't check audit_v2.md; I have read the rest":                  false,
		"I have read plan.md. audit_v2.md is another file":                    false,
		"I have read everything: audit_v2.md says so":                         false,
		"> I have read audit_v2.md":                                           false, // a quotation
		"Please tell me after reading audit_v2.md":                            false,
		"未查看 audit_v2.md":                                                     false,
		"请在阅读 audit_v2.md 后回答":                                                false,
		"交叉验证：引用 audit_v2.md 作为来源":                                            false,
		"I have read " + strings.Repeat("x", nameWithin) + " and audit_v2.md": false,
	} {
		if got, ok := ReviewClaim(text, false, find); ok != want || ok && !strings.Contains(got, name) {
			t.Errorf("%q: %t %q, want %t", text, ok, got, want)
		}
	}
	if _, ok := ReviewClaim("I have read audit_v2.md", true, find); ok {
		t.Error("in a document I may be somebody else")
	}
	if _, ok := ReviewClaim("Based on the review of audit_v2.md:", true, find); !ok {
		t.Error("a document may claim a review")
	}
}

func TestOlderVersion(t *testing.T) {
	for _, test := range []struct {
		old, new string
		want     bool
	}{
		{"a/deployment-log.md", "a/deployment-log-complete.md", true},
		{"deployment.log.md", "deployment.log_2.md", true},
		{"plan.md", "plan_v2.md", true},
		{"data_v1.csv", "data_v2.csv", true},
		{"data_v9.csv", "data_v10.csv", true},
		{"data_v3.csv", "data_v2.csv", false},
		{"plan.md", "plan-b.md", false},                    // too short to mean the same
		{"deployment-log.md", "deployment-logs.md", false}, // another word
		{"deployment-log.md", "deployment-log.csv", false}, // another kind
		{"a/plan.md", "b/plan_v2.md", false},               // another place
		{"deployment-log-complete.md", "deployment-log.md", false},
		{"plan.md", "plan.md", false},
		{"v1.md", "v2.md", false}, // nothing but versions
		{"data_v99999999999999999999.csv", "data_v2.csv", false},
	} {
		if got := OlderVersion(test.old, test.new); got != test.want {
			t.Errorf("%s of %s: %t", test.old, test.new, got)
		}
	}
}
