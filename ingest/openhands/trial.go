package openhands

import (
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
)

// tell reads the events of a conversation into the open trial.
func tell(t *ingest.Telling, d trace.Dialect, data []byte) error {
	sum, err := t.Transcript(d, data, "")
	if err != nil {
		return err
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
