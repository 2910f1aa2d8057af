package site

import (
	"strings"
	"testing"
)

// TestSitemapParts: a file ends at its limit, and the next begins there.
func TestSitemapParts(t *testing.T) {
	for n, want := range map[int]int{1: 1, sitemapMost: 1, sitemapMost + 1: 2, 3 * sitemapMost: 3} {
		list := sitemapParts(nil, "run", "a", n, 0)
		if len(list) != want {
			t.Errorf("%d pages are in %d files, want %d", n, len(list), want)
		}
		if last := list[len(list)-1].Path; want == 3 && !strings.Contains(last, "offset=20000") {
			t.Errorf("the third file is %s", last)
		}
	}
}
