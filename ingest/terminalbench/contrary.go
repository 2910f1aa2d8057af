package terminalbench

import (
	"fmt"
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
)

// against holds a row of the run's results against the trial's own, which the harness
// writes from the same verdict. It says what they contradict each other in.
func (r *reader) against(x *row) string {
	if x.dir == "" || x.dir == r.in.Item.Dir {
		return ""
	}
	name := path.Join(x.dir, resultsFile)
	data, err := fs.ReadFile(r.in.FS, name)
	if err != nil {
		return "" // the trial has none of its own
	}
	var own row
	if ingest.DecodeJSON(name, data, 1, &own) != nil {
		return "" // said when it is kept
	}
	switch {
	case x.Resolved.String() != own.Resolved.String():
		return fmt.Sprintf("is_resolved is %s in the run's results and %s in its own", x.Resolved, own.Resolved)
	case own.task() != x.task():
		return fmt.Sprintf("its own results are of task %s", own.task())
	}
	return ""
}
