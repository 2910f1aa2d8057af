package harbor

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/internal/manyruns"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestGrowth reads a job that was killed after its first trials and whose plan
// names every trial: of ten times as many trials none may cost much more.
// Looking for each trial among all others makes it a hundred times as much.
func TestGrowth(t *testing.T) {
	cost := func(trials int) time.Duration {
		fsys := manyruns.Job{Trials: trials, Attempts: 1, Started: 20}.FS()
		m := &counter{memory: newMemory()}
		in := &ingest.Input{FS: fsys, Item: detect(t, fsys)[0], Redact: redact.New()}
		before := cpu(t)
		must.Do(t, (Format{}).Read(t.Context(), in, m))
		took := cpu(t) - before
		if m.trials != trials {
			t.Fatalf("%d trials, want %d", m.trials, trials)
		}
		return took
	}
	cost(50) // what is done once
	small := min(cost(500), cost(500))
	large := cost(5000)
	t.Logf("CPU time for 500 trials %v, for 5,000 %v", small, large)
	if large > 30*small {
		t.Errorf("5,000 trials cost %v, 500 cost %v: more than 3 times as much for each", large, small)
	}
}

// counter is a Writer that counts trials and checks nothing, because the checks
// of memory look at every task for each trial.
type counter struct {
	*memory
	trials int
}

func (c *counter) SaveDataset(_ context.Context, d *results.Dataset) error {
	c.datasets[d.Benchmark.ID] = d
	return nil
}

func (c *counter) BeginRun(context.Context, *results.Run) (ingest.RunWriter, error) {
	return &countedRun{memoryRun: &memoryRun{}, c: c}, nil
}

type countedRun struct {
	*memoryRun
	c *counter
}

func (r *countedRun) Trial(context.Context, *results.Trial) error      { r.c.trials++; return nil }
func (r *countedRun) AmendTrial(context.Context, *results.Trial) error { return nil }
func (r *countedRun) Step(context.Context, *results.Step) error        { return nil }
func (r *countedRun) Raw(context.Context, *ingest.Record) error        { return nil }
func (r *countedRun) Commit(context.Context) error                     { return nil }

// cpu is the processor time of this process. The clock on the wall would also
// measure what else the machine does.
func cpu(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
