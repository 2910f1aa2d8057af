package web

import (
	"testing"
)

// TestServers opens each database that tests read.
func TestServers(t *testing.T) {
	for name, open := range map[string]func(testing.TB) *testSite{"example": testServer, "bare": bareServer, "real": realServer} {
		t.Run(name, func(t *testing.T) {
			if got := squash(open(t).page(t, "/").Find("h1")); got == "" {
				t.Error("the home page has no heading")
			}
		})
	}
}
