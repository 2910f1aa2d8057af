package main

import (
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// exported is what an export says at its end.
var exported = regexp.MustCompile(`(\d+) files in .*: (\d+) written`)

// BenchmarkExport writes the site of the bundled data with the example, and with it
// the shared records, to files: for the first time, and again where nothing has
// changed. It reports the processor's time for 1,000 files.
func BenchmarkExport(b *testing.B) {
	for _, of := range []string{"example", "shared"} {
		b.Run(of, func(b *testing.B) {
			db := filepath.Join(b.TempDir(), "x.db")
			paths := []string{"--example"}
			if of == "shared" {
				paths = append(paths, resultstest.Shared(b, "data"))
			}
			ingestIn(b, db, paths...)
			for b.Loop() {
				dir := filepath.Join(b.TempDir(), "out")
				files, written, first := exportIn(b, db, dir)
				if written != files {
					b.Fatalf("%d of %d files written", written, files)
				}
				_, written, again := exportIn(b, db, dir)
				if written != 0 {
					b.Fatalf("%d files written again", written)
				}
				b.ReportMetric(1000*first.cpu.Seconds()/float64(files), "cpu-s/1000-files")
				b.ReportMetric(1000*again.cpu.Seconds()/float64(files), "again-cpu-s/1000-files")
				b.ReportMetric(float64(first.peakMB), "peak-MB")
				b.ReportMetric(float64(files), "files")
			}
		})
	}
}

// exportIn writes a site in a process of its own.
func exportIn(b *testing.B, db, dir string) (files, written int, u usage) {
	b.Helper()
	u, out := measured(b, "export", "--db", db, dir)
	said := exported.FindStringSubmatch(out)
	if said == nil {
		b.Fatalf("export says\n%s", tail(out))
	}
	files, _ = strconv.Atoi(said[1])
	written, _ = strconv.Atoi(said[2])
	return files, written, u
}
