package main

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/sources"
)

// Each public source has a reader.
func TestPublicSources(t *testing.T) {
	for _, s := range sources.All() {
		if !readable(&s) {
			t.Errorf("%s: no reader takes %s", s.Name, s.Format)
		}
	}
}
