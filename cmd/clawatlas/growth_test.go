package main

import (
	"archive/tar"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/internal/manyruns"
)

// largeEnv, if set, makes the benchmarks below also measure 1,000 runs and
// 10,000 trials, which takes some minutes to prepare.
const largeEnv = "CLAWATLAS_BENCH_LARGE"

// usage is what a process of the program has taken.
type usage struct {
	cpu    time.Duration
	peakMB int64
}

// ingestIn reads paths into db in a process of its own.
func ingestIn(t testing.TB, db string, paths ...string) (usage, string) {
	t.Helper()
	return measured(t, append([]string{"ingest", "--db", db}, paths...)...)
}

// measured runs a command and says what it has taken, and what it has said.
func measured(t testing.TB, args ...string) (usage, string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "clawatlas", args...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", args[0], err, tail(string(out)))
	}
	r, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Skip("this system does not tell the peak of a process")
	}
	return usage{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), r.Maxrss >> 10}, string(out)
}

func (u usage) report(b *testing.B, what string) {
	b.ReportMetric(u.cpu.Seconds(), what+"cpu-s/op")
	b.ReportMetric(float64(u.peakMB), what+"peak-MB")
}

// tarOfAgent writes the run of the n-th agent below dir and returns its path.
func tarOfAgent(b *testing.B, dir string, n int) string {
	b.Helper()
	var buf bytes.Buffer
	w := tar.NewWriter(&buf)
	if err := w.AddFS(manyruns.Arena{First: n, Runs: 1}.Agents()); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(dir, fmt.Sprintf("%04d.tar", n))
	if err := os.WriteFile(path, buf.Bytes(), 0o644); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkOneMoreRun measures what one more run of 336 rounds costs beside 10,
// 100 and 1,000 others, and the first load of those.
func BenchmarkOneMoreRun(b *testing.B) {
	sizes := []int{10, 100}
	if os.Getenv(largeEnv) != "" {
		sizes = append(sizes, 1000)
	}
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := b.TempDir()
			if err := os.CopyFS(dir, manyruns.Arena{}.Dataset()); err != nil {
				b.Fatal(err)
			}
			for at := range n { // one by one, for the memory of it
				tarOfAgent(b, dir, at+1)
			}
			tars, err := filepath.Glob(filepath.Join(dir, "*.tar"))
			if err != nil || len(tars) != n {
				b.Fatalf("%d runs, %v", len(tars), err)
			}
			db := filepath.Join(dir, "x.db")
			first, _ := ingestIn(b, db, append([]string{filepath.Join(dir, "data")}, tars...)...)
			var more usage
			for at := n; b.Loop(); {
				at++
				u, _ := ingestIn(b, db, tarOfAgent(b, dir, at))
				more.cpu, more.peakMB = more.cpu+u.cpu, max(more.peakMB, u.peakMB)
			}
			more.cpu /= time.Duration(b.N)
			more.report(b, "")
			first.report(b, "first-")
		})
	}
}

// BenchmarkOneJob measures Harbor jobs of 2,000 and 10,000 trials.
func BenchmarkOneJob(b *testing.B) {
	sizes := []int{2000}
	if os.Getenv(largeEnv) != "" {
		sizes = append(sizes, 10000)
	}
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := b.TempDir()
			if err := os.CopyFS(dir, manyruns.Job{Trials: n}.FS()); err != nil {
				b.Fatal(err)
			}
			var u usage
			for i := 0; b.Loop(); i++ {
				u, _ = ingestIn(b, filepath.Join(dir, fmt.Sprintf("%d.db", i)), filepath.Join(dir, "jobs"))
			}
			u.report(b, "")
			b.ReportMetric(float64(u.cpu.Microseconds())/float64(n), "cpu-us/trial")
		})
	}
}
