package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/resultstest"
)

// BenchmarkTwoRuns reads two real runs of 337 rounds in a process of their own, into a
// new database and into one with their dataset. It tells MB of records per second,
// what the process takes, and how large the database gets for each byte of records.
// The first of both also makes the bundled figures: it is to be compared with the
// second within one run of the benchmark.
func BenchmarkTwoRuns(b *testing.B) {
	from := resultstest.Shared(b, "data", "clawarena")
	dir := b.TempDir()
	const name = "vllm_gemma-4-31b-it_openclaw"
	raw := int64(0)
	for n := range 2 {
		raw += copyTree(b, filepath.Join(from, name), filepath.Join(dir, "runs", fmt.Sprint(n), name), n)
	}
	data, runs := filepath.Join(from, "data"), filepath.Join(dir, "runs")
	measure := func(b *testing.B, paths []string, before func(db string)) {
		var took time.Duration
		var all usage
		var grown int64
		for i := 0; b.Loop(); i++ {
			db := filepath.Join(b.TempDir(), fmt.Sprintf("%d.db", i))
			before(db)
			grown -= sizeOf(b, db)
			start := time.Now()
			u, _ := ingestIn(b, db, paths...)
			took += time.Since(start)
			grown += sizeOf(b, db)
			all.cpu, all.peakMB = all.cpu+u.cpu, max(all.peakMB, u.peakMB)
		}
		all.cpu /= time.Duration(b.N)
		all.report(b, "")
		b.ReportMetric(took.Seconds()/float64(b.N), "ingest-s/op")
		b.ReportMetric(float64(raw)*float64(b.N)/1e6/took.Seconds(), "MB-raw/s")
		b.ReportMetric(float64(grown)/float64(b.N)/float64(raw), "stored/raw")
	}
	b.Run("new", func(b *testing.B) { measure(b, []string{data, runs}, func(string) {}) })
	b.Run("added", func(b *testing.B) {
		measure(b, []string{runs}, func(db string) { ingestIn(b, db, data) })
	})
}

// sizeOf is 0 for a file that is not there.
func sizeOf(b *testing.B, name string) int64 {
	b.Helper()
	info, err := os.Stat(name)
	if os.IsNotExist(err) {
		return 0
	}
	if err != nil {
		b.Fatal(err)
	}
	return info.Size()
}
