package static

import (
	"strings"
	"testing"
)

// TestPicture: what names a colour has the value of each scheme, and the dark block
// holds what differs there and nothing else.
func TestPicture(t *testing.T) {
	got := Picture(`.a{fill:var(--paper);stroke-width:2}.b,.c{fill:currentColor}.d,.e{stroke:var(--s1);fill:var(--fp-fail)}`, ":where(svg) ")
	want := `.a{fill:#fdfdfc;stroke-width:2}.b,.c{fill:currentColor}.d,.e{stroke:#125ca1;fill:#b6322b}` +
		`@media screen and (prefers-color-scheme:dark){:where(svg) .a{fill:#131312}:where(svg) .d,:where(svg) .e{stroke:#7cb5f5;fill:#f87f71}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := Picture(`text{font:12px var(--sans)}`, ""); !strings.Contains(got, "system-ui") || !strings.HasSuffix(got, "sans-serif}") {
		t.Errorf("fonts: %s", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("a name without a value is no error")
		}
	}()
	Picture(`.a{fill:var(--none-such)}`, "")
}
