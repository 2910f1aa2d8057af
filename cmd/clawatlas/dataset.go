package main

import (
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// becameOf describes the effect of a dataset on the stored one.
func becameOf(d *ingest.DatasetReport) string {
	switch d.State {
	case ingest.DatasetSet:
		return ": the database had none with texts, so this one is the dataset now"
	case ingest.DatasetOfficial:
		return ": this one is the dataset now"
	case ingest.DatasetRefused:
		return " is not used: " + differs(d.Difference) + "; runs are scored against the stored one, which only --dataset replaces"
	}
	return ""
}

// differs describes the differences from the stored dataset.
func differs(d *results.DatasetDifference) string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{d.Added, "more"}, {d.Removed, "missing"}, {d.Gold, "with another solution"}, {d.Other, "with other texts or in another order"}} {
		if p.n > 0 {
			parts = append(parts, counted(p.n, "task")+" "+p.what)
		}
	}
	if d.Version[0] != d.Version[1] {
		parts = append(parts, "it is version "+d.Version[1]+" and the stored one is "+d.Version[0])
	}
	if d.Scoring {
		parts = append(parts, "it is scored by other formulas")
	}
	return "it differs from the stored one (" + strings.Join(parts, ", ") + ")"
}
