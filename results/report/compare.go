package report

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// RunLabel names a run by its system.
func RunLabel(names map[string]string, r results.Run) string {
	name := names[r.System.Model]
	if name == "" {
		name = r.System.Model
	}
	return words.System(name, r.System)
}

// SlugEnd is the digest at the end of a run's slug.
func SlugEnd(slug string) string { return slug[strings.LastIndexByte(slug, '-')+1:] }
