package web

import (
	"strings"
	"testing"
)

// TestRunUsagePage: the page prints every sum with its denominator.
func TestRunUsagePage(t *testing.T) {
	site := testServer(t)
	text := squash(site.page(t, "/runs/"+exampleRun(t, site, "skimmer")).Find("main"))
	for _, want := range []string{"Wall time", "from the first start to the last end, over 31 of 31 trials", "Sum of rounds", "some may have run at the same time, over 31 of 31 trials"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page of a run lacks %q", want)
		}
	}
}
