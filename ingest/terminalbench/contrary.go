package terminalbench

import (
	"fmt"
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
)

// against compares a row of the run's results with the trial's own results file, which should
// contain the same verdict. It returns a description of the contradiction, or "".
func (r *reader) against(x *row) string {
	if x.dir == "" || x.dir == r.in.Item.Dir {
		return ""
	}
	name := path.Join(x.dir, resultsFile)
	data, err := fs.ReadFile(r.in.FS, name)
	if err != nil {
		return "" // there is no separate results file of the trial
	}
	var own row
	if ingest.DecodeJSON(name, data, 1, &own) != nil {
		return "" // reported when the record is stored
	}
	switch {
	case x.Resolved.String() != own.Resolved.String():
		return fmt.Sprintf("is_resolved is %s in the run's results and %s in its own", x.Resolved, own.Resolved)
	case own.task() != x.task():
		return fmt.Sprintf("its own results are of task %s", own.task())
	}
	return ""
}
