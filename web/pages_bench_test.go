package web

import (
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkPage renders pages of the real run and of the published boards with
// empty caches, as the first visitor after an ingest finds them. cpu-ms/op is
// the process's own time, which a busy machine does not stretch.
func BenchmarkPage(b *testing.B) {
	site := realServer(b)
	var list struct {
		Runs []struct{ Run string }
	}
	site.object(b, "/api/v1/runs?benchmark=clawarena", &list)
	if len(list.Runs) == 0 {
		b.Fatal("no run of ClawArena")
	}
	run := list.Runs[0].Run
	for _, path := range []string{
		"/", "/b/clawarena", "/b/clawarena/heatmap", "/b/clawarena/tasks", "/b/clawarena/days", "/b/clawarena/tools", "/b/clawarena/method",
		"/b/clawarena/scenarios/hil_s1", "/b/clawarena/scenarios/hil_s1/q1", "/runs/" + run, "/runs/" + run + "/hil_s1/q1",
		"/b/liveclawbench", "/b/liveclawbench/heatmap", "/b/liveclawbench/tasks", "/b/liveclawbench/matrix", "/b/clawmark/heatmap",
		"/models", "/models/gemma-4-31b", "/models/gpt-5.5", "/compare", "/search?q=error",
	} {
		name := strings.ReplaceAll(strings.ReplaceAll(path, run, "RUN"), "/", "_")
		b.Run(name, func(b *testing.B) {
			size, used := 0, time.Duration(0)
			for b.Loop() {
				b.StopTimer()
				cold := &testSite{Handler: New(Config{Store: site.Store, Version: "test"})}
				before := processTime(b)
				b.StartTimer()
				rec := cold.get(path)
				b.StopTimer()
				used += processTime(b) - before
				b.StartTimer()
				if rec.Code != http.StatusOK {
					b.Fatalf("status %d", rec.Code)
				}
				size = rec.Body.Len()
			}
			b.ReportMetric(float64(used.Microseconds())/1e3/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(size)/1024, "KB")
		})
	}
}

// processTime is the processor time that this process has used.
func processTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
