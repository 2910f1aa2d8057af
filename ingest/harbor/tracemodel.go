package harbor

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// modelOfTrace returns the model name in the trajectory or in the agent's session files, or "".
func (j *job) modelOfTrace(t *trial) string {
	dir := path.Join(t.dir, "agent")
	var names []string
	// A missing directory is not an error.
	_ = fs.WalkDir(j.in.FS, dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && rank(name, dir) <= ownFormat && !isState(strings.TrimPrefix(name, t.dir+"/")) {
			names = append(names, name)
		}
		return nil
	})
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(rank(a, dir)-rank(b, dir), strings.Compare(a, b))
	})
	for _, name := range names[:min(len(names), sessionsLooked)] {
		if model := j.modelOf(name); model != "" {
			return model
		}
	}
	return ""
}

// sessionsLooked is the maximum number of transcripts that are searched for a model name.
const sessionsLooked = 8

func (j *job) modelOf(name string) string {
	rec, err := j.record(name)
	if err != nil {
		return "" // reported when the record is stored
	}
	var used results.ModelsUsed
	sum, _ := trace.Read(trace.Detect(name, rec.Data[:min(len(rec.Data), 64<<10)]), trace.Source{Data: rec.Data}, trace.Sink{
		Step: func(s *results.Step) error {
			used.Add(s)
			return nil
		},
	})
	return cmp.Or(used.Most(sum.Model), sum.Model)
}
