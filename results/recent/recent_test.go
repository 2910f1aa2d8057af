package recent_test

import (
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results/recent"
)

func TestCache(t *testing.T) {
	c := recent.New[string](100)
	keys := func() (list []string) {
		for key := range c.All() {
			list = append(list, key)
		}
		return list
	}
	for _, key := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		c.Put(key, "value of "+key, 10)
	}
	c.Put("b", "another", 10)
	if v, ok := c.Get("b"); v != "value of b" || !ok {
		t.Errorf("b = %q, %v; want what was kept first", v, ok)
	}
	c.Put("large", "", 13) // more than an eighth
	c.Put("j", "", 10)
	c.Put("k", "", 12) // a and c make room
	if got, want := keys(), []string{"k", "j", "b", "i", "h", "g", "f", "e", "d"}; !slices.Equal(got, want) {
		t.Errorf("kept %q, want %q", got, want)
	}
	if _, ok := c.Get("a"); ok || c.Len() != 9 {
		t.Errorf("a is kept: %v, of %d values; want 9 without it", ok, c.Len())
	}
}
