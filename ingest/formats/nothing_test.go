package formats_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestNothingRead: records that a format claims and of which nothing could be read are
// refused, and no mere warning: whoever submits them is told.
func TestNothingRead(t *testing.T) {
	data := must.Get(os.ReadFile(filepath.Join("..", "scorefile", "testdata", "errands", "scores.json")))(t)
	nan := bytes.Replace(data, []byte(`"score": 3`), []byte(`"score": NaN`), 1)
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{"scores.json": {Data: nan}}, ingest.Identity{})
	if len(rep.Runs) != 0 || len(rep.Refused) != 1 || !strings.Contains(rep.Refused[0].Reason, "not valid JSON") {
		t.Errorf("%d runs, refused %+v, warnings %+v", len(rep.Runs), rep.Refused, rep.Warnings)
	}
}
