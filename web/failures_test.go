package web

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestFailureCountsLeadToTheirTrials follows every count of the page: its list has as many
// rows as it says, and a call leads to the step that made it.
func TestFailureCountsLeadToTheirTrials(t *testing.T) {
	site := testServer(t)
	page := site.page(t, "/b/clawatlas-example/failures")
	digits := regexp.MustCompile(`\d+`)
	followed := map[string]bool{}
	for _, a := range page.Find("td.num a[href*='/failures?']").EachIter() {
		href := a.AttrOr("href", "")
		path, anchor, _ := strings.Cut(href, "#")
		title := squash(site.page(t, path).Find("#" + anchor))
		if want := "(" + digits.FindString(squash(a)) + ")"; !strings.HasSuffix(title, want) {
			t.Errorf("%s leads to %q, want %s", href, title, want)
		}
		followed[strings.Split(strings.SplitN(path, "?", 2)[1], "=")[0]] = true
	}
	if len(followed) < 3 {
		t.Errorf("links by %v alone, want reasons, tools and causes", followed)
	}
	var answer struct {
		Total int
		List  []struct {
			URL  string
			Step int `json:"step_id"`
		}
	}
	site.object(t, "/api/v1/benchmarks/clawatlas-example/failures?tool=read", &answer)
	for _, c := range answer.List {
		if !strings.HasSuffix(c.URL, "#step-"+strconv.Itoa(c.Step)) {
			t.Errorf("step %d is at %s", c.Step, c.URL)
		}
		opensAt(t, site, c.URL, c.URL)
	}
	if answer.Total == 0 || answer.Total != len(answer.List) {
		t.Errorf("%d failed calls of read in all, %d listed", answer.Total, len(answer.List))
	}
}
