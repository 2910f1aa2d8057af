package openhands

import (
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
)

// tell reads the events of a conversation into the open trial.
func tell(t *ingest.Telling, d trace.Dialect, data []byte) error {
	sum, err := trace.Read(d, trace.Source{Data: data}, trace.Sink{Step: t.Step, Warn: t.Warn})
	if t.Spoilt != nil {
		return t.Spoilt
	}
	if err != nil {
		t.Warn(0, err.Error()+"; the trace ends there")
	}
	sum.Describe(t.Trial)
	t.Trial.Details.FrameworkVersion = sum.AgentVersion
	if sum.Error != "" {
		t.Note(sum.Error)
	}
	return nil
}

// provider splits a model's name as the libraries for many providers write it.
func provider(name string) (vendor, model string) {
	if i := strings.IndexByte(name, '/'); i > 0 {
		return name[:i], path.Base(name)
	}
	return "", name
}
